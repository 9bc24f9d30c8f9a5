"""Who is let in: hosts, forms, keys, pairing, and what is sent inside a page."""
