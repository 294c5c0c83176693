"""What the back office hands out about cases: evidence bundles as PDF and ZIP."""
