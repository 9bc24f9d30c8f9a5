"""What the referee has on the table: camera, button and lamp, each with a double that is part of the product."""
