/// Findings of entitlements.
extension Finding.Code {
    /// The list of associated domains is missing.
    public static let missingEntitlement = Self(
        "missing-entitlement", .error, "The entitlement com.apple.developer.associated-domains is missing.",
        remedy: "Add the Associated Domains capability to the app, and sign it with a profile that contains it.")
    /// The list of domains is not an array of strings.
    static let domainsWrongType = Self(
        "wrong-type", .error, "The list of domains must be an array of strings.",
        remedy: "Write one string for each service and domain.")
    /// The list of domains is empty.
    static let domainsEmptyList = Self(
        "empty-list", .warning, "The list of domains is empty.", remedy: "Add an entry, such as webcredentials:example.com.")
    /// A text contains a build variable, which the signed app does not contain.
    public static let buildVariable = Self(
        "build-variable", .warning, "The entry contains a build variable and cannot be checked.",
        remedy: "Check the entitlements of the signed app.")
    /// The same entry occurs twice.
    public static let duplicateEntry = Self("duplicate-entry", .info, "The same entry occurs twice.", remedy: "Remove one of them.")
    /// A domain has an entry with a mode and one without.
    public static let modeBesidePlain = Self(
        "mode-beside-plain", .warning,
        "The domain has an entry with a mode and one without. The plain entry applies when the mode is inactive.",
        remedy: "Keep both entries only if the file of the public site should apply too.")
    /// An entry for developer mode is in an app signed for distribution.
    public static let developerModeInDistribution = Self(
        "developer-mode-in-distribution", .warning, "An entry for developer mode has no effect in an app signed for distribution.",
        remedy: "Remove the entry before distribution.")
    /// The application identifier is malformed.
    public static let badAppIdentifier = Self(
        "bad-app-identifier", .error, "The application identifier is malformed.", remedy: "Write it as ABCDE12345.com.example.app.")
    /// The application identifier is a wildcard.
    public static let wildcardAppIdentifier = Self(
        "wildcard-app-identifier", .error, "A wildcard identifier cannot use associated domains.",
        remedy: "Check the entitlements of the signed app, or assign an explicit identifier to the app.")
    /// The team ID comes from an example.
    public static let placeholderTeamID = Self(
        "placeholder-team-id", .error, "The team ID seems to come from an example.", remedy: "Write your team ID.")
    /// A web browser claims universal links.
    public static let browserUniversalLinks = Self(
        "browser-applinks", .error, "A web browser cannot claim universal links.",
        remedy: "Remove the entry, or the entitlement com.apple.developer.web-browser.")
}
