"""Two long random walks of eight hands, each with a notebook of its own: what every account should own, by answers alone.

A gate walks a short way, `--full` two thousand acts. Each thread's choices come from the seed of the run; who is first does not.
"""

import itertools
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.test.utils import override_settings

from tests import sampling
from tests.races.walk_hiring import HiringWalk
from tests.races.walk_products import ProductsWalk

pytestmark = pytest.mark.django_db(transaction=True)
HANDS = 8
ACTS, ACTS_DRAWN = int(os.environ.get("WALK_ACTS", 2000)), 64
STEPS = 8  # of each hand until all rest and the notebook is compared


def walk_on(walk: Any, name: str, at_once: Callable[..., list[Any]], log_errors: list[str]) -> None:
    acts = ACTS_DRAWN if sampling.is_on() else ACTS
    for number in itertools.count():
        hands = [sampling.rng(name, number, hand) for hand in range(HANDS)]
        with override_settings(RATE_LIMIT_SCALE=100.0):  # a walk is quicker than people
            raised = at_once(*(lambda rng=rng: [walk.step(rng) for _ in range(STEPS)] for rng in hands))
            wrong = [f"raised: {error!r}" for error in raised if isinstance(error, Exception)]
            wrong += [f"logged: {text}" for text in log_errors] + walk.check()
        assert not wrong, f"seed {sampling.SEED}, round {number}:\n" + "\n".join(wrong)
        if sum(walk.done.values()) >= acts:  # a step that finds nothing to do is none
            break
    print(f"{name}: {sum(walk.done.values())} calls, {walk.done}")  # with -s


@pytest.mark.main
def test_eight_hands_hire_pay_and_withdraw_and_everybody_owns_what_they_were_told(
    coins: Any, at_once: Callable[..., list[Any]], at: Callable[[str], datetime], log_errors: list[str]
) -> None:
    at("2026-03-02T09:00:00Z")
    walk_on(HiringWalk(coins), "hiring", at_once, log_errors)


@pytest.mark.main
def test_eight_hands_order_and_deliver_products_while_time_passes(
    coins: Any, at_once: Callable[..., list[Any]], at: Callable[[str], datetime], log_errors: list[str], tmp_path: Path
) -> None:
    at("2026-03-02T09:00:00Z")
    with override_settings(MEDIA_ROOT=tmp_path):
        walk = ProductsWalk(coins)
        walk_on(walk, "products", at_once, log_errors)

        # when nobody does anything more, time settles all of it
        for _ in range(8):
            walk.pass_time(8 * 86_400)
        assert log_errors == []
        assert walk.check() + walk.check_settled() + walk.wrong == [], f"seed {sampling.SEED}, at the end"
