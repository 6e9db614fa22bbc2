"""Batches of tables on the processor's cores."""
