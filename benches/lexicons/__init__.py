"""Built word lists, judged against words of sources that no list was made of."""
