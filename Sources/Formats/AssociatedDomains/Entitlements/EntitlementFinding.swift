/// Something wrong with the entitlements of an app.
public struct EntitlementFinding: Sendable, Hashable {
    /// What was found; stable and meant for programs. For an entry that is refused, the code of its `AssociatedDomainsError`.
    public let code: String

    /// How bad it is.
    public let severity: Finding.Severity

    /// Which entry it is about, from 0; nil where it is about the file.
    public let entry: Int?

    /// Where in the text of the entry, in UTF-8 bytes from 0; nil where it is about the whole entry.
    public let offset: Int?

    /// Where in the file; nil in a binary property list, which has no lines.
    public let position: SourcePosition?

    /// What was found, as a sentence.
    public let message: String

    /// What to do about it, as a sentence.
    public let remedy: String

    init(_ kind: Kind, entry: Int? = nil, at position: SourcePosition?) {
        (code, severity, message, remedy) = (kind.rawValue, kind.severity, kind.words.message, kind.words.remedy)
        (self.entry, self.position, offset) = (entry, position, nil)
    }

    init(_ error: AssociatedDomainsError, entry: Int, at position: SourcePosition?) {
        (code, severity, message, remedy) = (error.code.rawValue, .error, error.reason, error.remedy)
        (self.entry, self.position, offset) = (entry, position, error.position)
    }

    /// What is found beyond the form of single entries.
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
                    "Add the capability Associated Domains to the app, and sign it with a profile that has it."
                )
            case .wrongType: ("The list of domains must be an array of strings.", "Write one string for each service and domain.")
            case .emptyList: ("The list of domains is empty.", "Add an entry, as in webcredentials:example.com.")
            case .buildVariable:
                (
                    "A variable of the build stands here; what it becomes cannot be judged.",
                    "Read the entitlements of the signed app."
                )
            case .duplicate: ("The same entry stands twice.", "Remove one of them.")
            case .modeBesidePlain:
                (
                    "The domain is named with a mode and without one; outside of the mode the plain entry counts.",
                    "Keep both only if the file on the public site is meant to count as well."
                )
            case .developerModeInDistribution:
                ("An entry for developer mode has no effect in an app signed for distribution.", "Remove it before distribution.")
            case .badAppIdentifier:
                ("The application identifier has not the form of one.", "Write it as ABCDE12345.com.example.app.")
            case .wildcardAppIdentifier:
                (
                    "The identifier is a wildcard, which may not use associated domains.",
                    "Read the entitlements of the signed app, or give the app an identifier of its own."
                )
            case .placeholderTeam: ("The team seems to be left over from an example.", "Write the identifier of the team.")
            case .browserUniversalLinks:
                (
                    "A web browser cannot claim universal links.",
                    "Remove the entry, or the entitlement com.apple.developer.web-browser."
                )
            }
        }
    }
}
