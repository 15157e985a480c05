extension LinkExplanation {
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
