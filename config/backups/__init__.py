"""`manage.py backup`, `restore` and `resume_sending`: a whole copy of an instance, and what has to happen before it runs again."""
