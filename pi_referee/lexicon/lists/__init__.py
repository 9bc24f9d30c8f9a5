"""Word lists on this machine: files, families' own lists, the small one, and Finnish by Voikko."""
