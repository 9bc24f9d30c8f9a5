"""Games played again from pictures, each a press of the button."""
