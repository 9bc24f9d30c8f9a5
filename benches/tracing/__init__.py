"""A table traced path by path of light, as nothing else in the project is drawn: makers, rooms, and photographs."""
