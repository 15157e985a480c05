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
