import AccountPages
import AssociatedDomains

extension LinkReport {
    /// The maximum number of steps that are shown.
    static let mostListed = 24

    /// Creates the report on a link with this file.
    init(of link: LinkURL, in file: AssociationFile, _ question: CheckedDomainQuestion) {
        let shown = "\(link)".shortened(to: 500)
        if let domain = question.domain, !link.isAt(domain: domain.text) {
            self.init(
                .bad, code: "other-host", link: shown, headline: "The link is not at \(domain)",
                reason:
                    "It is at \(link.host.shortened(to: 253)), whose own file applies. www and the bare domain are different sites."
            )
            return
        }
        let explanation = file.explain(link, appID: question.app?.description)
        let (steps, hidden) = LinkStep.all(of: explanation)
        let app = explanation.decision.appID?.shortened(to: 200) ?? "the app"
        let (tone, headline): (ToolTone, String) =
            switch explanation.decision.outcome {
            case .matched: (.good, "The link opens \(app)")
            case .blocked: (.odd, "The link stays in the browser: the file excludes it")
            case .none: (.bad, "The link stays in the browser: nothing in the file matches it")
            }
        self.init(
            tone, code: explanation.decision.outcome.rawValue, link: shown, headline: headline,
            reason: explanation.summary.shortened(to: 700), steps: steps, hiddenSteps: hidden)
    }
}

extension LinkStep {
    /// Returns the comparisons. If there are too many mismatches, returns those that came closest to a match.
    fileprivate static func all(of explanation: LinkExplanation) -> (listed: [LinkStep], hidden: Int) {
        var all: [(step: LinkStep, rank: Int)] = []
        for entry in explanation.entries {
            let name = entry.index.map { "Details \($0 + 1)" } ?? "The file"
            let apps = entry.appIDs.prefix(3).map { $0.shortened(to: 200) }.joined(separator: ", ")
            let others = entry.appIDs.count > 3 ? " and \(entry.appIDs.count - 3) more" : ""
            if entry.isPassedOver || entry.components.isEmpty {
                let reason =
                    entry.appIDs.isEmpty
                    ? "Skipped: it names no app."
                    : entry.isPassedOver
                        ? "Skipped: it names other apps, or an earlier entry applies to these."
                        : "It has no components to compare."
                all.append(
                    (LinkStep(.passed, name: name, line: entry.position.line, text: apps + others, reason: reason), Self.passedRank)
                )
                continue
            }
            for component in entry.components {
                all.append((LinkStep(component, of: name), component.mismatch.map(\.rank) ?? .max))
            }
        }
        guard all.count > LinkReport.mostListed else { return (all.map(\.step), 0) }
        let order = all.indices.sorted { (all[$1].rank, $0) < (all[$0].rank, $1) }
        let listed = order.prefix(LinkReport.mostListed).sorted().map { all[$0].step }
        return (listed, all.count - listed.count)
    }

    private init(_ component: LinkExplanation.Component, of entry: String) {
        let (outcome, reason): (Outcome, String) =
            if let mismatch = component.mismatch {
                (.fails, mismatch.reason.shortened(to: 500))
            } else if component.excludes {
                (.excludes, "It matches and excludes the link.")
            } else {
                (.matches, "It matches. The app opens.")
            }
        self.init(
            outcome, name: "\(entry), component \(component.index + 1)", line: component.position.line,
            text: component.title.shortened(to: 300), reason: reason)
    }

    /// The rank of skipped entries, after all comparisons.
    private static let passedRank = -1
}

extension LinkMismatch {
    /// The progress of the comparison: a later part and a later character are closer to a match.
    fileprivate var rank: Int {
        switch part {
        case .path: character
        case .fragment: 1_000_000 + character
        case .query, .item: 2_000_000 + character
        }
    }
}
