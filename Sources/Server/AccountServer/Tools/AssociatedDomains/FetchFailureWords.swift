import WebClient

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
