"""The rules of Bela, section by section, held to worked examples."""
