"""An authenticator app, as a person's phone has one."""

from allauth.mfa.totp.internal import auth


def shows(secret: str, *, periods: int = 0) -> str:
    """The six digits of now, or of so many periods of 30 seconds later."""
    return auth.format_hotp_value(auth.hotp_value(secret, int(auth.time.time()) // 30 + periods))


def wrong_for(secret: str) -> str:
    """Six digits that it shows neither now nor in a minute around."""
    near = {shows(secret, periods=by) for by in range(-2, 3)}
    return next(f"{n:06d}" for n in range(10) if f"{n:06d}" not in near)
