package import CoreMetrics
import Synchronization

/// The server's metrics: a factory for swift-metrics that Prometheus can scrape.
///
/// The memory is bounded. A family keeps at most `seriesLimit` label sets, and further ones count together under
/// `overflow="true"`. Families beyond `familyLimit` are discarded. Labels should still come from closed sets.
package final class MetricRegistry: Sendable {
    private struct State {
        var families: [String: Family]
    }

    struct Family: Sendable {
        let family: MetricFamily
        var series: [[MetricLabel]: MetricSeries] = [:]
    }

    private let seriesLimit: Int
    private let familyLimit: Int
    private let state: Mutex<State>

    /// Creates a registry.
    ///
    /// - Parameters:
    ///   - families: the known families. Other families are added at their first use, without a description.
    ///   - seriesLimit: the maximum number of label sets of one family.
    ///   - familyLimit: the maximum number of families.
    package init(_ families: [MetricFamily] = [], seriesLimit: Int = 512, familyLimit: Int = 256) {
        self.seriesLimit = seriesLimit
        self.familyLimit = familyLimit
        state = Mutex(State(families: Dictionary(families.map { ($0.name, Family(family: $0)) }) { first, _ in first }))
    }

    /// All families by name.
    var families: [Family] { state.withLock { $0.families }.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the series with this name and these labels, and creates it if necessary. Returns nil if the family would exceed
    /// the limit.
    private func series(
        _ label: String, _ dimensions: [(String, String)], otherwise kind: MetricFamily.Kind
    ) -> (series: MetricSeries, kind: MetricFamily.Kind)? {
        let name = MetricName.metric(label)
        let labels = MetricLabel.set(dimensions)
        return state.withLock { state in
            if state.families[name] == nil {
                guard state.families.count < familyLimit else { return nil }
                state.families[name] = Family(family: MetricFamily(name, kind, help: "No description."))
            }
            guard var family = state.families[name] else { return nil }
            var key = labels
            if family.series[key] == nil, family.series.count >= seriesLimit { key = [.overflow] }
            if let series = family.series[key] { return (series, family.family.kind) }
            let series = MetricSeries(family.family.kind)
            family.series[key] = series
            state.families[name] = family
            return (series, family.family.kind)
        }
    }
}

/// One label of a series.
struct MetricLabel: Hashable, Sendable {
    let name: String
    let value: String

    static let overflow = MetricLabel(name: "overflow", value: "true")

    /// Returns the labels sorted by name. If a name occurs twice, the first value is kept.
    static func set(_ dimensions: [(String, String)]) -> [MetricLabel] {
        let values = Dictionary(dimensions.map { (MetricName.label($0.0), $0.1) }) { first, _ in first }
        return values.sorted { $0.key < $1.key }.map { MetricLabel(name: $0.key, value: $0.value) }
    }
}

extension MetricRegistry: MetricsFactory {
    /// Returns a counter. If the name belongs to a gauge or histogram, the counter discards its values.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        guard case (let series, .counter)? = series(label, dimensions, otherwise: .counter) else {
            return NOOPMetricsHandler.instance
        }
        return series
    }

    /// Returns a floating-point counter, as ``makeCounter(label:dimensions:)``.
    package func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        guard case (let series, .counter)? = series(label, dimensions, otherwise: .counter) else {
            return NOOPMetricsHandler.instance
        }
        return series
    }

    /// Returns a gauge. If the name belongs to another kind, the gauge discards its values.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        guard case (let series, .gauge)? = series(label, dimensions, otherwise: .gauge) else { return NOOPMetricsHandler.instance }
        return series.gauge
    }

    /// Returns a histogram if `aggregate` is true, otherwise a gauge of the last value.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let kind = aggregate ? MetricFamily.Kind.histogram(bounds: MetricFamily.durationBounds) : .gauge
        switch series(label, dimensions, otherwise: kind) {
        case (let series, .histogram)?: return series.histogram
        case (let series, .gauge)?: return series.gauge
        default: return NOOPMetricsHandler.instance
        }
    }

    /// Returns a histogram of seconds. If the name belongs to another kind, the histogram discards its values.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let kind = MetricFamily.Kind.histogram(bounds: MetricFamily.durationBounds)
        guard case (let series, .histogram)? = series(label, dimensions, otherwise: kind) else {
            return NOOPMetricsHandler.instance
        }
        return series.histogram
    }

    // Series exist until the process ends. Their values stay valid and their number is bounded.

    /// Does nothing; series exist until the process ends.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing; series exist until the process ends.
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Does nothing; series exist until the process ends.
    package func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing; series exist until the process ends.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing; series exist until the process ends.
    package func destroyTimer(_ handler: any TimerHandler) {}
}

extension MetricRegistry {
    /// The media type of ``exposition()``.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// Returns all metrics in Prometheus' text format, version 0.0.4. Families without series are omitted.
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

    /// Formats a histogram. Each bucket is cumulative: the number of observations up to its bound.
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
