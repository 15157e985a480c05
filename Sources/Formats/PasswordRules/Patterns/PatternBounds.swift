/// How often a part of a pattern stands: its quantifier in numbers.
struct PatternBounds: Equatable {
    var smallest: Int
    /// Nil where there is no upper bound.
    var largest: Int?

    static let once = PatternBounds(smallest: 1, largest: 1)
    static let anyNumber = PatternBounds(smallest: 0, largest: nil)
}
