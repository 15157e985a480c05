import AssociatedDomains
import JSONText

/// What becomes of a link, in the words of the command.
struct LinkAnswer {
    let outcome: LinkOutcome
    let explanation: String

    private init(_ outcome: LinkOutcome, _ explanation: String) {
        self.outcome = outcome
        self.explanation = explanation
    }

    /// What the patterns say.
    init(matching explanation: LinkExplanation) {
        self.init(explanation.decision.outcome, explanation.summary)
    }

    /// What `swcutil verify` says: services without patterns match every link, and the domain must be that of the link.
    init(verifying explanation: LinkExplanation, domain: String?) {
        if let domain, !explanation.url.isAt(domain: domain) {
            self.init(.none, "The link is at \(explanation.url.host), not at the domain asked about.")
        } else if explanation.decision.outcome == .none, explanation.url.isWeb, let service = explanation.listServices.first {
            self.init(
                .matched, "\(service.rawValue) holds for every address of the domain. As a link: \(explanation.summary.spoken).")
        } else {
            self.init(matching: explanation)
        }
    }

    var json: JSONValue { ["result": .string(outcome.rawValue), "explanation": .string(explanation)] }

    /// The answer as a line, such as `matched: component 1 of …`.
    var line: String { "\(outcome.rawValue): \(explanation.spoken)" }
}
