import CoreMetrics
import Synchronization

/// The values of one metric with one label set, in the four roles of swift-metrics.
final class MetricSeries: Sendable {
    struct Values: Sendable {
        /// The value of a counter or gauge; the sum of a histogram.
        var value: Double = 0
        var count: UInt64 = 0
        /// The number of observations in each bucket, not cumulative. The last bucket is above all bounds.
        var buckets: [UInt64] = []
    }

    private let bounds: [Double]
    private let values: Mutex<Values>

    init(_ kind: MetricFamily.Kind) {
        bounds = if case .histogram(let bounds) = kind { bounds } else { [] }
        values = Mutex(Values(buckets: [UInt64](repeating: 0, count: bounds.count + 1)))
    }

    var current: Values { values.withLock { $0 } }

    private func add(_ amount: Double) { values.withLock { $0.value += amount } }

    private func replace(with value: Double) { values.withLock { $0.value = value } }

    private func observe(_ value: Double) {
        // NaN would make the sum unusable.
        guard !value.isNaN else { return }
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        values.withLock { values in
            values.value += value
            values.count += 1
            values.buckets[bucket] += 1
        }
    }
}

extension MetricSeries: CounterHandler, FloatingPointCounterHandler {
    func increment(by amount: Int64) { if amount > 0 { add(Double(amount)) } }
    func increment(by amount: Double) { if amount > 0 { add(amount) } }
    func reset() { replace(with: 0) }
}

/// The series as a gauge. It is a separate type because counter and gauge have a method with the same name and different
/// meanings.
final class GaugeSeries: MeterHandler, RecorderHandler {
    private let change: @Sendable (Double) -> Void
    private let replace: @Sendable (Double) -> Void

    init(change: @escaping @Sendable (Double) -> Void, replace: @escaping @Sendable (Double) -> Void) {
        self.change = change
        self.replace = replace
    }

    func set(_ value: Int64) { replace(Double(value)) }
    func set(_ value: Double) { replace(value) }
    func increment(by amount: Double) { change(amount) }
    func decrement(by amount: Double) { change(-amount) }
    func record(_ value: Int64) { replace(Double(value)) }
    func record(_ value: Double) { replace(value) }
}

/// The series as a histogram.
final class HistogramSeries: RecorderHandler, TimerHandler {
    private let observe: @Sendable (Double) -> Void

    init(observe: @escaping @Sendable (Double) -> Void) { self.observe = observe }

    func record(_ value: Int64) { observe(Double(value)) }
    func record(_ value: Double) { observe(value) }
    func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }
}

extension MetricSeries {
    var gauge: GaugeSeries { GaugeSeries(change: { self.add($0) }, replace: { self.replace(with: $0) }) }
    var histogram: HistogramSeries { HistogramSeries(observe: { self.observe($0) }) }
}
