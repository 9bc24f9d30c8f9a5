"""Open questions about what lies on the table, and what a later look makes of them."""
