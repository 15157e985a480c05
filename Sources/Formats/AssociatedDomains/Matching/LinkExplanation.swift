/// How a file comes to decide about a link.
public struct LinkExplanation: Sendable {
    /// One component that was compared.
    public struct Component: Sendable {
        /// Which one, counted from 0.
        public let index: Int
        /// Where it stands.
        public let position: SourcePosition
        /// What it says, shortly: `"/buy/*" ?id="42" exclude`.
        public let title: String
        /// Whether it keeps links out of the app.
        public let excludes: Bool
        /// Why it does not match; nil where it does.
        public let mismatch: LinkMismatch?
    }

    /// One entry of details, or the components that were given alone.
    public struct Entry: Sendable {
        /// Which one, counted from 0; nil for components given alone.
        public let index: Int?
        /// Where it stands.
        public let position: SourcePosition
        /// The apps it names.
        public let appIDs: [String]
        /// The components up to the one that matches, or all.
        public let components: [Component]
        /// Whether it was passed over because it names none of the apps asked about, or an earlier entry excluded them.
        public let isPassedOver: Bool

        /// The component that matches.
        public var match: Component? { components.last.flatMap { $0.mismatch == nil ? $0 : nil } }
    }

    /// The link.
    public let url: LinkURL

    /// What it comes to.
    public let decision: LinkDecision

    /// The entries up to the one that decides.
    public let entries: [Entry]

    /// The services without patterns that name an app, or the app asked about: they hold for all of the domain.
    public let listServices: [AssociatedService]

    /// What becomes of the link and why, in one or two sentences.
    public var summary: String {
        guard url.isWeb else { return "Links of the scheme \(url.scheme.quoted) are never universal links." }
        let deciding = entries.first { $0.index == decision.details && decision.details != nil } ?? entries.first
        switch decision.outcome {
        case .matched: return "\(place(deciding)) matches: \(title(deciding))."
        case .blocked: return "\(place(deciding)) matches and excludes the link: \(title(deciding))."
        case .none: return noneSummary
        }
    }

    /// The whole way through the file, a line for each step.
    ///
    /// - Parameter isComplete: whether all components are listed; else, of many that do not match, those that came furthest.
    public func lines(isComplete: Bool = false) -> [String] {
        var lines: [String] = []
        for entry in entries {
            if let index = entry.index {
                let apps = entry.appIDs.isEmpty ? "no app" : entry.appIDs.map(\.quotedPlain).joined(separator: ", ")
                lines.append("details \(index + 1) (line \(entry.position.line)): \(apps)")
            }
            if entry.isPassedOver {
                lines.append("  passed over: \(entry.appIDs.isEmpty ? "it names no app" : "not asked about, or decided already")")
            } else if entry.components.isEmpty {
                lines.append("  nothing to compare: it has no components")
            }
            lines += componentLines(entry, isComplete: isComplete)
        }
        for service in listServices { lines.append("\(service.rawValue): holds for every address of the domain") }
        return lines
    }

    private func componentLines(_ entry: Entry, isComplete: Bool) -> [String] {
        let failed = entry.components.filter { $0.mismatch != nil }
        let isShortened = !isComplete && failed.count > Self.mostComponents
        let shown = Set((isShortened ? Self.nearest(failed) : failed).map(\.index))
        var lines: [String] = []
        if isShortened { lines.append("  \(failed.count) components do not match; these came furthest:") }
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
        guard !failed.isEmpty else { return "Nothing in the file says anything about links." }
        let furthest = failed.max { ($0.1.mismatch?.rank ?? 0) < ($1.1.mismatch?.rank ?? 0) }
        guard let (entry, component) = furthest, let mismatch = component.mismatch else { return "No component matches." }
        if failed.count == 1 { return "The component does not match: \(mismatch.reason)" }
        return "None of \(failed.count) components matches; \(Self.place(entry, component)) came furthest: \(mismatch.reason)"
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
    /// How the file comes to decide about a link.
    ///
    /// - Parameter appID: the one app to ask about; nil for all.
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
    /// What the component says, shortly.
    public var title: String {
        var parts: [String] = []
        if let path { parts.append(path.value.quoted) }
        switch query?.value {
        case .whole(let pattern): parts.append("?\(pattern.quoted)")
        case .items(let items): parts += items.map { "?\($0.name.value)=\($0.pattern.value.quoted)" }
        case .void: parts.append("? (void)")
        case nil: break
        }
        if let fragment { parts.append("#\(fragment.value.quoted)") }
        if parts.isEmpty { parts.append("any link") }
        if exclude?.value == true { parts.append("exclude") }
        if caseSensitive?.value == false { parts.append("in any case") }
        if percentEncoded?.value == false { parts.append("decoded") }
        return parts.joined(separator: " ")
    }
}

extension LinkExplanation {
    /// How components given alone come to decide about a link.
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
    /// The later the part and the character, the nearer to a match.
    fileprivate var rank: Int {
        switch part {
        case .path: character
        case .fragment: 1_000_000 + character
        case .query, .item: 2_000_000 + character
        }
    }
}

extension String {
    /// As `quoted`, without the marks.
    fileprivate var quotedPlain: String { String(quoted.dropFirst().dropLast()) }
}

/// Why a component does not match a link: the part that failed, and at which character.
public struct LinkMismatch: Sendable, Hashable {
    /// The parts of a URL that components look at.
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

    /// The part that failed.
    public let part: Part

    /// The pattern for it, as written.
    public let pattern: String

    /// What stands in the URL, as it was compared; nil where the URL has none, it could not be decoded, or the place was not looked
    /// for.
    public let text: String?

    /// The character of the text, counted from 1, at which the pattern found nothing to go on with; one beyond the last where it
    /// ends. 1 where it was not looked for, as the patterns of the file are large; the reason says so.
    public let character: Int

    /// Why, as a sentence.
    public let reason: String
}
