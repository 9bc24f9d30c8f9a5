"""Making word lists on this machine from packages of Debian and Raspberry Pi OS; nothing of them is shipped."""
