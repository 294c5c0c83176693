"""What the back office shows about webhooks."""
