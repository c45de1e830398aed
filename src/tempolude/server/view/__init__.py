"""What a reader is shown: the public view, what a seat sees besides, and the pages that hold them."""
