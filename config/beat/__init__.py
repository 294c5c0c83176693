"""Beat: the process that wakes the timers. It asks when the first row of each is due, by one statement for all, and sleeps until
then; a commit that writes what a timer takes wakes it (`written`), and so does the sandbox's clock.

Nothing depends on a wake: each minute all timers are asked about anyway. A place in the database makes a second beat wait until
the first has ended or was killed.
"""
