"""The rules of Skat, section by section, held to worked examples."""
