"""What the back office shows about people."""
