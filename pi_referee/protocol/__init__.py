"""The protocol of a game on paper: as JSON without loss, as a table for a spreadsheet, as GCG for other programs."""
