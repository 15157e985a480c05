/// Counts the steps of reading a page or of a classification, so that a test can hold them to be linear without a clock.
struct WorkMeter {
    /// Letters looked at or written, elements and fields visited.
    private(set) var steps = 0

    mutating func add(_ steps: Int) { self.steps += steps }
}
