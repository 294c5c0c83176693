"""The outside world of this step: where uploaded files lie when the operator names an object store."""
