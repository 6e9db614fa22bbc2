"""The rules of Belot, section by section, held to worked examples."""
