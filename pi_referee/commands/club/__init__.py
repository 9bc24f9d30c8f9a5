"""Commands for clubs with many tables: what a table tells a broker, and the hall that shows all of them."""
