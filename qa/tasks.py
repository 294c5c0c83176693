"""Thin jobs: one service call each, safe to run twice."""
