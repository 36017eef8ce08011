"""The cost of overlay for a page, compared with the bare page: the rows, the processes and the page."""
