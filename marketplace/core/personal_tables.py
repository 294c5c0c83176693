"""Every column of this app's models and of the libraries': personal or not, whose, and what an erasure does to it (personal.py)."""

from typing import Final

from marketplace.core.personal import BOOKS, PROOF, STAFF, Person, Table, Tables

TABLES: Final[Tables] = {
    "admin.LogEntry": Table(
        plain="id action_time content_type object_id object_repr action_flag",
        links="user",
        people=(
            Person(
                "user",
                stays={STAFF: "change_message"},
                hidden="change_message",
            ),
        ),
    ),
    "auth.Permission": Table(
        plain="id name content_type codename",
    ),
    "auth.Group": Table(
        plain="id name",
    ),
    "contenttypes.ContentType": Table(
        plain="id app_label model",
    ),
    "sessions.Session": Table(
        plain="session_key session_data expire_date",
    ),
    "account.EmailAddress": Table(
        plain="id verified primary",
        links="user",
        people=(
            Person(
                "user",
                gone="email",
            ),
        ),
    ),
    "account.EmailConfirmation": Table(
        plain="id email_address created sent",
        people=(
            Person(
                "email_address__user",
                gone="key",
                hidden="key",
            ),
        ),
    ),
    "mfa.Authenticator": Table(
        plain="id type created_at last_used_at",
        links="user",
        people=(
            Person(
                "user",
                gone="data",
                hidden="data",
            ),
        ),
    ),
    "usersessions.UserSession": Table(
        plain="id created_at last_seen_at",
        links="user",
        people=(
            Person(
                "user",
                gone="ip user_agent session_key data",
                hidden="session_key data",
            ),
        ),
    ),
    "oauth2_provider.Application": Table(
        plain=(
            "id client_id redirect_uris post_logout_redirect_uris client_type authorization_grant_type client_secret "
            "hash_client_secret name skip_authorization created updated algorithm allowed_origins registration_source "
            "cimd_expires_at"
        ),
        links="user",
    ),
    "oauth2_provider.Grant": Table(
        plain=(
            "id application expires redirect_uri scope created updated code_challenge code_challenge_method nonce "
            "resource"
        ),
        links="user",
        people=(
            Person(
                "user",
                gone="code claims",
                hidden="code claims",
            ),
        ),
    ),
    "oauth2_provider.AccessToken": Table(
        plain="id source_refresh_token id_token application expires scope resource created updated",
        links="user",
        people=(
            Person(
                "user",
                gone="token token_checksum",
                hidden="token token_checksum",
            ),
        ),
    ),
    "oauth2_provider.RefreshToken": Table(
        plain="id application access_token token_family resource created updated revoked",
        links="user",
        people=(
            Person(
                "user",
                gone="token token_checksum",
                hidden="token token_checksum",
            ),
        ),
    ),
    "oauth2_provider.IDToken": Table(
        plain="id application expires scope created updated",
        links="user",
        people=(
            Person(
                "user",
                gone="jti",
                hidden="jti",
            ),
        ),
    ),
    "oauth2_provider.DeviceGrant": Table(
        plain="id scope interval expires status client_id last_checked",
        links="user",
        people=(
            Person(
                "user",
                gone="device_code user_code",
                hidden="device_code user_code",
            ),
        ),
    ),
    "marketplace.SettingChange": Table(
        plain="id model row name kind old new created_at",  # what is personal stays out of it: `keep_history_without`
        links="who approved_by",
        stays={STAFF: "why"},
    ),
    "marketplace.StaffEntry": Table(
        plain="id at act object_type object_id object_name number previous hash",
        links="actor",
        stays={STAFF: "words data content"},
    ),
    "marketplace.StaffLogHead": Table(
        plain="id number hash",
    ),
    "marketplace.Proposal": Table(
        plain="id created_at model row name kind old new was form state expires_at by_command decided_at",
        links="proposer decided_by",
        stays={STAFF: "why note"},
    ),
    "marketplace.Account": Table(
        plain=(
            "is_superuser id created_at profile_id mail_applications mail_work mail_messages mail_invoices "
            "push_applications push_work push_messages has_devices is_active closed_at is_staff last_active_at"
        ),
        follows="password phone_digits",
        people=(
            Person(
                "pk",
                cleared=(
                    "email username name phone billing_email signup_region signup_city time_zone language browser_time_zone "
                    "browser_language last_login email_verified_at identity_verified_at linkedin_verified_at"
                ),
                stays={
                    BOOKS: "signup_country identity_country payouts_onboarded_at",
                    PROOF: "agent terms_version privacy_version terms_accepted_at",
                },
                hidden="last_login agent",
            ),
        ),
    ),
    "marketplace.Call": Table(
        plain="id created_at via key connector_id repeats last_at slot",
        links="account person",
        people=(
            Person(
                "account",
                gone="program request_id idempotency_key operation verb note method path status error_code cents object_id",
            ),
        ),
    ),
    "marketplace.ApiKey": Table(
        plain=(
            "id created_at scopes categories countries is_limited digest shown_prefix tier agent last_used_at "
            "revoked_at"
        ),
        links="account",
        people=(
            Person(
                "account",
                cleared="name last_used_from last_used_by",
            ),
        ),
    ),
    "marketplace.Connector": Table(
        plain="id created_at scopes categories countries is_limited application",
        links="account",
        people=(
            Person(
                "account",
                cleared="name",
            ),
        ),
    ),
    "marketplace.BlockedCountry": Table(
        plain="code note",
    ),
    "marketplace.Device": Table(
        plain="id created_at key last_used_at failures",
        links="account",
        people=(
            Person(
                "account",
                gone="endpoint_hash sealed host name",
                hidden="endpoint_hash sealed",
            ),
        ),
    ),
    "marketplace.Push": Table(
        plain="id created_at attempts next_attempt_at caused_by device_id kind urgency expires_at outcome",
        links="account",
        people=(
            Person(
                "account",
                gone="title text path last_error topic",
                hidden="last_error topic",
            ),
        ),
    ),
    "marketplace.Erasure": Table(
        plain="id created_at due_at done_at waits_for last_mail_id",
        links="account operator",
    ),
    "marketplace.PrivateRead": Table(
        plain="id created_at object_type object_id hour",
        links="staff about",
        people=(
            Person(
                "about",
                stays={STAFF: "role what reason"},
            ),
        ),
    ),
    "marketplace.Export": Table(
        plain="id created_at attempts next_attempt_at caused_by file",
        links="account",
        people=(
            Person(
                "account",
                gone="ready_at expires_at failed_at",
                hidden="ready_at expires_at failed_at",
            ),
        ),
    ),
    "marketplace.File": Table(
        plain="id created_at content_type size purpose is_blank",
        links="owner",
        people=(
            Person(
                "owner",
                goes="name sha256 storage_key perceptual_hash captured_at captured_by",
                hidden="storage_key perceptual_hash",
            ),
        ),
    ),
    "marketplace.OrphanedFile": Table(
        plain="id storage_key due_at is_doomed",
    ),
    "marketplace.Thumbnail": Table(
        plain="id file side storage_key",
    ),
    "marketplace.IdempotencyRecord": Table(
        plain="id operation status created_at",
        links="account",
        people=(
            Person(
                "account",
                goes="key fingerprint body secrets intent",
                hidden="key fingerprint body secrets intent",
            ),
        ),
    ),
    "marketplace.Identity": Table(
        plain="id created_at",
        links="account",
        people=(
            Person(
                "account",
                stays={PROOF: "agent_id public_key"},
                hidden="public_key",
            ),
        ),
    ),
    "marketplace.KeepingTime": Table(
        plain="kind days is_archived",
    ),
    "marketplace.RateTier": Table(
        plain="name multiplier note",
    ),
    "marketplace.Mail": Table(
        plain="id created_at attempts next_attempt_at caused_by sent_at",
        people=(
            Person(
                "email:to",
                gone="to subject text html last_error",
                hidden="html last_error",
            ),
        ),
    ),
    "marketplace.Membership": Table(
        plain="id created_at role ended_at",
        links="account person invited_by",
    ),
    "marketplace.Invitation": Table(
        plain="id created_at role expires_at accepted_at revoked_at",
        links="account invited_by",
        people=(
            Person(
                "account",
                gone="email digest",
                hidden="digest",
            ),
            Person(
                "email:email",
                gone="email digest",
                hidden="digest",
            ),
        ),
    ),
    "marketplace.AccountRestriction": Table(
        plain="id created_at no_jobs no_applications no_withdrawals until changed_at ended_at",
        links="account made_by ended_by",
        people=(
            Person(
                "account",
                stays={PROOF: "reason"},
            ),
        ),
    ),
    "marketplace.SignupCode": Table(
        plain="id created_at attempts expires_at burnt_at",
        people=(
            Person(
                "email:email",
                gone="email digest country region city agent_name",
                hidden="digest country region city agent_name",
            ),
        ),
    ),
    "marketplace.StaffLimit": Table(
        plain="id role case_cents day_cents",
        links="person",
    ),
    "marketplace.SupportReport": Table(
        plain="id created_at number key category priority status conversation_id answered_at",
        links="account",
        people=(
            Person(
                "account",
                cleared="summary description error_code source_tool",
            ),
        ),
    ),
    "marketplace.Switch": Table(
        plain="name is_on message",
    ),
    "marketplace.BeatPlace": Table(
        plain="number holder held_until",
    ),
    "marketplace.TimerTurn": Table(
        plain="task next_at",
    ),
    "marketplace.StatusDay": Table(
        plain="id day part minutes",
    ),
}
