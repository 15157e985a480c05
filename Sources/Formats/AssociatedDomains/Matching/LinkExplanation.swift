/// An explanation of a file's decision about a link.
public struct LinkExplanation: Sendable {
    /// A component that was compared.
    public struct Component: Sendable {
        /// The index of the component, from 0.
        public let index: Int
        /// The position of the component.
        public let position: SourcePosition
        /// A short description: `"/buy/*" ?id="42" exclude`.
        public let title: String
        /// Whether the component excludes links.
        public let excludes: Bool
        /// The reason why the component does not match. Nil if it matches.
        public let mismatch: LinkMismatch?
    }

    /// An entry of details, or components without a file.
    public struct Entry: Sendable {
        /// The index of the entry, from 0. Nil for components without a file.
        public let index: Int?
        /// The position of the entry.
        public let position: SourcePosition
        /// The apps that the entry names.
        public let appIDs: [String]
        /// The components up to the one that matches, or all.
        public let components: [Component]
        /// Whether the entry was skipped, because it names none of the requested apps or an earlier entry excluded them.
        public let isPassedOver: Bool

        /// The component that matches.
        public var match: Component? { components.last.flatMap { $0.mismatch == nil ? $0 : nil } }
    }

    /// The link.
    public let url: LinkURL

    /// The decision.
    public let decision: LinkDecision

    /// The entries up to the one that decides.
    public let entries: [Entry]

    /// The services without patterns that name an app or the requested app. They apply to the whole domain.
    public let listServices: [AssociatedService]

    /// The outcome and the reason, in one or two sentences.
    public var summary: String {
        guard url.isWeb else { return "Links of the scheme \(url.scheme.quoted) are never universal links." }
        let deciding = entries.first { $0.index == decision.details && decision.details != nil } ?? entries.first
        switch decision.outcome {
        case .matched: return "\(place(deciding)) matches: \(title(deciding))."
        case .blocked: return "\(place(deciding)) matches and excludes the link: \(title(deciding))."
        case .none: return noneSummary
        }
    }

    /// Returns all steps of the decision, one line each.
    ///
    /// - Parameter isComplete: Whether to list all components. Otherwise, if many do not match, only those that came closest are
    ///   listed.
    public func lines(isComplete: Bool = false) -> [String] {
        var lines: [String] = []
        for entry in entries {
            if let index = entry.index {
                let apps = entry.appIDs.isEmpty ? "no app" : entry.appIDs.map(\.quotedPlain).joined(separator: ", ")
                lines.append("details \(index + 1) (line \(entry.position.line)): \(apps)")
            }
            if entry.isPassedOver {
                lines.append("  skipped: \(entry.appIDs.isEmpty ? "it names no app" : "not requested, or already decided")")
            } else if entry.components.isEmpty {
                lines.append("  nothing to compare: it has no components")
            }
            lines += componentLines(entry, isComplete: isComplete)
        }
        for service in listServices { lines.append("\(service.rawValue): applies to every URL of the domain") }
        return lines
    }

    private func componentLines(_ entry: Entry, isComplete: Bool) -> [String] {
        let failed = entry.components.filter { $0.mismatch != nil }
        let isShortened = !isComplete && failed.count > Self.mostComponents
        let shown = Set((isShortened ? Self.nearest(failed) : failed).map(\.index))
        var lines: [String] = []
        if isShortened { lines.append("  \(failed.count) components do not match; these came closest:") }
        for component in entry.components {
            let head = "  component \(component.index + 1) (line \(component.position.line)): \(component.title)"
            if let mismatch = component.mismatch {
                if shown.contains(component.index) { lines += [head, "    no: \(mismatch.reason)"] }
            } else {
                lines += [head, "    yes: \(component.excludes ? "excluded, the browser opens" : "the app opens")"]
            }
        }
        return lines
    }

    private var noneSummary: String {
        let failed = entries.flatMap { entry in entry.components.map { (entry, $0) } }
        guard !failed.isEmpty else { return "The file has no components for links." }
        let furthest = failed.max { ($0.1.mismatch?.rank ?? 0) < ($1.1.mismatch?.rank ?? 0) }
        guard let (entry, component) = furthest, let mismatch = component.mismatch else { return "No component matches." }
        if failed.count == 1 { return "The component does not match: \(mismatch.reason)" }
        return "None of \(failed.count) components matches; \(Self.place(entry, component)) came closest: \(mismatch.reason)"
    }

    private func place(_ entry: Entry?) -> String {
        guard let entry, let match = entry.match else { return "A component" }
        let place = Self.place(entry, match)
        return place.prefix(1).uppercased() + place.dropFirst() + (decision.appID.map { " (\($0.quotedPlain))" } ?? "")
    }

    private static func place(_ entry: Entry, _ component: Component) -> String {
        "component \(component.index + 1)" + (entry.index.map { " of details \($0 + 1)" } ?? "")
    }

    private func title(_ entry: Entry?) -> String { entry?.match?.title ?? "" }

    private static func nearest(_ failed: [Component]) -> [Component] {
        Array(failed.sorted { ($0.mismatch?.rank ?? 0) > ($1.mismatch?.rank ?? 0) }.prefix(3))
    }

    private static let mostComponents = 12
}

extension AssociationFile {
    /// Explains the file's decision about a link.
    ///
    /// - Parameter appID: The app. Nil for all apps.
    public func explain(_ url: LinkURL, appID: String? = nil) -> LinkExplanation {
        let matcher = AssociationMatcher(self)
        let decision = matcher.decision(for: url, appID: appID)
        let texts = LinkTexts(url)
        let last = decision.outcome == .matched ? decision.details ?? 0 : matcher.entries.count - 1
        var (entries, blockedApps, work) = ([LinkExplanation.Entry](), Set<String>(), 0)
        for (index, details) in (applinks?.details ?? []).enumerated() where index <= last && url.isWeb {
            let apps = matcher.entries[index].appIDs
            let isAsked = apps.contains { (appID == nil || appID == $0) && !blockedApps.contains($0) }
            let components = isAsked ? account(of: details, matcher.entries[index].components, texts, &work) : []
            let entry = LinkExplanation.Entry(
                index: index, position: position(of: details.place), appIDs: apps, components: components, isPassedOver: !isAsked)
            if entry.match?.excludes == true { blockedApps.formUnion(apps) }
            entries.append(entry)
        }
        let lists = AssociatedService.allCases.filter { service in
            service != .applinks && appIDs(for: service).contains { appID == nil || appID == $0 }
        }
        return LinkExplanation(url: url, decision: decision, entries: entries, listServices: lists)
    }

    private func account(
        of details: LinkDetails, _ compiled: [CompiledComponent], _ texts: LinkTexts, _ work: inout Int
    ) -> [LinkExplanation.Component] {
        var result: [LinkExplanation.Component] = []
        for (index, (component, compiled)) in zip(details.components, compiled).enumerated() {
            let whole = component.completed(by: details.defaults).completed(by: applinks?.defaults)
            let mismatch = MismatchFinder(component: whole, compiled: compiled, texts: texts).mismatch(&work)
            result.append(
                LinkExplanation.Component(
                    index: index, position: position(of: component.place), title: component.title, excludes: compiled.excludes,
                    mismatch: mismatch))
            if mismatch == nil { break }
        }
        return result
    }
}

extension LinkComponent {
    /// A short description of the component.
    public var title: String {
        var parts: [String] = []
        if let path { parts.append(path.value.quoted) }
        switch query?.value {
        case .whole(let pattern): parts.append("?\(pattern.quoted)")
        case .items(let items):
            let shown = Array(items.prefix(Self.mostShownItems + 1))
            parts += shown.prefix(Self.mostShownItems).map { "?\($0.name.value)=\($0.pattern.value.quoted)" }
            if shown.count > Self.mostShownItems { parts.append("…") }
        case .void: parts.append("? (void)")
        case nil: break
        }
        if let fragment { parts.append("#\(fragment.value.quoted)") }
        if parts.isEmpty { parts.append("any link") }
        if exclude?.value == true { parts.append("exclude") }
        if caseSensitive?.value == false { parts.append("case-insensitive") }
        if percentEncoded?.value == false { parts.append("decoded") }
        return parts.joined(separator: " ")
    }

    private static let mostShownItems = 8
}

extension LinkExplanation {
    /// Explains the decision of components without a file.
    init(_ components: ComponentList, _ url: LinkURL) {
        let texts = LinkTexts(url)
        var (accounts, work) = ([Component](), 0)
        for (index, (component, compiled)) in zip(components.components, components.matcher.components).enumerated() {
            let mismatch = MismatchFinder(component: component, compiled: compiled, texts: texts).mismatch(&work)
            accounts.append(
                Component(
                    index: index, position: components.position(of: component.place), title: component.title,
                    excludes: compiled.excludes, mismatch: mismatch))
            if mismatch == nil { break }
        }
        let entry = Entry(index: nil, position: .start, appIDs: [], components: accounts, isPassedOver: false)
        self.init(url: url, decision: components.matcher.decision(for: url), entries: [entry], listServices: [])
    }
}

extension LinkMismatch {
    /// The rank of the mismatch: a later part and a later character are closer to a match.
    fileprivate var rank: Int {
        switch part {
        case .path: character
        case .fragment: 1_000_000 + character
        case .query, .item: 2_000_000 + character
        }
    }
}

extension String {
    /// The quoted text without its quotation marks.
    fileprivate var quotedPlain: String { String(quoted.dropFirst().dropLast()) }
}

/// The reason why a component does not match a link: the part that failed, and the character.
public struct LinkMismatch: Sendable, Hashable {
    /// The parts of a URL that components compare.
    public enum Part: Sendable, Hashable {
        /// The path.
        case path
        /// The whole query.
        case query
        /// The value of an item of the query.
        case item(String)
        /// The fragment.
        case fragment
    }

    /// The part that does not match.
    public let part: Part

    /// The pattern for the part, as written.
    public let pattern: String

    /// The text that was compared. Nil if the URL has none, if it cannot be decoded, or if the position was not determined.
    public let text: String?

    /// The character at which the pattern fails, counted from 1. One more than the length if the text ends too early. 1 if the
    /// position was not determined because the patterns of the file are large; the reason says so.
    public let character: Int

    /// The reason, as a sentence.
    public let reason: String
}
