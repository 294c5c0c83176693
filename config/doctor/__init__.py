"""`manage.py doctor`: is this installation sound, and if not, what to do? Each part is looked at by one function, which yields
findings and changes nothing. What must never be in a finding: a secret, or anything about a person.
"""
