"""One module per resource; the names are re-exported here."""
