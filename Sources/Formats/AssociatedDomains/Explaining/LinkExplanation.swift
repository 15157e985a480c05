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
