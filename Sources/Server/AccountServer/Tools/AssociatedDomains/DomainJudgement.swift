import AccountPages
import AssociatedDomains
import HTTPTypes
import SiteChecks
import WebClient

/// What one file, or the lack of one, comes to: the answer in short, with the remedy.
struct DomainJudgement {
    let file: JudgedFile
    let question: CheckedDomainQuestion
    let access: ToolsConfiguration.SiteAccess

    var verdict: DomainVerdict {
        if let check = file.check {
            if let failure = check.failure { return unanswered(failure) }
            if check.status != 200 { return unserved(check.status ?? 0) }
        }
        guard let text = file.file else { return unreadable }
        return question.app.map { judged($0, text) } ?? listed(text)
    }

    /// The site in a sentence.
    private var siteName: String { question.domain?.text ?? "the site" }

    /// Who was asked.
    private var asked: String { file.origin == .network ? "Apple’s network" : siteName }

    private func unserved(_ status: Int) -> DomainVerdict {
        let finding = file.findings.first { $0.severity == .error }
        let headline =
            switch status {
            case 300..<400: "\(asked) redirects, which devices do not follow"
            case 400..<500 where file.origin == .network: "Apple’s network has no file of \(siteName)"
            case 400..<500: "\(siteName) has no association file"
            case 500..<600: "\(asked) fails with status \(status)"
            default: "\(asked) answers with status \(status)"
            }
        let steps =
            file.origin == .network && (400..<500).contains(status)
            ? ["Ask the site itself here: what is wrong there keeps the network from having its file."]
            : [finding?.remedy].compactMap(\.self)
        return DomainVerdict(
            .bad, code: finding?.code.rawValue ?? "not-served", headline: headline,
            reason: "So no app is associated with \(siteName): no passwords are offered, and links open in the browser.",
            steps: steps)
    }

    private var unreadable: DomainVerdict {
        let finding = file.findings.first { $0.severity == .error }
        return DomainVerdict(
            .bad, code: finding?.code.rawValue ?? "unreadable", headline: "The file of \(siteName) cannot be read",
            reason: "\(finding?.message ?? "") Devices drop the whole file, so no app is associated.",
            steps: [finding?.remedy].compactMap(\.self))
    }

    /// Without an app: what is there.
    private func listed(_ text: AssociationFile) -> DomainVerdict {
        let apps = Set(AssociatedService.allCases.flatMap { text.appIDs(for: $0) })
        let asked = question.services.first
        if let service = asked, text.appIDs(for: service).isEmpty {
            return DomainVerdict(
                .bad, code: "names-no-app", headline: "The file of \(siteName) names no app for \(service.rawValue)",
                reason: "Whatever app asks, it is not associated for this service.", steps: [remedy(for: service, app: nil)])
        }
        guard !apps.isEmpty else {
            return DomainVerdict(
                .bad, code: "names-no-app", headline: "The file of \(siteName) names no app",
                reason: "It can be read, and associates nothing.",
                steps: [remedy(for: .webcredentials, app: nil)])
        }
        let errors = file.findings.count { $0.severity == .error }
        return DomainVerdict(
            errors > 0 ? .odd : .good, code: "names-apps",
            headline: "The file of \(siteName) can be read, and names \(apps.count == 1 ? "one app" : "\(apps.count) apps")",
            reason: errors > 0
                ? "A part of it is of no effect: see what was found." : "Give an app identifier to see whether it is among them.")
    }

    private func judged(_ app: AppIdentifier, _ text: AssociationFile) -> DomainVerdict {
        let all = question.services.isEmpty ? [.webcredentials, .applinks, .appclips, .activitycontinuation] : question.services
        let associations = AppAssociation.all(of: app, for: all, in: text)
        let held = associations.filter(\.isAssociated)
        guard let first = held.first else {
            let service = question.services.first ?? .webcredentials
            // The nearest thing to the app in the file says most.
            let telling = associations.first { !text.appIDs(for: $0.service).isEmpty } ?? associations.first
            return DomainVerdict(
                .bad, code: "not-associated", headline: "\(siteName) is not associated with \(app)",
                reason: telling.map { "Under \($0.service.rawValue), \($0.explanation).".asSentence } ?? "",
                steps: [remedy(for: telling?.service ?? service, app: app)])
        }
        let hasErrors = file.findings.contains { $0.severity == .error }
        return DomainVerdict(
            hasErrors ? .odd : .good, code: "associated",
            headline: "\(siteName) is associated with \(app)",
            reason: "For " + held.map(\.service.purpose).joined(separator: ", ") + "."
                + (hasErrors ? " Another part of the file is of no effect: see what was found." : ""),
            steps: [
                "If it does not work all the same, look at the signed app: its entitlement has to say "
                    + "\(first.service.rawValue):\(question.domain?.text ?? "and the domain").",
                "Devices ask Apple’s network, whose copy may be a day old, and ask again when an app is installed, or after about a week.",
            ])
    }

    private func remedy(for service: AssociatedService, app: AppIdentifier?) -> String {
        let name = app.map(\.description) ?? "the app, as ABCDE12345.com.example.app,"
        return service == .applinks
            ? "Add \(name) to appIDs of an entry of applinks.details." : "Add \(name) to the list apps of \(service.rawValue)."
    }
}

extension AssociatedService {
    /// What it is for, within a sentence.
    var purpose: String {
        switch self {
        case .webcredentials: "passwords and passkeys"
        case .applinks: "universal links"
        case .appclips: "App Clips"
        case .activitycontinuation: "Handoff"
        }
    }
}

extension DomainJudgement {
    /// Nobody answered, or not well.
    private func unanswered(_ error: WebClientError) -> DomainVerdict {
        let words = FetchFailureWords(error, access: access)
        return DomainVerdict(
            .bad, code: words.code, headline: "\(file.origin == .network ? "Apple’s network" : siteName) \(words.headline)",
            reason: words.meaning,
            steps: words.remedy.map { [$0] } ?? [])
    }
}

/// Why there was no answer, in words for whoever asked.
///
/// Strangers are not told whether a name leads nowhere or to a machine of our own network, nor to which address: this page would be a
/// map of that network otherwise.
struct FetchFailureWords {
    let code: String
    /// What follows the name of who was asked.
    let headline: String
    /// The same as a sentence of its own, with details where they may be told.
    let outcome: String
    /// What a device does then, as a sentence.
    let meaning: String
    let remedy: String?

    init(_ error: WebClientError, access: ToolsConfiguration.SiteAccess) {
        switch error {
        case .unresolvable, .addressesRefused, .insecure:
            code = "no-public-address"
            headline = access == .all ? "has no address" : "has no public address"
            outcome = "The name \(headline)."
            meaning = "Devices find nobody to ask. " + Self.tryAgain
            remedy = "Check the name and its DNS records."
        case .untrusted(let reason):
            code = "untrusted-certificate"
            headline = "shows a certificate that is not trusted"
            outcome = "No trusted connection: \(Self.told(reason))."
            meaning = "Devices refuse it, too: to them the site says no."
            remedy = "Send a certificate for this very name with its whole chain, by an authority that systems trust."
        case .timedOut:
            code = "timed-out"
            headline = "did not answer in time"
            outcome = "No whole answer within \(AssociatedDomainsTool.limits.total.components.seconds) seconds."
            meaning = Self.tryAgain
            remedy = "Check that nothing between keeps servers out, such as a firewall or a filter by country."
        case .tooLarge(let limit):
            code = "too-large"
            headline = "sends more than any association file may have"
            outcome = "More than \(limit) bytes."
            meaning = "Devices read no file of this size: to them the site says no."
            remedy = "Bring the file under 128 KB, or check that it is the file at all."
        case .unreachable(let reason):
            code = "unreachable"
            headline = "cannot be reached"
            outcome = "No connection: \(reason.shortened(to: 300))"
            meaning = Self.tryAgain
            remedy = "Check that the site answers at port 443."
        case .malformed(let reason):
            code = "malformed-answer"
            headline = "sends no whole answer"
            outcome = "The answer is broken: \(reason.shortened(to: 300))"
            meaning = Self.tryAgain
            remedy = nil
        case .cancelled:
            code = "cancelled"
            headline = "was not asked to the end"
            outcome = "Cancelled."
            meaning = "This server is stopping."
            remedy = "Try again in a minute."
        }
    }

    /// What TLS gave for its reason. The whole text names files of the machine that this server was built on.
    private static func told(_ reason: String) -> String {
        let name = reason.firstMatch(of: /OPENSSL_internal:([A-Z0-9_]+)/)?.1
        return name.map { $0.replacing("_", with: " ").lowercased() } ?? "the certificate does not pass, or TLS is not agreed on"
    }

    private static let tryAgain = "A device tries again after three hours, eight times at most."
}
