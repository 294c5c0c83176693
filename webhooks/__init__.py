"""Events and their delivery: an outbox row written in the transaction of its cause, webhook endpoints, signed deliveries with
retries.

Contains no business decisions: it records and delivers what the other apps report. Retry times are columns; the queue only
triggers workers.
"""
