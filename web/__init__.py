"""The page of the referee: looks at the log and draws the newest game; knows nothing of cameras."""

from __future__ import annotations

from web.app import House as House
from web.app import create_app as create_app
