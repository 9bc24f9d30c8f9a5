"""The inverse eye: photographs of a table that never was, for the demo, the tests and the training."""

from vision.render.lens import quad
from vision.render.scene import render
from vision.render.view import Light, View

__all__ = ["Light", "View", "quad", "render"]
