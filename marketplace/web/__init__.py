"""What the pages for people stand on: the base page, forms sent once, and how money, times and states are written."""
