"""Writes the generated half of both SDKs from the OpenAPI document: `.venv/bin/python -m sdk.generator`."""
