"""What overlay costs a page, compared with the bare page: the rows, the processes and the page."""
