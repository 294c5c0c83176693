"""The outside world of this step: what may be said (moderation), how a voice sounds (microphone), how well English is
spoken (speech). Heavy libraries are imported where they are used: only the processes that score load them."""
