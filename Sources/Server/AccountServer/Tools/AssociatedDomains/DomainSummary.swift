import AccountPages
import AssociatedDomains
import HTTPTypes
import SiteChecks
import WebClient

/// The verdict on one file or on a failed fetch, with the remedy.
struct DomainSummary {
    let file: EvaluatedFile
    let question: CheckedDomainQuestion
    let access: ToolsConfiguration.SiteAccess

    var verdict: ToolVerdict {
        if let check = file.check {
            if let failure = check.failure { return unanswered(failure) }
            if check.status != 200 { return unserved(check.status ?? 0) }
        }
        guard let text = file.file else { return unreadable }
        return question.app.map { judged($0, text) } ?? listed(text)
    }

    /// The name of the site in a sentence.
    private var siteName: String { question.domain?.text ?? "the site" }

    /// The server that sent the response.
    private var asked: String { file.origin == .network ? "Apple’s network" : siteName }

    private func unserved(_ status: Int) -> ToolVerdict {
        let finding = file.findings.first { $0.severity == .error }
        let headline =
            switch status {
            case 300..<400: "\(asked) redirects, but devices do not follow redirects"
            case 400..<500 where file.origin == .network: "Apple’s network has no file for \(siteName)"
            case 400..<500: "\(siteName) has no association file"
            case 500..<600: "\(asked) failed with status \(status)"
            default: "\(asked) responded with status \(status)"
            }
        let steps =
            file.origin == .network && (400..<500).contains(status)
            ? ["Check the site itself: a problem there prevents the network from getting its file."]
            : [finding?.remedy].compactMap(\.self)
        return ToolVerdict(
            .bad, code: finding?.code.rawValue ?? "not-served", headline: headline,
            reason: "No app is associated with \(siteName), so AutoFill suggests no passwords and links open in the browser.",
            steps: steps)
    }

    private var unreadable: ToolVerdict {
        let finding = file.findings.first { $0.severity == .error }
        return ToolVerdict(
            .bad, code: finding?.code.rawValue ?? "unreadable", headline: "The file of \(siteName) is malformed",
            reason: "\(finding?.message ?? "") Devices ignore the whole file, so no app is associated.",
            steps: [finding?.remedy].compactMap(\.self))
    }

    /// Returns the verdict without an app: the apps that the file names.
    private func listed(_ text: AssociationFile) -> ToolVerdict {
        let apps = Set(AssociatedService.allCases.flatMap { text.appIDs(for: $0) })
        let asked = question.services.first
        if let service = asked, text.appIDs(for: service).isEmpty {
            return ToolVerdict(
                .bad, code: "names-no-app", headline: "The file of \(siteName) names no app for \(service.rawValue)",
                reason: "No app is associated for this service.", steps: [remedy(for: service, app: nil)])
        }
        guard !apps.isEmpty else {
            return ToolVerdict(
                .bad, code: "names-no-app", headline: "The file of \(siteName) names no app",
                reason: "The file is readable, but it associates no app.",
                steps: [remedy(for: .webcredentials, app: nil)])
        }
        let errors = file.findings.count { $0.severity == .error }
        return ToolVerdict(
            errors > 0 ? .odd : .good, code: "names-apps",
            headline: "The file of \(siteName) is readable and names \(apps.count == 1 ? "one app" : "\(apps.count) apps")",
            reason: errors > 0
                ? "A part of the file has no effect. See the findings."
                : "Enter an app identifier to check whether the file names it.")
    }

    private func judged(_ app: AppIdentifier, _ text: AssociationFile) -> ToolVerdict {
        let all = question.services.isEmpty ? [.webcredentials, .applinks, .appclips, .activitycontinuation] : question.services
        let associations = AppAssociation.all(of: app, for: all, in: text)
        let held = associations.filter(\.isAssociated)
        guard let first = held.first else {
            let service = question.services.first ?? .webcredentials
            // The service that names any app gives the best explanation.
            let telling = associations.first { !text.appIDs(for: $0.service).isEmpty } ?? associations.first
            return ToolVerdict(
                .bad, code: "not-associated", headline: "\(siteName) is not associated with \(app)",
                reason: telling.map { "Under \($0.service.rawValue), \($0.explanation).".asSentence } ?? "",
                steps: [remedy(for: telling?.service ?? service, app: app)])
        }
        let hasErrors = file.findings.contains { $0.severity == .error }
        return ToolVerdict(
            hasErrors ? .odd : .good, code: "associated",
            headline: "\(siteName) is associated with \(app)",
            reason: "For " + held.map(\.service.purpose).joined(separator: ", ") + "."
                + (hasErrors ? " Another part of the file has no effect. See the findings." : ""),
            steps: [
                "If it still does not work, check the entitlement of the signed app. It must contain "
                    + "\(first.service.rawValue):\(question.domain?.text ?? "and the domain").",
                "Devices use the copy of Apple’s network, which can be a day old. They fetch it when an app is installed and about once a week.",
            ])
    }

    private func remedy(for service: AssociatedService, app: AppIdentifier?) -> String {
        let name = app.map(\.description) ?? "the app (such as ABCDE12345.com.example.app)"
        return service == .applinks
            ? "Add \(name) to appIDs of an entry of applinks.details." : "Add \(name) to the apps of \(service.rawValue)."
    }
}

extension AssociatedService {
    /// The purpose of the service, for use in a sentence.
    var purpose: String {
        switch self {
        case .webcredentials: "passwords and passkeys"
        case .applinks: "universal links"
        case .appclips: "App Clips"
        case .activitycontinuation: "Handoff"
        }
    }
}

extension DomainSummary {
    /// Returns the verdict for a failed fetch.
    private func unanswered(_ error: WebClientError) -> ToolVerdict {
        let words = FetchFailureDescription(error, access: access)
        return ToolVerdict(
            .bad, code: words.code, headline: "\(file.origin == .network ? "Apple’s network" : siteName) \(words.headline)",
            reason: words.meaning,
            steps: words.remedy.map { [$0] } ?? [])
    }
}

/// The description of a failed fetch for the user.
///
/// It does not disclose whether a name is unknown or belongs to a machine of the server's network, nor the address. Otherwise the
/// page could be used to map that network.
struct FetchFailureDescription {
    let code: String
    /// The text after the name of the server.
    let headline: String
    /// The same as a sentence, with details that may be disclosed.
    let outcome: String
    /// The device's behaviour in this case, as a sentence.
    let meaning: String
    let remedy: String?

    init(_ error: WebClientError, access: ToolsConfiguration.SiteAccess) {
        switch error {
        case .unresolvable, .addressesRejected, .insecure:
            code = "no-public-address"
            headline = access == .all ? "has no address" : "has no public address"
            outcome = "The name \(headline)."
            meaning = "Devices cannot find a server. " + Self.tryAgain
            remedy = "Check the name and its DNS records."
        case .untrusted(let reason):
            code = "untrusted-certificate"
            headline = "has an untrusted certificate"
            outcome = "No trusted connection: \(Self.libraryReason(reason))."
            meaning = "Devices reject it, too, and treat the site as not associated."
            remedy = "Use a certificate for this exact name with its full chain, from a trusted certificate authority."
        case .timedOut:
            code = "timed-out"
            headline = "did not respond in time"
            outcome = "No complete response within \(AssociatedDomainsTool.limits.total.components.seconds) seconds."
            meaning = Self.tryAgain
            remedy = "Check that no firewall or country filter blocks servers."
        case .tooLarge(let limit):
            code = "too-large"
            headline = "sends a file that is too large"
            outcome = "More than \(limit) bytes."
            meaning = "Devices reject a file of this size and treat the site as not associated."
            remedy = "Reduce the file to less than 128 KB, or check that the response is the file."
        case .unreachable(let reason):
            code = "unreachable"
            headline = "cannot be reached"
            outcome = "No connection: \(reason.shortened(to: 300))"
            meaning = Self.tryAgain
            remedy = "Check that the site responds on port 443."
        case .malformed(let reason):
            code = "malformed-answer"
            headline = "sends an incomplete response"
            outcome = "The response is malformed: \(reason.shortened(to: 300))"
            meaning = Self.tryAgain
            remedy = nil
        case .cancelled:
            code = "cancelled"
            headline = "was not checked completely"
            outcome = "Cancelled."
            meaning = "This server is stopping."
            remedy = "Try again in a minute."
        }
    }

    /// Returns the reason of the TLS library. Its full text is omitted, because it names files of the build machine.
    private static func libraryReason(_ reason: String) -> String {
        let name = reason.firstMatch(of: /OPENSSL_internal:([A-Z0-9_]+)/)?.1
        return name.map { $0.replacing("_", with: " ").lowercased() }
            ?? "the certificate is invalid, or no common TLS version exists"
    }

    private static let tryAgain = "A device retries after three hours, at most eight times."
}
