"""The rules of Russian Preferans."""
