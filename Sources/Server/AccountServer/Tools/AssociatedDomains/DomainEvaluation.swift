import AccountPages
import AssociatedDomains
import SiteChecks
import WebClient

/// Makes what the page shows of what was met.
struct DomainEvaluation: Sendable {
    let question: CheckedDomainQuestion
    let access: ToolsConfiguration.SiteAccess

    func answer(_ met: [RouteVisits]) -> DomainAnswer {
        let files: [JudgedFile] =
            if case .text(let text) = question.source {
                [JudgedFile(text: text)]
            } else {
                met.map { JudgedFile(SiteCheck(route: $0.route, visits: $0.visits)) }
            }
        // Where both were asked, devices see the network's copy; the site's own file says what will become of it.
        guard let first = files.first else {
            return DomainAnswer(verdict: DomainVerdict(.bad, code: "nothing", headline: "Nothing was asked", reason: ""))
        }
        let link = question.link.flatMap { link in first.file.map { LinkReport(of: link, in: $0, question) } }
        let lines = link?.steps.prefix(LinkReport.mostListed).map(\.line) ?? []
        return DomainAnswer(
            verdict: verdict(of: files), services: services(in: first), link: link,
            files: files.map { $0.report(interest: lines, access: access) }, differences: differences(of: files))
    }

    private func verdict(of files: [JudgedFile]) -> DomainVerdict {
        let verdicts = files.map { DomainJudgement(file: $0, question: question, access: access).verdict }
        guard verdicts.count == 2, let own = verdicts.first, let copy = verdicts.last, own.code != copy.code else {
            return verdicts.first ?? DomainVerdict(.bad, code: "nothing", headline: "Nothing was asked", reason: "")
        }
        return DomainVerdict(
            own.tone == .bad ? .bad : .odd, code: "network-differs", headline: "The site and Apple’s network say different things",
            reason: "The site: \(own.headline). Apple’s network, which devices ask: \(copy.headline).",
            steps: own.tone == .bad
                ? own.steps : ["The network fetches the file again within a day; nothing makes it hurry."] + copy.steps)
    }

    private func services(in file: JudgedFile) -> [ServiceAnswer] {
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

    private func differences(of files: [JudgedFile]) -> [String]? {
        guard files.count == 2, let origin = files.first?.check, let cdn = files.last?.check,
            origin.file != nil || cdn.file != nil
        else { return nil }
        let lines = SiteDifference(origin: origin, cdn: cdn).lines
        let told = lines.prefix(Self.mostDifferences).map { $0.shortened(to: 300).asSentence }
        return lines.count > told.count ? told + ["And \(lines.count - told.count) more."] : Array(told)
    }

    private static let mostDifferences = 20
}

/// A file with where it came from and what is wrong with it.
struct JudgedFile {
    let origin: FileReport.Origin
    /// What was met; nil for a file that was pasted.
    let check: SiteCheck?
    /// What was sent, or pasted; nil where nothing was.
    let bytes: [UInt8]?
    let findings: [Finding]
    /// Nil where it cannot be read.
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
    /// With a capital at its beginning and a full stop at its end.
    var asSentence: String {
        let text = prefix(1).uppercased() + dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }

    /// The beginning, with nothing in it that is not shown.
    func shortened(to length: Int) -> String {
        let scalars = unicodeScalars.prefix(length).map { $0.isShown ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars)) + (unicodeScalars.count > length ? "…" : "")
    }
}
