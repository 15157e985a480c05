"""Rounds in which contenders take turns, so that whatever else the machine does falls on all of them alike; what counts is their median."""

import statistics


class Figure(float):
    """A median of rounds that remembers how far they lay apart, as a share of it."""

    def __new__(cls, values):
        figure = super().__new__(cls, statistics.median(values))
        figure.spread = (max(values) - min(values)) / 2 / figure if figure else 0
        return figure


def take_turns(contenders, rounds):
    """Calls each contender once a round, in an order that turns, and returns for each the figures of its rounds as medians.

    `contenders` maps a name to a function without arguments that returns a dictionary of numbers.
    """
    seen = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(rounds):
        for name in names[number % len(names):] + names[:number % len(names)]:
            seen[name].append(contenders[name]())
    return {name: {part: Figure([each[part] for each in all_rounds]) for part in all_rounds[0]} for name, all_rounds in seen.items()}
