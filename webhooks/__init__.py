"""Facts and their delivery: an outbox row written with its cause, endpoints, signed deliveries with retries.

Never decides anything: it carries what upper steps say happened. The retry clock is a column; Redis only wakes workers.
"""
