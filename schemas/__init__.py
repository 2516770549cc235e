"""JSON Schemas of the files livret reads and writes."""
