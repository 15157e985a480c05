"""Rounds in which contenders alternate, so that other load on the machine affects all of them equally. The median counts."""

import statistics


class Figure(float):
    """A median of rounds with their spread, as a share of it."""

    def __new__(cls, values):
        figure = super().__new__(cls, statistics.median(values))
        figure.spread = (max(values) - min(values)) / 2 / figure if figure else 0
        return figure


def take_turns(contenders, rounds):
    """Calls each contender once a round, in a rotating order, and returns for each the medians of its figures.

    `contenders` maps a name to a function without arguments that returns a dictionary of numbers.
    """
    seen = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(rounds):
        for name in names[number % len(names):] + names[:number % len(names)]:
            seen[name].append(contenders[name]())
    return {name: {part: Figure([each[part] for each in all_rounds]) for part in all_rounds[0]} for name, all_rounds in seen.items()}
