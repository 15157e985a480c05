/// A component with its defaults, prepared for matching.
struct CompiledComponent: Sendable {
    /// A pattern for the value of a query item.
    struct Item: Sendable {
        let name: [UInt32]
        let pattern: URLPattern
    }

    /// The pattern of the path. Nil if any path matches.
    let path: URLPattern?
    let query: URLPattern?
    let items: [Item]
    let fragment: URLPattern?
    let view: TextView
    /// Whether a match prevents the link from opening the app.
    let excludes: Bool

    /// - Parameter component: A component completed by its defaults.
    init(_ component: LinkComponent, _ compiler: inout PatternCompiler) {
        let view = TextView(
            isDecoded: component.percentEncoded?.value == false, isFolded: component.caseSensitive?.value == false)
        func compile(_ pattern: String, _ part: URLPattern.Part) -> URLPattern {
            compiler.pattern(pattern, for: part, isFolded: view.isFolded)
        }
        func unlessWildcard(_ pattern: URLPattern?) -> URLPattern? { pattern?.isWildcard == true ? nil : pattern }
        path = unlessWildcard(component.path.map { compile($0.value, .path) })
        fragment = unlessWildcard(component.fragment.map { compile($0.value, .other) })
        let query = compiler.query(of: component, isFolded: view.isFolded)
        self.query = unlessWildcard(query.whole)
        items = query.items
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

    /// Returns whether an item matches. A missing item counts as empty. Of several items with the same name, each must match.
    private static func matches(_ item: Item, _ present: [[UInt32]: [PatternText?]]) -> Bool {
        if item.pattern.isWildcard { return true }
        guard let values = present[item.name] else { return item.pattern.matches(emptyText) }
        return values.allSatisfy { matches(item.pattern, $0) }
    }

    private static func matches(_ pattern: URLPattern, _ text: PatternText?) -> Bool {
        text.map(pattern.matches) ?? false
    }

    /// The text of a missing item.
    static var emptyText: PatternText { PatternText(units: []) }
}

/// Compiles the patterns of a file.
///
/// A pattern of defaults applies to every component, so each pattern is compiled once. Variables can expand a small file to large
/// patterns: when the total exceeds ``maximumWeight``, the remaining patterns match nothing.
struct PatternCompiler {
    private struct Key: Hashable {
        let text: String
        let part: URLPattern.Part
        let isFolded: Bool
    }

    /// A query that is compiled once for all components that inherit it.
    struct Query {
        var whole: URLPattern?
        var items: [CompiledComponent.Item] = []
        fileprivate var weight = 0

        /// A query that was not compiled. Matches nothing.
        fileprivate static let tooLarge = Query(items: [CompiledComponent.Item(name: [], pattern: .tooLarge)])
    }

    private struct QueryKey: Hashable {
        let place: SourceRange
        let isFolded: Bool
    }

    private var queries: [QueryKey: Query] = [:]
    private let variables: PatternVariables
    private var known: [Key: URLPattern] = [:]
    private var weight = 0

    /// The maximum total weight of the patterns of a file, in plain steps. Equals six thousand patterns with `$(lang)`, which is
    /// more than fits in a file of 128 KB.
    static let maximumWeight = 16_000_000

    init(_ variables: PatternVariables = PatternVariables()) {
        self.variables = variables
    }

    /// Whether the patterns so far exceed the maximum weight.
    var isExhausted: Bool { weight > Self.maximumWeight }

    mutating func pattern(_ text: String, for part: URLPattern.Part, isFolded: Bool) -> URLPattern {
        guard !isExhausted else { return .tooLarge }
        let key = Key(text: text, part: part, isFolded: isFolded)
        let pattern = known[key] ?? URLPattern(text, for: part, isFolded: isFolded, variables: variables)
        known[key] = pattern
        // Looking up a text costs work too, even one of stars only, which is a single step.
        weight += max(pattern.weight, text.utf8.count)
        return isExhausted ? .tooLarge : pattern
    }
    mutating func query(of component: LinkComponent, isFolded: Bool) -> Query {
        guard let place = component.queryPlace else { return Query() }
        guard !isExhausted else { return .tooLarge }
        let key = QueryKey(place: place, isFolded: isFolded)
        var query = Query()
        if let known = queries[key] {
            query = known
            weight += known.weight
        } else {
            let before = weight
            switch component.query?.value {
            case .whole(let text): query.whole = pattern(text, for: .other, isFolded: isFolded)
            case .items(let items):
                for item in items where !isExhausted {
                    // Without their weight, a file could name many items in defaults, and inherit them often.
                    weight += item.name.value.utf8.count + 1
                    query.items.append(
                        .init(
                            name: PatternText.units(item.name.value, isFolded: false),
                            pattern: pattern(item.pattern.value, for: .other, isFolded: isFolded)))
                }
            case .void, nil: break
            }
            query.weight = weight - before
            queries[key] = query
        }
        return isExhausted ? .tooLarge : query
    }
}
