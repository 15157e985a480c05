/// What becomes of a link.
public enum LinkOutcome: String, Sendable, Hashable, CaseIterable {
    /// A component matched: the app opens.
    case matched
    /// A component that excludes matched: the browser opens.
    case blocked
    /// No component matched: the browser opens.
    case none
}

/// What a file says of a link, and which component says it.
public struct LinkDecision: Sendable, Hashable {
    /// What becomes of the link.
    public let outcome: LinkOutcome

    /// The entry of details that decides, counted from 0; nil where none does.
    public let details: Int?

    /// The component of that entry that decides, counted from 0.
    public let component: Int?

    /// An app that the decision is about.
    public let appID: String?

    static let none = LinkDecision(outcome: .none, details: nil, component: nil, appID: nil)
}

/// A file prepared once to decide about many links, as Apple's `swcutil verify` does.
public struct AssociationMatcher: Sendable {
    struct Entry: Sendable {
        let appIDs: [String]
        let components: [CompiledComponent]
    }

    let entries: [Entry]
    /// The services without patterns that name an app.
    let listServices: [AssociatedService]
    /// The first entry some of whose patterns match nothing, as those of the file are too large together.
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
        listServices = AssociatedService.allCases.filter { $0 != .applinks && !file.appIDs(for: $0).isEmpty }
    }

    /// What becomes of a link.
    ///
    /// For each app the first component that matches decides, over all entries that name it, in their order. Of several apps, one
    /// that takes the link decides, else one that is excluded.
    ///
    /// - Parameters:
    ///   - url: the link. Links other than `http` and `https` are never universal links.
    ///   - appID: the one app to ask about; nil for all.
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

/// A component, or a list of them, prepared on its own, as for Apple's `swcutil match`.
public struct ComponentMatcher: Sendable {
    let components: [CompiledComponent]

    /// Prepares components in their order, without defaults and custom variables.
    public init(_ components: [LinkComponent]) {
        var compiler = PatternCompiler()
        self.components = components.map { CompiledComponent($0, &compiler) }
    }

    /// What the first component that matches says of a link, and which one that is.
    public func decision(for url: LinkURL) -> LinkDecision {
        guard url.isWeb else { return .none }
        let texts = LinkTexts(url)
        guard let index = components.firstIndex(where: { $0.matches(texts) }) else { return .none }
        let outcome: LinkOutcome = components[index].excludes ? .blocked : .matched
        return LinkDecision(outcome: outcome, details: nil, component: index, appID: nil)
    }
}
