package import Accounts

extension ValueKind<Int> {
    /// Returns the kind of a whole number in decimal digits without leading zeros.
    static func integer(_ range: ClosedRange<Int>) -> ValueKind {
        ValueKind("whole number", allowed: "\(range.lowerBound) to \(range.upperBound)") { text throws(ValueRejection) in
            guard let number = Int(text), String(number) == text else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is not a whole number")
            }
            guard range.contains(number) else {
                throw ValueRejection("\(number) is too \(number < range.lowerBound ? "small" : "large")")
            }
            return number
        }
    }

    /// A TCP port.
    static var port: ValueKind { integer(1...65_535) }

    /// Returns the kind of a number of bytes with a unit.
    static func size(_ range: ClosedRange<Int>) -> ValueKind {
        let unit = QuantityUnits(units: [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)])
        return ValueKind("size", allowed: "\(unit.text(range.lowerBound)) to \(unit.text(range.upperBound))") {
            text throws(ValueRejection) in
            try unit.read(text, in: range)
        } write: {
            unit.text($0)
        }
    }
}

extension ValueKind<Duration> {
    /// Returns the kind of a duration with a unit, in whole milliseconds.
    static func duration(_ range: ClosedRange<Duration>) -> ValueKind {
        let unit = QuantityUnits(
            units: [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)])
        let bounds = Int(range.lowerBound / .milliseconds(1))...Int(range.upperBound / .milliseconds(1))
        return ValueKind("duration", allowed: "\(unit.text(bounds.lowerBound)) to \(unit.text(bounds.upperBound))") {
            text throws(ValueRejection) in
            .milliseconds(try unit.read(text, in: bounds))
        } write: {
            unit.text(Int($0 / .milliseconds(1)))
        }
    }
}

extension PasswordLinkLifetime {
    /// Parses a lifetime from a command line in the form of configuration durations, such as `30m`. Nil for any other text and
    /// for values out of range.
    package init?(spelled text: String) {
        guard let duration = try? ValueKind.duration(Self.bounds).read(.one(text)) else { return nil }
        self.init(duration)
    }
}

/// A number directly followed by a unit: `64KiB`, `10m`.
private struct QuantityUnits: Sendable {
    /// Largest first.
    let units: [(name: String, factor: Int)]

    func read(_ text: String, in range: ClosedRange<Int>) throws(ValueRejection) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), String(number) == digits,
            let unit = units.first(where: { $0.name == text.dropFirst(digits.count) })
        else {
            let names = units.reversed().map(\.name).joined(separator: ", ")
            throw ValueRejection("\(ValueRejection.quoted(text)) is not a whole number followed by one of \(names)")
        }
        let (value, overflow) = number.multipliedReportingOverflow(by: unit.factor)
        guard !overflow, value <= range.upperBound else { throw ValueRejection("\(text) is too large") }
        guard value >= range.lowerBound else { throw ValueRejection("\(text) is too small") }
        return value
    }

    /// Formats the value in the largest unit without a remainder.
    func text(_ value: Int) -> String {
        guard let unit = units.first(where: { value >= $0.factor && value % $0.factor == 0 }) ?? units.last else {
            return "\(value)"
        }
        return "\(value / unit.factor)\(unit.name)"
    }
}
