import AccountPages
import Accounts
import AssociatedDomains
import SiteChecks
import WebClient

/// Converts fetch results to the content of the page.
struct DomainEvaluation: Sendable {
    let question: CheckedDomainQuestion
    let access: ToolsConfiguration.SiteAccess

    func answer(_ met: [RouteVisits]) -> DomainAnswer {
        let files: [EvaluatedFile] =
            if case .text(let text) = question.source {
                [EvaluatedFile(text: text)]
            } else {
                met.map { EvaluatedFile(SiteCheck(route: $0.route, visits: $0.visits)) }
            }
        // With both sources, devices use the network's copy; the site's file shows what the copy will become.
        guard let first = files.first else {
            return DomainAnswer(verdict: ToolVerdict(.bad, code: "nothing", headline: "Nothing was checked", reason: ""))
        }
        let link = question.link.flatMap { link in first.file.map { LinkReport(of: link, in: $0, question) } }
        let lines = link?.steps.prefix(LinkReport.mostListed).map(\.line) ?? []
        return DomainAnswer(
            verdict: verdict(of: files), services: services(in: first), link: link,
            files: files.map { $0.report(interest: lines, access: access) }, differences: differences(of: files))
    }

    private func verdict(of files: [EvaluatedFile]) -> ToolVerdict {
        let verdicts = files.map { DomainSummary(file: $0, question: question, access: access).verdict }
        guard verdicts.count == 2, let own = verdicts.first, let copy = verdicts.last, own.code != copy.code else {
            return verdicts.first ?? ToolVerdict(.bad, code: "nothing", headline: "Nothing was checked", reason: "")
        }
        return ToolVerdict(
            own.tone == .bad ? .bad : .odd, code: "network-differs", headline: "The site and Apple’s network differ",
            reason: "The site: \(own.headline). Apple’s network, which devices use: \(copy.headline).",
            steps: own.tone == .bad
                ? own.steps : ["The network fetches the file again within a day. You cannot speed this up."] + copy.steps)
    }

    private func services(in file: EvaluatedFile) -> [ServiceAnswer] {
        guard let text = file.file else { return [] }
        let asked =
            question.services.isEmpty
            ? DomainService.allCases.compactMap { AssociatedService(rawValue: $0.rawValue) } : question.services
        return AppAssociation.all(of: question.app, for: asked, in: text).compactMap { association in
            DomainService(rawValue: association.service.rawValue).map {
                ServiceAnswer($0, isAssociated: association.isAssociated, reason: association.explanation.asSentence)
            }
        }
    }

    private func differences(of files: [EvaluatedFile]) -> [String]? {
        guard files.count == 2, let origin = files.first?.check, let cdn = files.last?.check,
            origin.file != nil || cdn.file != nil
        else { return nil }
        let lines = SiteDifference(origin: origin, cdn: cdn).lines
        let told = lines.prefix(Self.mostDifferences).map { $0.shortened(to: 300).asSentence }
        return lines.count > told.count ? told + ["And \(lines.count - told.count) more."] : Array(told)
    }

    private static let mostDifferences = 20
}

/// A file with its source and its findings.
struct EvaluatedFile {
    let origin: FileReport.Origin
    /// The fetch results; nil for pasted text.
    let check: SiteCheck?
    /// The received or pasted bytes; nil if nothing was received.
    let bytes: [UInt8]?
    let findings: [Finding]
    /// The parsed file. Nil if the file cannot be parsed.
    let file: AssociationFile?

    init(_ check: SiteCheck) {
        origin = check.route == .origin ? .site : .network
        self.check = check
        bytes = check.body
        findings = check.findings
        file = check.file
    }

    init(text: [UInt8]) {
        origin = .pasted
        check = nil
        bytes = text
        findings = AssociationFile.lint(text)
        file = try? AssociationFile(text)
    }
}

extension String {
    /// The text with a capital first letter and a final full stop.
    var asSentence: String {
        let text = prefix(1).uppercased() + dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }

    /// Returns the beginning of the text, with invisible characters replaced.
    func shortened(to length: Int) -> String {
        let scalars = unicodeScalars.prefix(length).map { $0.isShown ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars)) + (unicodeScalars.count > length ? "…" : "")
    }
}
