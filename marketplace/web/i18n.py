"""`{% load i18n %}` on pages: Django's tags, quicker where a page has many. A constant text is looked up once for each language,
and a sentence with values once for each of its forms; Django does both each time, through all catalogues.
"""

from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class _Text(template.Node):
    """`{% translate "Jobs" %}`"""

    child_nodelists = ()

    def __init__(self, node: i18n.TranslateNode) -> None:
        self.node = node
        self.known: dict[tuple[str | None, bool], str] = {}

    def render(self, context: Context) -> str:
        key = get_language(), context.autoescape
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.node.render(context)
        return found


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> template.Node:
    node = i18n.do_translate(parser, token)
    is_plain = isinstance(node, i18n.TranslateNode) and not (node.asvar or node.message_context)
    is_constant = is_plain and not (node.filter_expression.filters or node.filter_expression.var.lookups)
    return _Text(node) if is_constant else node


class _Sentence(i18n.BlockTranslateNode):  # type: ignore[misc]
    """`{% blocktranslate %}`, whose texts are put together once."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.texts = [super(_Sentence, self).render_token_list(tokens) for tokens in (self.singular, self.plural or [])]

    def render_token_list(self, tokens: list[Token]) -> tuple[str, list[str]]:
        text, names = self.texts[tokens is not self.singular]
        return text, [*names]


@register.tag("blocktranslate")
@register.tag("blocktrans")
def blocktranslate(parser: Parser, token: Token) -> template.Node:
    node = i18n.do_block_translate(parser, token)
    return _Sentence(
        node.extra_context, node.singular, node.plural, node.countervar, node.counter, node.message_context,
        trimmed=node.trimmed, asvar=node.asvar, tag_name=node.tag_name,
    )  # fmt: skip
