/// Makes the patterns of a file ready to be matched.
///
/// A pattern in defaults is one of every component, so each is prepared once, however often it stands for one. And variables make much
/// of little: where the patterns come to more than ``maximumWeight`` together, the rest of them match nothing.
struct PatternCompiler {
    private struct Key: Hashable {
        let text: String
        let part: URLPattern.Part
        let isFolded: Bool
    }

    private let variables: PatternVariables
    private var known: [Key: URLPattern] = [:]
    private var weight = 0

    /// The most work that all patterns of a file may be together, in plain steps: six thousand that begin with `$(lang)`, which is
    /// more than a file of 128 KB holds.
    static let maximumWeight = 16_000_000

    init(_ variables: PatternVariables = PatternVariables()) {
        self.variables = variables
    }

    /// Whether the patterns so far are more work than is done.
    var isExhausted: Bool { weight > Self.maximumWeight }

    mutating func pattern(_ text: String, for part: URLPattern.Part, isFolded: Bool) -> URLPattern {
        guard !isExhausted else { return .tooLarge }
        let key = Key(text: text, part: part, isFolded: isFolded)
        let pattern = known[key] ?? URLPattern(text, for: part, isFolded: isFolded, variables: variables)
        known[key] = pattern
        // Looking a text up is work, too, also one of stars alone, which is a single step.
        weight += max(pattern.weight, text.utf8.count)
        return isExhausted ? .tooLarge : pattern
    }
}
