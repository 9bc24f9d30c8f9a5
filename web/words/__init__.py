"""Word lists on the page: which there are, and lists in the making."""
