"""The score keeper: a library and a terminal form for the sheet of a match at a real table."""
