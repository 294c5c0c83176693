"""One of the `nextActions` of an answer, as the document describes it. They are made by `next_actions`."""

from rest_framework import serializers

from marketplace.api.serializers import Shape


class NextCallOut(Shape):
    operation = serializers.CharField(help_text="operationId.")
    method = serializers.CharField()
    path = serializers.CharField(help_text="With its ids.")
    body = serializers.DictField(help_text="What is known of the body.")
    needs = serializers.ListField(child=serializers.CharField(), help_text="Fields of the body that you choose.")
    choices = serializers.DictField(help_text="Of those: what each takes, where that are a few values.")
    tool = serializers.CharField(allow_null=True, help_text="The tool that does the same; null where there is none.")
    arguments = serializers.DictField(allow_null=True, help_text="The tool's, as far as they are known.")
    until = serializers.CharField(allow_null=True, help_text="When it ends being possible, where that is known.")
    irreversible = serializers.BooleanField()
    why = serializers.CharField(allow_blank=True)
