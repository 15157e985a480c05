"""Rounds in which contenders alternate, so that other load on the machine affects all of them equally. The median counts."""

import os
import statistics

# More and shorter rounds tell more than few long ones: the load of a machine changes from second to second.
ROUNDS = int(os.environ.get("BENCH_ROUNDS", 4))


class Figure(float):
    """A median of rounds with the rounds themselves, and their spread as a share of it: half of the distance between the quartiles."""

    def __new__(cls, values):
        values = list(values)
        figure = super().__new__(cls, statistics.median(values))
        figure.rounds = values
        quartiles = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
        figure.spread = (quartiles[2] - quartiles[0]) / 2 / abs(figure) if figure else 0
        return figure

    def over(self, other):
        """The ratio to another figure of the same rounds: the median of the ratios of each round, which both were measured in at the
        same load."""
        return Figure(own / limit for own, limit in zip(self.rounds, other.rounds, strict=True))

    def plus(self, other):
        return Figure(own + more for own, more in zip(self.rounds, other.rounds, strict=True))

    def minus(self, other):
        return Figure(own - less for own, less in zip(self.rounds, other.rounds, strict=True))

    def times(self, factor):
        return Figure(own * factor for own in self.rounds)


def take_turns(contenders, rounds=ROUNDS):
    """Calls each contender once a round, in a rotating order, and returns for each the medians of its figures.

    `contenders` maps a name to a function without arguments that returns a dictionary of numbers.
    """
    seen = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(rounds):
        for name in names[number % len(names):] + names[:number % len(names)]:
            seen[name].append(contenders[name]())
    return {name: {part: Figure([each[part] for each in all_rounds]) for part in all_rounds[0]} for name, all_rounds in seen.items()}
