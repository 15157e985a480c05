/// Findings of asset links files.
extension Finding.Code {
    /// The text is an HTML page.
    public static let html = Self(
        "html", .error, "The file is an HTML page, not JSON.",
        remedy: "Serve the file itself. Sites with client-side routes return their page for every unknown path.")
    /// The text begins with U+FEFF.
    static let assetLinksByteOrderMark = Self(
        "byte-order-mark", .error, "The file begins with a byte order mark.", remedy: "Save the file as UTF-8 without it.")
    /// The text is not JSON.
    static let assetLinksMalformedJSON = Self(
        "malformed-json", .error, "The text is not JSON.", remedy: "Fix the syntax error. Readers ignore the whole file.")
    /// The file is larger than the limit.
    static let assetLinksTooLarge = Self(
        "too-large", .error, "The file has more than \(AssetLinks.maximumBytes) bytes.",
        remedy: "Split the file and include the parts.")
    /// The outermost value is not an array.
    public static let notAnArray = Self(
        "not-an-array", .error, "The outermost value must be an array of statements.",
        remedy: "Put square brackets around the statement.")
    /// The array is empty.
    public static let emptyList = Self(
        "empty-list", .warning, "The file has no statements.", remedy: "Add a statement, or remove the file.")
    /// A statement is not an object.
    public static let notAStatement = Self(
        "not-a-statement", .error, "A statement must be an object.", remedy: "Write {\"relation\": [...], \"target\": {...}}.")
    /// The member is unknown.
    public static let unknownMember = Self(
        "unknown-member", .warning, "This member is unknown.", remedy: "Use relation, target or include.")
    /// An include has other members next to it.
    public static let includeBesideStatement = Self(
        "include-beside-statement", .warning, "An include must be the only member; the other members are ignored.",
        remedy: "Write two statements.")
    /// An include is not an https URL.
    public static let badInclude = Self(
        "bad-include", .error, "An include must be the https URL of a file.", remedy: "Write the whole URL as a string.")
    /// The file includes another file.
    public static let include = Self(
        "include", .info, "The file includes another file, which was not checked.", remedy: "Check that file too.")
    /// The relation is missing or empty.
    public static let missingRelation = Self(
        "missing-relation", .error, "The statement has no relation, so it grants nothing.",
        remedy: "Add \"relation\": [\"delegate_permission/common.get_login_creds\"].")
    /// The relation is not an array of strings.
    public static let relationType = Self(
        "relation-type", .error, "The relation must be an array of strings.", remedy: "Put square brackets around the relation.")
    /// A relation does not have the form `kind/detail`.
    public static let badRelation = Self(
        "bad-relation", .error, "A relation must have the form kind/detail.",
        remedy: "Write a relation such as delegate_permission/common.get_login_creds.")
    /// A relation is not supported by any reader.
    public static let unknownRelation = Self(
        "unknown-relation", .warning, "No system supports this relation.", remedy: "Check its spelling.")
    /// The target is missing.
    public static let missingTarget = Self("missing-target", .error, "The statement has no target.", remedy: "Add a target.")
    /// The target is not an object.
    public static let targetType = Self(
        "target-type", .error, "The target must be an object.", remedy: "Write {\"namespace\": \"android_app\", ...}.")
    /// The namespace is neither `web` nor `android_app`.
    public static let unknownNamespace = Self(
        "unknown-namespace", .error, "The namespace must be android_app or web.", remedy: "Write one of the two.")
    /// The package name is missing or malformed.
    public static let badPackageName = Self(
        "bad-package-name", .error, "The package name of the target is missing or malformed.",
        remedy: "Write the package name of the app, such as com.example.app.")
    /// The fingerprints are missing.
    public static let missingFingerprints = Self(
        "missing-fingerprints", .error, "The certificate fingerprints of the app are missing.",
        remedy: "Add sha256_cert_fingerprints, an array of strings, as shown in the Play Console.")
    /// A fingerprint is not a SHA-256 digest.
    public static let badFingerprint = Self(
        "bad-fingerprint", .error, "This is not a SHA-256 fingerprint.",
        remedy: "Write 32 pairs of hexadecimal digits, separated by colons.")
    /// A fingerprint comes from an example.
    public static let placeholderFingerprint = Self(
        "placeholder-fingerprint", .error, "The fingerprint comes from an example.",
        remedy: "Write the fingerprint of the app, as shown in the Play Console.")
    /// A fingerprint is SHA-1 instead of SHA-256.
    public static let sha1Fingerprint = Self(
        "sha1-fingerprint", .error, "This is a SHA-1 fingerprint; only SHA-256 is supported.",
        remedy: "Write the SHA-256 fingerprint with 32 pairs of digits.")
    /// A fingerprint has lower-case letters.
    public static let lowerCaseFingerprint = Self(
        "lower-case-fingerprint", .warning, "Some readers accept only upper-case fingerprints.",
        remedy: "Write the fingerprint in upper case.")
    /// The site is missing or malformed.
    public static let badSite = Self(
        "bad-site", .error, "The site of the target is missing or malformed.",
        remedy: "Write only the scheme and host, such as https://www.example.com.")
    /// The site does not use https.
    public static let insecureSite = Self(
        "insecure-site", .error, "A site without TLS cannot be authenticated.", remedy: "Use https.")
    /// A site is permitted to handle links, which sites cannot do.
    public static let linksToSite = Self(
        "links-to-site", .warning, "A web site cannot handle links of another site.",
        remedy: "Name an app, or use another relation.")
    /// The same statement occurs twice.
    public static let duplicateStatement = Self(
        "duplicate-statement", .info, "The same statement occurs twice.", remedy: "Remove one of them.")
    /// The number of findings exceeds the limit.
    static let assetLinksMoreFindings = Self(
        "more-findings", .info, "There are more findings.", remedy: "Fix the reported problems, then check again.")
}
