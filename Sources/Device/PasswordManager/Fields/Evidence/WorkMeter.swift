/// Counts the steps of a classification, so that a test can hold them to be linear without a clock.
struct WorkMeter {
    /// Letters looked at, and fields visited.
    private(set) var steps = 0

    mutating func add(_ steps: Int) { self.steps += steps }
}
