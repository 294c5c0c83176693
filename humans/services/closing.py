"""What goes with an account besides what the table of personal columns says: photos, offers, whether somebody is found."""

from humans.models import Profile, Service
from marketplace.core import clock
from marketplace.models import Account, File
from marketplace.services import files


def erase(account: Account) -> None:
    """In the caller's transaction. Locks the profile and the photos' rows."""
    now = clock.now()
    Service.objects.filter(human=account, deleted_at=None).update(is_active=False, deleted_at=now, updated_at=now)
    for photo in File.objects.locked().filter(owner=account, purpose="photo"):
        files.delete(photo)
    Profile.objects.filter(pk=account.pk).update(
        is_available=False, accepts_invitations=False, is_complete=False, updated_at=now
    )
