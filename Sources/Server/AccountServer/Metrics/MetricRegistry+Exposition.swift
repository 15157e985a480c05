extension MetricRegistry {
    /// The media type of ``exposition()``.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// All metrics in Prometheus' text format, version 0.0.4. Families without series are left out.
    package func exposition() -> String {
        var text = ""
        for family in families where !family.series.isEmpty {
            let name = family.family.name
            text += "# HELP \(name) \(family.family.help.escaped(quotes: false))\n# TYPE \(name) \(family.family.kind.name)\n"
            let series = family.series.sorted { left, right in
                left.key.lexicographicallyPrecedes(right.key) { ($0.name, $0.value) < ($1.name, $1.value) }
            }
            for (labels, series) in series {
                switch family.family.kind {
                case .counter, .gauge: text += "\(name)\(labels.text()) \(series.current.value.text)\n"
                case .histogram(let bounds): text += Self.histogram(name, labels, bounds, series.current)
                }
            }
        }
        return text
    }

    /// Buckets are told as the number of observations up to their bound, so each holds those before it.
    private static func histogram(
        _ name: String, _ labels: [MetricLabel], _ bounds: [Double], _ values: MetricSeries.Values
    ) -> String {
        var text = ""
        var sum: UInt64 = 0
        for (bound, count) in zip(bounds + [.infinity], values.buckets) {
            sum += count
            text += "\(name)_bucket\(labels.text(adding: MetricLabel(name: "le", value: bound.text))) \(sum)\n"
        }
        return text + "\(name)_sum\(labels.text()) \(values.value.text)\n\(name)_count\(labels.text()) \(values.count)\n"
    }
}

extension [MetricLabel] {
    fileprivate func text(adding last: MetricLabel? = nil) -> String {
        let labels = self + (last.map { [$0] } ?? [])
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\($0.value.escaped(quotes: true))\"" }.joined(separator: ",") + "}"
    }
}

extension String {
    fileprivate func escaped(quotes: Bool) -> String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\"" where quotes: text += "\\\""
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Double {
    fileprivate var text: String {
        switch self {
        case .infinity: "+Inf"
        case -.infinity: "-Inf"
        case let value where value.isNaN: "NaN"
        case let value where value == value.rounded() && value.magnitude < 1e15: String(Int64(value))
        default: String(self)
        }
    }
}
