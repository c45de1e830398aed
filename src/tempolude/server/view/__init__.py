"""Views: the public view, the seat views, and the pages that contain them."""
