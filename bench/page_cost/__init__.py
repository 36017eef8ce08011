"""What overlay costs the page, beside the bare page: rows, processes and the page they are taken on."""
