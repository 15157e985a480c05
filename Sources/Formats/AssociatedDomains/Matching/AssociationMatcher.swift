/// The outcome for a link.
public enum LinkOutcome: String, Sendable, Hashable, CaseIterable {
    /// A component matched: the app opens.
    case matched
    /// An excluding component matched: the browser opens.
    case blocked
    /// No component matched: the browser opens.
    case none
}

/// The decision of a file about a link, with the component that made it.
public struct LinkDecision: Sendable, Hashable {
    /// The outcome for the link.
    public let outcome: LinkOutcome

    /// The index of the deciding entry of details, from 0. Nil if no component matched.
    public let details: Int?

    /// The index of the deciding component in its entry, from 0.
    public let component: Int?

    /// An app that the decision concerns.
    public let appID: String?

    static let none = LinkDecision(outcome: .none, details: nil, component: nil, appID: nil)
}

/// A file prepared for decisions about many links, as in Apple's `swcutil verify`.
public struct AssociationMatcher: Sendable {
    struct Entry: Sendable {
        let appIDs: [String]
        let components: [CompiledComponent]
    }

    let entries: [Entry]
    /// The first entry with patterns that match nothing because the patterns of the file are too large.
    let exhausted: Int?

    /// Prepares a file.
    public init(_ file: AssociationFile) {
        var compiler = PatternCompiler(PatternVariables(file.applinks?.variables ?? []))
        let defaults = file.applinks?.defaults
        var (entries, exhausted) = ([Entry](), Int?.none)
        for (index, details) in (file.applinks?.details ?? []).enumerated() {
            let components = details.components.map {
                CompiledComponent($0.completed(by: details.defaults).completed(by: defaults), &compiler)
            }
            entries.append(Entry(appIDs: details.appIDs.map(\.value), components: components))
            if exhausted == nil, compiler.isExhausted { exhausted = index }
        }
        self.entries = entries
        self.exhausted = exhausted
    }

    /// Returns the decision about a link.
    ///
    /// For each app, the first matching component over all entries that name it decides. If several apps are named, an app that
    /// matches takes precedence over one that is excluded.
    ///
    /// - Parameters:
    ///   - url: The link. Only `http` and `https` links can be universal links.
    ///   - appID: The app. Nil for all apps.
    public func decision(for url: LinkURL, appID: String? = nil) -> LinkDecision {
        url.isWeb ? decision(LinkTexts(url), appID: appID) : .none
    }

    func decision(_ texts: LinkTexts, appID: String?) -> LinkDecision {
        var blocked: LinkDecision?
        var blockedApps: Set<String> = []
        for (index, entry) in entries.enumerated() {
            let asked = entry.appIDs.first { (appID == nil || appID == $0) && !blockedApps.contains($0) }
            guard let asked, let component = entry.components.firstIndex(where: { $0.matches(texts) }) else { continue }
            guard entry.components[component].excludes else {
                return LinkDecision(outcome: .matched, details: index, component: component, appID: asked)
            }
            blockedApps.formUnion(entry.appIDs)
            blocked = blocked ?? LinkDecision(outcome: .blocked, details: index, component: component, appID: asked)
        }
        return blocked ?? .none
    }
}

/// A component or a list of components prepared without a file, as in Apple's `swcutil match`.
public struct ComponentMatcher: Sendable {
    let components: [CompiledComponent]

    /// Prepares components in order, without defaults and custom variables.
    public init(_ components: [LinkComponent]) {
        var compiler = PatternCompiler()
        self.components = components.map { CompiledComponent($0, &compiler) }
    }

    /// Returns the decision of the first matching component about a link, and its index.
    public func decision(for url: LinkURL) -> LinkDecision {
        guard url.isWeb else { return .none }
        let texts = LinkTexts(url)
        guard let index = components.firstIndex(where: { $0.matches(texts) }) else { return .none }
        let outcome: LinkOutcome = components[index].excludes ? .blocked : .matched
        return LinkDecision(outcome: outcome, details: nil, component: index, appID: nil)
    }
}
