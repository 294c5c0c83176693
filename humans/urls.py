from django.urls import path

from humans.pages.booked import Appointment, Appointments
from humans.pages.join import JoinProfile, join
from humans.pages.messages import Inbox, OwnerInbox, OwnerThread, Thread
from humans.pages.offers import Offers
from humans.pages.people import People, Person
from humans.pages.profile import OwnProfile
from humans.pages.recordings import Recordings
from humans.pages.reviews import OwnReviews
from humans.views.conversations import ConversationView
from humans.views.photos import PhotoView
from humans.views.profiles import HumanView, OwnProfileView
from humans.views.relations import BlockView, PreferredView
from humans.views.reviews import ReviewView
from humans.views.services import ServiceView
from humans.views.subscriptions import BookingView, SubscriptionView

urlpatterns = [
    path("messages", Inbox.as_view()),
    path("messages/<str:conversation_id>", Thread.as_view()),
    path("owner/messages", OwnerInbox.as_view()),
    path("owner/messages/<str:conversation_id>", OwnerThread.as_view()),
    path("owner/appointments", Appointments.as_view()),
    path("owner/appointments/<str:booking_id>", Appointment.as_view()),
    path("join", join, name="account_signup"),  # by this name the library leads here
    path("join/profile", JoinProfile.as_view()),
    path("profile", OwnProfile.as_view()),
    path("profile/services", Offers.as_view()),
    path("profile/recordings", Recordings.as_view()),
    path("profile/reviews", OwnReviews.as_view()),
    path("people", People.as_view()),
    path("people/<str:human_id>", Person.as_view()),
    path("api/humans", HumanView.as_view({"get": "list"})),
    path("api/humans/me", OwnProfileView.as_view({"get": "retrieve", "patch": "partial_update"})),
    path("api/humans/me/photos", PhotoView.as_view({"post": "create"})),
    path("api/humans/me/photos/<str:file_id>", PhotoView.as_view({"delete": "destroy"})),
    path("api/humans/blocks", BlockView.as_view({"get": "list", "post": "create", "delete": "destroy"})),
    path(
        "api/humans/preferred",
        PreferredView.as_view({"get": "list", "post": "create", "delete": "destroy"}),
    ),
    path("api/humans/taste", HumanView.as_view({"get": "taste"})),
    path("api/humans/<str:human_id>", HumanView.as_view({"get": "retrieve"})),
    path("api/reviews", ReviewView.as_view({"get": "list", "post": "create"})),
    path("api/reviews/<str:review_id>/answer", ReviewView.as_view({"post": "answer_review"})),
    path("api/conversations", ConversationView.as_view({"get": "list", "post": "create"})),
    path(
        "api/conversations/<str:conversation_id>",
        ConversationView.as_view({"get": "retrieve", "patch": "partial_update"}),
    ),
    path(
        "api/conversations/<str:conversation_id>/messages",
        ConversationView.as_view({"get": "messages", "post": "send"}),
    ),
    path(
        "api/conversations/<str:conversation_id>/completion-claim",
        ConversationView.as_view({"post": "claim_completion"}),
    ),
    path("api/services", ServiceView.as_view({"get": "list", "post": "create"})),
    path("api/services/browse", ServiceView.as_view({"get": "browse"})),
    path("api/services/bookings", ServiceView.as_view({"get": "bookings"})),
    path("api/services/bookings/<str:booking_id>/confirm", BookingView.as_view({"post": "confirm"})),
    path("api/services/bookings/<str:booking_id>/decline", BookingView.as_view({"post": "decline"})),
    path("api/services/agent-bookings", BookingView.as_view({"get": "list"})),
    path("api/services/subscribe", SubscriptionView.as_view({"post": "subscribe"})),
    path("api/services/subscriptions", SubscriptionView.as_view({"get": "list"})),
    path("api/services/subscriptions/<str:subscription_id>", SubscriptionView.as_view({"delete": "destroy"})),
    path("api/services/subscriptions/<str:subscription_id>/approve", SubscriptionView.as_view({"post": "approve"})),
    path("api/services/subscriptions/<str:subscription_id>/decline", SubscriptionView.as_view({"post": "decline"})),
    path("api/services/<str:service_id>", ServiceView.as_view({"patch": "partial_update", "delete": "destroy"})),
]
