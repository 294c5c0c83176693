"""`{% load i18n %}` on pages: Django's tags, quicker where a page has many. A constant text is looked up once for each language,
and a sentence with values once for each of its forms; Django does both each time, through all catalogues.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token, render_value_in_context
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language, gettext, ngettext

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


@lru_cache(maxsize=1024)
def _counted(one: str, many: str, count: Any, _language: str | None) -> str:
    """The form of the sentence for this number. A list has many numbers, most of them small."""
    return ngettext(one, many, count)


class _Sentence(i18n.BlockTranslateNode):
    """`{% blocktranslate %}`, whose texts are put together once and translated once for each language."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        (self.one, names), (self.many, more) = map(self.render_token_list, (self.singular, self.plural or []))
        self.names = {*names, *more}
        self.known: dict[str | None, str] = {}

    def render(self, context: Context, nested: bool = False) -> str:
        if self.message_context or self.asvar or nested:
            return str(super().render(context, nested))
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        if self.plural and self.countervar and self.counter is not None:
            values[self.countervar] = count = self.counter.resolve(context)
            text = _counted(self.one, self.many, count, get_language())
        else:
            text = self._translated()
        shown = {name: render_value_in_context(self._value(name, values, context), context) for name in self.names}
        try:
            return text % shown
        except (KeyError, ValueError):  # a translation with a fault: Django shows the original
            return str(super().render(context))

    def _translated(self) -> str:
        language = get_language()
        if language not in self.known:
            self.known[language] = gettext(self.one)
        return self.known[language]

    @staticmethod
    def _value(name: str, values: dict[str, Any], context: Context) -> Any:
        return values[name] if name in values else context.get(name, "")


@register.tag("blocktranslate")
@register.tag("blocktrans")
def blocktranslate(parser: Parser, token: Token) -> template.Node:
    node: Any = i18n.do_block_translate(parser, token)
    return _Sentence(
        node.extra_context, node.singular, node.plural, node.countervar, node.counter, node.message_context,
        trimmed=node.trimmed, asvar=node.asvar, tag_name=node.tag_name,
    )  # fmt: skip
