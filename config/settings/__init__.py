"""`dev` for one machine (embedded servers, sandbox), `test` for pytest, `prod` for the real thing; all start from `base`."""
