package import CoreMetrics
import Synchronization

/// The server's metrics: a factory for swift-metrics, and what Prometheus reads.
///
/// Bounded whatever is put in: a family keeps at most `seriesLimit` sets of labels, and whatever comes beyond counts together under
/// `overflow="true"`; families beyond `familyLimit` are not kept at all. Labels should come from closed sets nevertheless.
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

    /// A registry.
    ///
    /// - Parameters:
    ///   - families: what is known beforehand. Others are taken up when they are first used, without a meaning to show.
    ///   - seriesLimit: the largest number of sets of labels of one family.
    ///   - familyLimit: the largest number of families.
    package init(_ families: [MetricFamily] = [], seriesLimit: Int = 512, familyLimit: Int = 256) {
        self.seriesLimit = seriesLimit
        self.familyLimit = familyLimit
        state = Mutex(State(families: Dictionary(families.map { ($0.name, Family(family: $0)) }) { first, _ in first }))
    }

    /// All families by name.
    var families: [Family] { state.withLock { $0.families }.sorted { $0.key < $1.key }.map(\.value) }

    /// The series of that name and labels, made where there is none; nil where the family is one too many.
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

    /// Labels in the order of their names, each name once; of a name given twice the first value stays.
    static func set(_ dimensions: [(String, String)]) -> [MetricLabel] {
        let values = Dictionary(dimensions.map { (MetricName.label($0.0), $0.1) }) { first, _ in first }
        return values.sorted { $0.key < $1.key }.map { MetricLabel(name: $0.key, value: $0.value) }
    }
}

extension MetricRegistry: MetricsFactory {
    /// A counter. One under the name of a gauge or histogram goes nowhere.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        guard case (let series, .counter)? = series(label, dimensions, otherwise: .counter) else {
            return NOOPMetricsHandler.instance
        }
        return series
    }

    /// A counter of fractions; as ``makeCounter(label:dimensions:)``.
    package func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        guard case (let series, .counter)? = series(label, dimensions, otherwise: .counter) else {
            return NOOPMetricsHandler.instance
        }
        return series
    }

    /// A gauge. One under the name of another kind goes nowhere.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        guard case (let series, .gauge)? = series(label, dimensions, otherwise: .gauge) else { return NOOPMetricsHandler.instance }
        return series.gauge
    }

    /// A histogram where `aggregate` is set, and otherwise a gauge of the last value.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let kind = aggregate ? MetricFamily.Kind.histogram(bounds: MetricFamily.durationBounds) : .gauge
        switch series(label, dimensions, otherwise: kind) {
        case (let series, .histogram)?: return series.histogram
        case (let series, .gauge)?: return series.gauge
        default: return NOOPMetricsHandler.instance
        }
    }

    /// A histogram of seconds. One under the name of another kind goes nowhere.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let kind = MetricFamily.Kind.histogram(bounds: MetricFamily.durationBounds)
        guard case (let series, .histogram)? = series(label, dimensions, otherwise: kind) else {
            return NOOPMetricsHandler.instance
        }
        return series.histogram
    }

    // Series are kept until the process ends: what was counted stays true, and their number is bounded.

    /// Does nothing.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing.
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Does nothing.
    package func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing.
    package func destroyTimer(_ handler: any TimerHandler) {}
}

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
