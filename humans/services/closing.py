"""What goes when a person closes their account: profile, photos, lists, recordings, offers. Conversations and reviews stay, since
others take part in them."""

from humans.models import Profile, Relation, Service, SpeechAttempt
from marketplace.core import clock
from marketplace.models import Account, File
from marketplace.services import files

_PERSONAL = (
    *("headline", "bio", "gender", "skills", "expertise", "city", "hourly_rate_cents", "availability", "timezone"),
    *("way_of_working", "work_domains", "photo_ids", "is_complete", "city_words", "terms"),
)


def erase(account: Account) -> None:
    """In the caller's transaction. Locks the profile and the photos' rows."""
    Relation.objects.filter(owner=account).delete()
    SpeechAttempt.objects.filter(account=account, next_attempt_at=None, storage_key="").delete()
    now = clock.now()
    Service.objects.filter(human=account, deleted_at=None).update(is_active=False, deleted_at=now, updated_at=now)
    for photo in File.objects.locked().filter(owner=account, purpose="photo"):
        files.delete(photo)
    profile = Profile.objects.locked().filter(pk=account.pk).first()
    if profile is None:
        return
    empty = Profile()
    for name in _PERSONAL:
        setattr(profile, name, getattr(empty, name))
    profile.is_available = profile.accepts_invitations = False
    profile.updated_at = now
    profile.save(update_fields=[*_PERSONAL, "is_available", "accepts_invitations", "updated_at"])
