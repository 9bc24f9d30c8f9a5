"""What lies over the board or is mirrored in it: hands, sheets, lamps."""
