/// A problem in the entitlements of an app.
public struct EntitlementFinding: Sendable, Hashable {
    /// The kind of problem, a stable identifier for programs. For a rejected entry, the code of its `AssociatedDomainsError`.
    public let code: String

    /// The severity of the problem.
    public let severity: Finding.Severity

    /// The index of the entry, from 0. Nil if the finding concerns the file.
    public let entry: Int?

    /// The position in the text of the entry, in UTF-8 bytes from 0. Nil if the finding concerns the whole entry.
    public let offset: Int?

    /// The position in the file. Nil in a binary property list, which has no lines.
    public let position: SourcePosition?

    /// A sentence that describes the problem.
    public let message: String

    /// A sentence that says how to fix the problem.
    public let remedy: String

    init(_ kind: Kind, entry: Int? = nil, at position: SourcePosition?) {
        (code, severity, message, remedy) = (kind.rawValue, kind.severity, kind.words.message, kind.words.remedy)
        (self.entry, self.position, offset) = (entry, position, nil)
    }

    init(_ error: AssociatedDomainsError, entry: Int, at position: SourcePosition?) {
        (code, severity, message, remedy) = (error.code.rawValue, .error, error.reason, error.remedy)
        (self.entry, self.position, offset) = (entry, position, error.position)
    }

    /// Problems other than malformed entries.
    enum Kind: String, CaseIterable {
        case missingEntitlement = "missing-entitlement"
        case wrongType = "wrong-type"
        case emptyList = "empty-list"
        case buildVariable = "build-variable"
        case duplicate = "duplicate-entry"
        case modeBesidePlain = "mode-beside-plain"
        case developerModeInDistribution = "developer-mode-in-distribution"
        case badAppIdentifier = "bad-app-identifier"
        case wildcardAppIdentifier = "wildcard-app-identifier"
        case placeholderTeam = "placeholder-team-id"
        case browserUniversalLinks = "browser-applinks"

        var severity: Finding.Severity {
            switch self {
            case .missingEntitlement, .wrongType, .badAppIdentifier, .wildcardAppIdentifier, .placeholderTeam,
                .browserUniversalLinks:
                .error
            case .emptyList, .buildVariable, .modeBesidePlain, .developerModeInDistribution: .warning
            case .duplicate: .info
            }
        }

        var words: (message: String, remedy: String) {
            switch self {
            case .missingEntitlement:
                (
                    "The entitlement com.apple.developer.associated-domains is missing.",
                    "Add the Associated Domains capability to the app, and sign it with a profile that contains it."
                )
            case .wrongType: ("The list of domains must be an array of strings.", "Write one string for each service and domain.")
            case .emptyList: ("The list of domains is empty.", "Add an entry, such as webcredentials:example.com.")
            case .buildVariable:
                (
                    "The entry contains a build variable and cannot be checked.",
                    "Check the entitlements of the signed app."
                )
            case .duplicate: ("The same entry occurs twice.", "Remove one of them.")
            case .modeBesidePlain:
                (
                    "The domain has an entry with a mode and one without. The plain entry applies when the mode is inactive.",
                    "Keep both entries only if the file of the public site should apply too."
                )
            case .developerModeInDistribution:
                (
                    "An entry for developer mode has no effect in an app signed for distribution.",
                    "Remove the entry before distribution."
                )
            case .badAppIdentifier:
                ("The application identifier is malformed.", "Write it as ABCDE12345.com.example.app.")
            case .wildcardAppIdentifier:
                (
                    "A wildcard identifier cannot use associated domains.",
                    "Check the entitlements of the signed app, or assign an explicit identifier to the app."
                )
            case .placeholderTeam: ("The team ID seems to come from an example.", "Write your team ID.")
            case .browserUniversalLinks:
                (
                    "A web browser cannot claim universal links.",
                    "Remove the entry, or the entitlement com.apple.developer.web-browser."
                )
            }
        }
    }
}
