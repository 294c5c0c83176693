"""/api/bounties/reach: whom a job would reach, before it is posted."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.rules.checks import LEVELS
from bounties.selectors import reach as selector
from bounties.serializers.reach import ReachOut, ReachQuery, said
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession
from marketplace.api.viewsets import ApiViewSet, no_store


class ReachView(ApiViewSet):
    reads = "browse"
    permission_classes = [KeyOrSession]

    @operation(
        "estimateReach",
        tag="Bounties",
        summary="Whom a bounty would reach",
        description="Before posting: how many people fit and are active, which condition keeps most out, and what comparable "
        "bounties pay. The parameters are named as in the body that posts it. Who fits is told by profiles; what is met while "
        "applying, such as a microphone sample or a first language recording, keeps nobody out. Numbers of people are bounds, "
        "and averages are of 5 bounties or more. `warnings`: pay_below_minimum, few_people, more_spots_than_people, "
        "pay_below_typical.",
        query=[
            ("category", "string", "A category slug, such as labor-gigs."),
            ("skillsNeeded", "string", "Skills separated by commas; people have at least one of them."),
            ("city", "string", "In any case."),
            ("state", "string", "Where minimum pay differs by it."),
            ("country", "string", "ISO code or name; needed with isRemoteAllowed false."),
            ("isRemoteAllowed", "boolean", "true when left out. false: people of its country only."),
            ("supportedCountries", "string", "ISO codes separated by commas: only people of these."),
            ("identityRequired", "boolean", "Only people whose identity document was checked."),
            ("linkedinVerifiedRequired", "boolean", "Only people with a verified LinkedIn profile."),
            ("minimumCefr", LEVELS, "Of languageProficiencyRequirement: without those whose level is known and lower."),
            ("price", "number", "US dollars for one seat, or for one hour with priceType hourly."),
            ("priceType", ("fixed", "hourly"), "fixed when left out."),
            ("estimatedHours", "number", "Hours that one worker needs; 1 when left out."),
            ("spotsAvailable", "integer", "How many people to hire; 1 when left out."),
        ],
        gives={"reach": ReachOut(), "warnings": serializers.ListField(child=serializers.CharField(), required=False)},
        errors={400: "validation_error pool_too_large"},
    )
    def estimate(self, request: Request) -> Response:
        found = selector.estimate(self.actor.id, ReachQuery.read(request.query_params))
        self.warnings = said(found)
        return no_store(self.answer(reach=ReachOut.render(found)))
