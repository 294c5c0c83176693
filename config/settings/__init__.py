"""`dev` for one machine (embedded servers, sandbox), `test` for pytest, `prod` for production; all are based on `base`."""
