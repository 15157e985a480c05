/// A problem in an asset links file.
public struct AssetLinksFinding: Sendable, Hashable {
    /// The kind of problem.
    public let code: Code

    /// The position of the problem.
    public let position: SourcePosition

    /// A sentence that describes the problem. For malformed JSON, it includes the parser's reason.
    public let message: String

    /// The severity, which depends on the code.
    public var severity: Finding.Severity { code.severity }

    /// A sentence that says how to fix the problem.
    public var remedy: String { code.remedy }

    init(_ code: Code, at position: SourcePosition, message: String? = nil) {
        self.code = code
        self.position = position
        self.message = message ?? code.message
    }

    /// The kinds of problems. The raw values are stable identifiers for programs.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is an HTML page.
        case html = "html"
        /// The text begins with U+FEFF.
        case byteOrderMark = "byte-order-mark"
        /// The text is not JSON.
        case malformedJSON = "malformed-json"
        /// The file is larger than the limit.
        case tooLarge = "too-large"
        /// The outermost value is not an array.
        case notAnArray = "not-an-array"
        /// The array is empty.
        case emptyList = "empty-list"
        /// A statement is not an object.
        case notAStatement = "not-a-statement"
        /// The member is unknown.
        case unknownMember = "unknown-member"
        /// An include has other members next to it.
        case includeBesideStatement = "include-beside-statement"
        /// An include is not an https URL.
        case badInclude = "bad-include"
        /// The file includes another file.
        case include = "include"
        /// The relation is missing or empty.
        case missingRelation = "missing-relation"
        /// The relation is not an array of strings.
        case relationType = "relation-type"
        /// A relation does not have the form `kind/detail`.
        case badRelation = "bad-relation"
        /// A relation is not supported by any reader.
        case unknownRelation = "unknown-relation"
        /// The target is missing.
        case missingTarget = "missing-target"
        /// The target is not an object.
        case targetType = "target-type"
        /// The namespace is neither `web` nor `android_app`.
        case unknownNamespace = "unknown-namespace"
        /// The package name is missing or malformed.
        case badPackageName = "bad-package-name"
        /// The fingerprints are missing.
        case missingFingerprints = "missing-fingerprints"
        /// A fingerprint is not a SHA-256 digest.
        case badFingerprint = "bad-fingerprint"
        /// A fingerprint comes from an example.
        case placeholderFingerprint = "placeholder-fingerprint"
        /// A fingerprint is SHA-1 instead of SHA-256.
        case sha1Fingerprint = "sha1-fingerprint"
        /// A fingerprint has lower-case letters.
        case lowerCaseFingerprint = "lower-case-fingerprint"
        /// The site is missing or malformed.
        case badSite = "bad-site"
        /// The site does not use https.
        case insecureSite = "insecure-site"
        /// A site is permitted to handle links, which sites cannot do.
        case linksToSite = "links-to-site"
        /// The same statement occurs twice.
        case duplicateStatement = "duplicate-statement"
        /// The number of findings exceeds the limit.
        case moreFindings = "more-findings"

        /// The severity of the finding.
        public var severity: Finding.Severity {
            switch self {
            case .emptyList, .unknownMember, .includeBesideStatement, .unknownRelation, .lowerCaseFingerprint, .linksToSite:
                .warning
            case .include, .duplicateStatement, .moreFindings: .info
            default: .error
            }
        }

        /// A sentence that describes the problem.
        public var message: String { words.message }

        /// A sentence that says how to fix the problem.
        public var remedy: String { words.remedy }
    }
}

extension AssetLinksFinding.Code {
    var words: (message: String, remedy: String) {
        switch self {
        case .html, .byteOrderMark, .malformedJSON, .tooLarge, .notAnArray, .emptyList, .notAStatement, .moreFindings:
            wordsOfFiles
        case .unknownMember, .includeBesideStatement, .badInclude, .include, .missingRelation, .relationType, .badRelation,
            .unknownRelation, .duplicateStatement:
            wordsOfStatements
        default: wordsOfTargets
        }
    }

    private var wordsOfFiles: (message: String, remedy: String) {
        switch self {
        case .html:
            (
                "The file is an HTML page, not JSON.",
                "Serve the file itself. Sites with client-side routes return their page for every unknown path."
            )
        case .byteOrderMark: ("The file begins with a byte order mark.", "Save the file as UTF-8 without it.")
        case .tooLarge: ("The file has more than \(AssetLinks.maximumBytes) bytes.", "Split the file and include the parts.")
        case .notAnArray: ("The outermost value must be an array of statements.", "Put square brackets around the statement.")
        case .emptyList: ("The file has no statements.", "Add a statement, or remove the file.")
        case .moreFindings: ("There are more findings.", "Fix the reported problems, then check again.")
        case .notAStatement: ("A statement must be an object.", "Write {\"relation\": [...], \"target\": {...}}.")
        default: ("The text is not JSON.", "Fix the syntax error. Readers ignore the whole file.")
        }
    }

    private var wordsOfStatements: (message: String, remedy: String) {
        switch self {
        case .unknownMember: ("This member is unknown.", "Use relation, target or include.")
        case .includeBesideStatement:
            ("An include must be the only member; the other members are ignored.", "Write two statements.")
        case .badInclude: ("An include must be the https URL of a file.", "Write the whole URL as a string.")
        case .include: ("The file includes another file, which was not checked.", "Check that file too.")
        case .missingRelation:
            (
                "The statement has no relation, so it grants nothing.",
                "Add \"relation\": [\"delegate_permission/common.get_login_creds\"]."
            )
        case .relationType: ("The relation must be an array of strings.", "Put square brackets around the relation.")
        case .badRelation:
            ("A relation must have the form kind/detail.", "Write a relation such as delegate_permission/common.get_login_creds.")
        case .unknownRelation: ("No system supports this relation.", "Check its spelling.")
        default: ("The same statement occurs twice.", "Remove one of them.")
        }
    }

    private var wordsOfTargets: (message: String, remedy: String) {
        switch self {
        case .missingTarget: ("The statement has no target.", "Add a target.")
        case .targetType: ("The target must be an object.", "Write {\"namespace\": \"android_app\", ...}.")
        case .unknownNamespace: ("The namespace must be android_app or web.", "Write one of the two.")
        case .badPackageName:
            (
                "The package name of the target is missing or malformed.",
                "Write the package name of the app, such as com.example.app."
            )
        case .missingFingerprints:
            (
                "The certificate fingerprints of the app are missing.",
                "Add sha256_cert_fingerprints, an array of strings, as shown in the Play Console."
            )
        case .badFingerprint:
            ("This is not a SHA-256 fingerprint.", "Write 32 pairs of hexadecimal digits, separated by colons.")
        case .placeholderFingerprint:
            ("The fingerprint comes from an example.", "Write the fingerprint of the app, as shown in the Play Console.")
        case .sha1Fingerprint:
            ("This is a SHA-1 fingerprint; only SHA-256 is supported.", "Write the SHA-256 fingerprint with 32 pairs of digits.")
        case .lowerCaseFingerprint: ("Some readers accept only upper-case fingerprints.", "Write the fingerprint in upper case.")
        case .badSite:
            ("The site of the target is missing or malformed.", "Write only the scheme and host, such as https://www.example.com.")
        case .insecureSite: ("A site without TLS cannot be authenticated.", "Use https.")
        default: ("A web site cannot handle links of another site.", "Name an app, or use another relation.")
        }
    }
}
