/// What is known of a metric before it is measured: its name, kind, and meaning.
package struct MetricFamily: Sendable {
    /// The kinds.
    package enum Kind: Sendable {
        /// Only ever rises.
        case counter
        /// Rises and falls.
        case gauge
        /// Sorts what it is given into buckets, by their upper bounds in rising order. Times are in seconds.
        case histogram(bounds: [Double])

        var name: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    /// The name as swift-metrics' label gives it.
    package let name: String
    /// The kind.
    package let kind: Kind
    /// One sentence for the operator.
    package let help: String

    /// A family; `name` is brought into Prometheus' alphabet.
    package init(_ name: String, _ kind: Kind, help: String) {
        self.name = MetricName.metric(name)
        self.kind = kind
        self.help = help
    }

    /// From one millisecond to ten seconds: a lookup takes about one, a password hash thirty.
    package static let durationBounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
}

/// Names in the alphabet of Prometheus.
enum MetricName {
    /// A metric's name: letters, digits, `_` and `:`, no digit in front. Whatever else stands in `label` becomes `_`.
    static func metric(_ label: String) -> String { name(label, allowsColon: true) }

    /// A label's name: letters, digits and `_`, no digit in front, and none of those that Prometheus keeps for itself.
    static func label(_ label: String) -> String {
        let name = name(label, allowsColon: false)
        return name.hasPrefix("__") || name == "le" || name == "quantile" ? "exported_" + name : name
    }

    private static func name(_ text: String, allowsColon: Bool) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "_": name.unicodeScalars.append(scalar)
            case "0"..."9":
                if name.isEmpty { name = "_" }
                name.unicodeScalars.append(scalar)
            case ":" where allowsColon: name.unicodeScalars.append(scalar)
            default: name.append("_")
            }
        }
        return name.isEmpty ? "_" : name
    }
}
