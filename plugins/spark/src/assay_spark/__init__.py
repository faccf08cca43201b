"""Assay on Spark: each task runs the program `assay` on its part of the files."""
