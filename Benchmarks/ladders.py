"""Ladders: the cost of a piece of work, one layer at a time above the bare limit, so that the price of each layer is a figure."""

import dataclasses

from rounds import Figure
from tables import Row


@dataclasses.dataclass
class Ladder:
    """`rungs` maps the layer that a rung adds to the cost of everything up to it, in microseconds of CPU, from the bottom."""

    title: str
    rungs: dict[str, Figure]

    def prices(self):
        """For each layer its price and the cost up to it. The price of the lowest is its cost; by noise a price may be below zero."""
        below, prices = None, []
        for name, cost in self.rungs.items():
            prices.append((name, cost if below is None else cost.minus(below), cost))
            below = cost
        return prices


def ladder_rows(ladders):
    rows = []
    for ladder in ladders:
        bottom = next(iter(ladder.rungs.values()))
        for index, (name, price, cost) in enumerate(ladder.prices()):
            ratio = cost.over(bottom)
            rows.append(Row(
                f"Ladder: {ladder.title}, CPU", name if index == 0 else f"+ {name}",
                microseconds(cost) if index == 0 else f"{microseconds(price, signed=True)}, {microseconds(cost)}", ratio=ratio,
                figure=ratio if index else None, spread=ratio.spread, is_relative=True))
    return rows


def microseconds(value, signed=False):
    """Four digits at most: milliseconds from ten of them on."""
    sign = "+" if signed else ""
    if abs(value) >= 10_000:
        return f"{value / 1000:{sign}.3g} ms"
    return f"{value:{sign}.3g} us" if abs(value) < 100 else f"{value:{sign},.0f} us"


def ladders_of(results):
    """The ladders of everything that was measured."""
    ladders = []
    if "sessionLadder" in results:
        ladders.append(Ladder("a session check", {
            LAYERS[name]: figures["cpuMilliseconds"].times(1000) for name, figures in results["sessionLadder"].items()}))
    if "signInLadder" in results.get("http", {}):
        ladders.append(Ladder("a sign-in", {
            name: figures["cpuMilliseconds"].times(1000) for name, figures in results["http"]["signInLadder"].items()}))
    if "identity" in results:
        ladders.append(Ladder("an identity token", {
            name: figures["microseconds"] for name, figures in results["identity"]["ladder"].items()}))
    if "ladder" in results.get("domains", {}):
        ladders.append(Ladder("an association file", {
            name: figures["microseconds"] for name, figures in results["domains"]["ladder"].items()}))
    if "device" in results:
        ladders += device_ladders(results["device"])
    return ladders


# The rungs of Benchmarks/Sources/SessionLadder.
LAYERS = {
    "route": "an empty Hummingbird route", "limits": "limits of connections", "identifiers": "request identifiers",
    "metrics": "metrics", "headers": "security headers", "table": "table of routes, client address",
    "read": "digest and point read", "server": "JSON, and the rest of the server",
}


def device_ladders(device):
    def ladder(title, part, names):
        return Ladder(title, {layer: device[part][name]["cpuMicroseconds"] for name, layer in names.items()})

    reads = {name: figures["cpuMicroseconds"] for name, figures in device["reads"].items()}
    ladders = [Ladder("a keychain read", {
        "a row of SQLite": reads["sqlite"], "decryption": reads["opened"], "messages": reads["opened"].plus(reads["messages"]),
        "query, policy session and broker": reads["inProcess"], "socket": reads["ownProcess"]})]
    for operation, told in (("sign", "signature"), ("exchange", "key agreement")):
        ladders.append(ladder(f"a {told} of the software enclave", f"{operation}InSoftware", {
            "bare": "swift-crypto", "enclave": "sealed key and its policy", "inProcess": "broker, database and audit trail",
            "ownProcess": "socket"}))
        part = device.get(f"{operation}InTPM")
        if part:
            bare, load = part["bare"]["cpuMicroseconds"], part["load"]["cpuMicroseconds"]
            ladders.append(Ladder(f"a {told} of a TPM", {
                "the bare TPM": bare, "loading the key": bare.plus(load), "policy session": part["enclave"]["cpuMicroseconds"],
                "broker, database and audit trail": part["inProcess"]["cpuMicroseconds"]}))
    return ladders
