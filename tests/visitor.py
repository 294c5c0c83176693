"""A person with a browser and no script: opens pages, and sends the forms that stand on them as a browser would."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urljoin

from django.test import Client

from marketplace.models import Account

HTML = {"Accept": "text/html,application/xhtml+xml"}


@dataclass
class Form:
    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)

    @property
    def act(self) -> str:
        return dict(self.fields).get("act", "")

    @property
    def data(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, value in self.fields:
            found.setdefault(name, []).append(value)
        return found


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path, self.forms, self.links, self.words = path, [], [], []
        self._form: Form | None = None
        self._select = self._area = ""
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("script", "style", "title", "svg"):
            self._hidden += 1
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "form":
            self._form = Form(given.get("action") or self.path, given.get("method", "get").lower())
            self.forms.append(self._form)
        if self._form is None or "disabled" in given:
            return
        name = given.get("name", "")
        if tag == "input" and name:
            kind = given.get("type", "text")
            if kind not in ("checkbox", "radio", "file") or "checked" in given:
                self._form.fields.append((name, given.get("value", "on" if kind == "checkbox" else "")))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            first = all(known != self._select for known, _ in self._form.fields)
            if first or "selected" in given:
                self._form.fields = [pair for pair in self._form.fields if pair[0] != self._select]
                self._form.fields.append((self._select, given.get("value", "")))
        elif tag == "textarea":
            self._area = name
            self._form.fields.append((name, ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "title", "svg"):
            self._hidden -= 1
        if tag == "form":
            self._form = None
        if tag == "select":
            self._select = ""
        if tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area and self._form is not None:
            name, value = self._form.fields[-1]
            self._form.fields[-1] = (name, value + data)
        elif not self._hidden:
            self.words.append(data)


@dataclass
class Seen:
    """A page as it was answered."""

    status: int
    path: str
    html: str
    headers: dict[str, str]
    forms: list[Form]
    links: list[str]
    text: str

    def form(self, act: str) -> Form:
        found = [form for form in self.forms if form.act == act]
        assert found, f"{self.path} ({self.status}) has no form {act!r}, only {[form.act for form in self.forms]}"
        return found[0]


class Visitor:
    """`Visitor(account)` is signed in; `Visitor()` is a stranger."""

    def __init__(self, account: Account | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.account = account
        if account is not None:
            self.client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")

    def open(self, path: str, **headers: str) -> Seen:
        """GET, following redirects within the site."""
        answer = self.client.get(path, headers=HTML | headers, follow=True)
        return self._seen(answer)

    def send(
        self, page: Seen, act: str, /, files: dict[str, Any] | None = None, follow: bool = True, **fields: Any
    ) -> Seen:
        """Fill in a form of the page and send it. `None` leaves a field out, lists are fields of several values."""
        form = page.form(act)
        data: dict[str, Any] = form.data
        for name, value in fields.items():
            values = value if isinstance(value, list) else [value]
            data[name] = [] if value is None else [str(item) for item in values]
        if form.method == "get":
            return self.open(f"{form.action}?{urlencode(data, doseq=True)}")
        answer = self.client.post(urljoin(page.path, form.action), data | (files or {}), headers=HTML, follow=follow)
        return self._seen(answer)

    def _seen(self, answer: Any) -> Seen:
        chain = getattr(answer, "redirect_chain", [])
        path = chain[-1][0] if chain else answer.request["PATH_INFO"]
        content = b"".join(answer) if answer.streaming else answer.content
        html = content.decode(errors="replace")  # a file may be no text
        reader = _Reader(path)
        if answer.headers.get("Content-Type", "text/html").startswith(("text/", "application/json")):
            reader.feed(html)
        text = " ".join(" ".join(reader.words).split())
        return Seen(answer.status_code, path, html, dict(answer.headers), reader.forms, reader.links, text)
