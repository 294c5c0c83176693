"""External providers of this app: the object store for uploaded files."""
