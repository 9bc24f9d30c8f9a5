"""The hall's page: all tables on one wall, a page for each, rounds, results and standings."""
