"""Charts of ladders, as stacked bars, and of storms, as distributions."""

import html
import math

from ladders import microseconds

WIDTH = 480
SHADES = 8  # the classes s0 to s7


def ladder_chart(ladder):
    """One bar whose parts are the layers, and below it their names and prices. A price below zero, by noise, has no part."""
    prices = [(name, price) for name, price, _ in ladder.prices()]
    whole = sum(max(price, 0) for _, price in prices) or 1
    *_, (_, _, cost) = ladder.prices()
    parts, left = [], 0
    for index, (name, price) in enumerate(prices):
        shade, length = f"s{index % SHADES}", max(price, 0) / whole * WIDTH
        parts.append(
            f'<rect class="{shade}" x="{left:.1f}" y="0" width="{max(length - 1, 0):.1f}" height="26">'
            f"<title>{html.escape(name)}: {microseconds(price)}</title></rect>")
        left += length
        top = 44 + index * 20
        parts.append(
            f'<rect class="{shade}" x="0" y="{top - 10}" width="12" height="12" rx="2"/><text x="20" y="{top}">{html.escape(name)}</text>'
            f'<text x="{WIDTH - 60}" y="{top}" text-anchor="end">{microseconds(price, signed=index > 0)}</text>'
            f'<text class="quiet" x="{WIDTH}" y="{top}" text-anchor="end">{max(price, 0) / whole:.0%}</text>')
    told = ", ".join(f"{name} {microseconds(price)}" for name, price in prices)
    return figure(f"CPU of {ladder.title}: {microseconds(cost)}", told, 44 + len(prices) * 20 - 8, parts)


def storm_chart(name, figures):
    """The share of session checks that have a response within a time, idle and in a storm, by powers of ten."""
    curves = {state: curve(figures[f"{state}Buckets"]) for state in ("idle", "storm")}
    times = [time for points in curves.values() for time, _ in points]
    least, most = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    most = max(most, least + 1)
    left, right, top, bottom = 36, WIDTH - 24, 8, 150

    def across(time):
        return left + (math.log10(time) - least) / (most - least) * (right - left)

    def up(share):
        return bottom - share * (bottom - top)

    parts = []
    for power in range(least, most + 1):
        x = across(10.0 ** power)
        parts.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>')
        parts.append(f'<text class="quiet" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{10.0 ** power:g} ms</text>')
    for share in (0, 0.5, 0.99):
        parts.append(f'<line class="axis" x1="{left}" x2="{right}" y1="{up(share):.1f}" y2="{up(share):.1f}"/>')
        parts.append(f'<text class="quiet" x="{left - 4}" y="{up(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for state, points in curves.items():
        path = " ".join(f"{across(time):.1f},{up(share):.1f}" for time, share in points)
        parts.append(f'<polyline class="curve {state}" points="{path}"/>')
    legend = bottom + 36
    for index, state in enumerate(curves):
        x = left + index * 220
        told = f'{state}: p50 {figures[f"{state}P50Milliseconds"]:.3g} ms, p99 {figures[f"{state}P99Milliseconds"]:.3g} ms'
        parts.append(f'<line class="curve {state}" x1="{x}" x2="{x + 16}" y1="{legend - 4}" y2="{legend - 4}"/>')
        parts.append(f'<text x="{x + 22}" y="{legend}">{told}</text>')
    told = ", ".join(f'{state} p99 {figures[f"{state}P99Milliseconds"]:.3g} ms' for state in curves)
    return figure(f"Session checks while 32 connections sign in: {name}", told, legend + 8, parts)


def curve(buckets):
    """The share of times up to each, in milliseconds, with at most 200 points."""
    whole, seen, points = sum(count for _, count in buckets), 0, []
    for bound, count in buckets:
        seen += count
        points.append((max(bound, 1) / 1e6, seen / whole))
    step = max(1, len(points) // 200)
    return points[::step] + ([] if (len(points) - 1) % step == 0 else points[-1:])


def figure(title, told, height, parts):
    return (
        f'<figure><figcaption>{html.escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{html.escape(title)}: {html.escape(told)}">{"".join(parts)}</svg></figure>')
