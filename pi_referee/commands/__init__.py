"""What `pi-referee` can do: one module a command, each loaded only when it is asked for.

A module named `read` holds the click command of that name as `command`. Whatever is heavy (OpenCV, Flask, gpiozero) is
imported inside the function that runs, so that the page's server never loads the eye.
"""
