"""The rules of Preferans (Serbian), section by section, held to worked examples."""
