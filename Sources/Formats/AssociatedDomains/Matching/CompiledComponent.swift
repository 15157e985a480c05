/// A component ready to be matched, with what defaults say of it.
struct CompiledComponent: Sendable {
    /// A pattern for the value of an item of the query.
    struct Item: Sendable {
        let name: [UInt32]
        let pattern: URLPattern
    }

    /// Nil where the part may be anything.
    let path: URLPattern?
    let query: URLPattern?
    let items: [Item]
    let fragment: URLPattern?
    let view: TextView
    /// Whether a match keeps the link out of the app.
    let excludes: Bool

    /// - Parameter component: completed by its defaults.
    init(_ component: LinkComponent, _ compiler: inout PatternCompiler) {
        let view = TextView(
            isDecoded: component.percentEncoded?.value == false, isFolded: component.caseSensitive?.value == false)
        func compile(_ pattern: String, _ part: URLPattern.Part) -> URLPattern {
            compiler.pattern(pattern, for: part, isFolded: view.isFolded)
        }
        func unlessWildcard(_ pattern: URLPattern?) -> URLPattern? { pattern?.isWildcard == true ? nil : pattern }
        path = unlessWildcard(component.path.map { compile($0.value, .path) })
        fragment = unlessWildcard(component.fragment.map { compile($0.value, .other) })
        switch component.query?.value {
        case .whole(let pattern):
            query = unlessWildcard(compile(pattern, .other))
            items = []
        case .items(let list):
            query = nil
            items = list.map {
                Item(
                    name: PatternText.units($0.name.value, isFolded: false), pattern: compile($0.pattern.value, .other))
            }
        case .void, nil:
            query = nil
            items = []
        }
        self.view = view
        excludes = component.exclude?.value == true
    }

    func matches(_ texts: LinkTexts) -> Bool {
        if let path, !Self.matches(path, texts.path(view)) { return false }
        if let fragment, !Self.matches(fragment, texts.fragment(view)) { return false }
        if let query, !Self.matches(query, texts.query(view)) { return false }
        guard !items.isEmpty else { return true }
        let present = texts.items(view)
        return items.allSatisfy { item in Self.matches(item, present) }
    }

    /// A missing item counts as an empty one, and of several with the same name each must match.
    private static func matches(_ item: Item, _ present: [[UInt32]: [PatternText?]]) -> Bool {
        if item.pattern.isWildcard { return true }
        guard let values = present[item.name] else { return item.pattern.matches(emptyText) }
        return values.allSatisfy { matches(item.pattern, $0) }
    }

    private static func matches(_ pattern: URLPattern, _ text: PatternText?) -> Bool {
        text.map(pattern.matches) ?? false
    }

    /// What a missing item counts as.
    static var emptyText: PatternText { PatternText(units: []) }
}

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
