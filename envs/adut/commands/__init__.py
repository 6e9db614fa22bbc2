"""The commands of `adut` that are longer than a call of the library, a module each."""
