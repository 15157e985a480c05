/// The description of a metric: its name, kind and meaning.
package struct MetricFamily: Sendable {
    /// The kind of a metric.
    package enum Kind: Sendable {
        /// A value that only increases.
        case counter
        /// A value that increases and decreases.
        case gauge
        /// A histogram with buckets by their upper bounds, in increasing order. Times are in seconds.
        case histogram(bounds: [Double])

        var name: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    /// The name, from the label of swift-metrics.
    package let name: String
    /// The kind.
    package let kind: Kind
    /// One sentence for the operator.
    package let help: String

    /// Creates a family. Characters of `name` that Prometheus does not allow are replaced.
    package init(_ name: String, _ kind: Kind, help: String) {
        self.name = MetricName.metric(name)
        self.kind = kind
        self.help = help
    }

    /// The bounds of durations, from one millisecond to ten seconds. A lookup takes about one millisecond, a password hash about
    /// thirty.
    package static let durationBounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
}

/// Names with the characters that Prometheus allows.
enum MetricName {
    /// Returns the name of a metric: letters, digits, `_` and `:`, not beginning with a digit. Other characters of `label` become
    /// `_`.
    static func metric(_ label: String) -> String { name(label, allowsColon: true) }

    /// Returns the name of a label: letters, digits and `_`, not beginning with a digit. Reserved names receive the prefix
    /// `exported_`.
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
