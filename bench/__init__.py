"""Benchmarks. Each prints ratios to a named baseline that was measured in the same run, never absolute promises."""
