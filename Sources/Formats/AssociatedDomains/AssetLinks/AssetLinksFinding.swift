/// Something wrong with a file of asset links.
public struct AssetLinksFinding: Sendable, Hashable {
    /// What was found.
    public let code: Code

    /// Where.
    public let position: SourcePosition

    /// What was found, as a sentence; for text that is no JSON, with the parser's reason.
    public let message: String

    /// How bad it is; the code decides.
    public var severity: Finding.Severity { code.severity }

    /// What to do about it, as a sentence.
    public var remedy: String { code.remedy }

    init(_ code: Code, at position: SourcePosition, message: String? = nil) {
        self.code = code
        self.position = position
        self.message = message ?? code.message
    }

    /// What a finding can say. The raw value is stable and meant for programs.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is a page.
        case html = "html"
        /// The text begins with U+FEFF.
        case byteOrderMark = "byte-order-mark"
        /// The text is not JSON.
        case malformedJSON = "malformed-json"
        /// More bytes than are read.
        case tooLarge = "too-large"
        /// The outermost value is no array.
        case notAnArray = "not-an-array"
        /// The array is empty.
        case emptyList = "empty-list"
        /// A statement is no object.
        case notAStatement = "not-a-statement"
        /// A member that no reader knows.
        case unknownMember = "unknown-member"
        /// An include beside other members.
        case includeBesideStatement = "include-beside-statement"
        /// An include that is no https URL.
        case badInclude = "bad-include"
        /// Another file is referred to.
        case include = "include"
        /// No relation, or an empty list of them.
        case missingRelation = "missing-relation"
        /// The relation is no array of strings.
        case relationType = "relation-type"
        /// A relation that is not `kind/detail`.
        case badRelation = "bad-relation"
        /// A relation that nobody acts on.
        case unknownRelation = "unknown-relation"
        /// No target.
        case missingTarget = "missing-target"
        /// The target is no object.
        case targetType = "target-type"
        /// The namespace is neither `web` nor `android_app`.
        case unknownNamespace = "unknown-namespace"
        /// No package name, or one that is none.
        case badPackageName = "bad-package-name"
        /// No fingerprints.
        case missingFingerprints = "missing-fingerprints"
        /// A fingerprint that is no SHA-256.
        case badFingerprint = "bad-fingerprint"
        /// A fingerprint that is surely left over from an example.
        case placeholderFingerprint = "placeholder-fingerprint"
        /// A SHA-1 in the place of a SHA-256.
        case sha1Fingerprint = "sha1-fingerprint"
        /// A fingerprint in small letters.
        case lowerCaseFingerprint = "lower-case-fingerprint"
        /// No site, or one that is none.
        case badSite = "bad-site"
        /// A site without TLS.
        case insecureSite = "insecure-site"
        /// Links are permitted to a site, which cannot open them.
        case linksToSite = "links-to-site"
        /// The same statement stands twice.
        case duplicateStatement = "duplicate-statement"
        /// There is more than is told.
        case moreFindings = "more-findings"

        /// How bad it is.
        public var severity: Finding.Severity {
            switch self {
            case .emptyList, .unknownMember, .includeBesideStatement, .unknownRelation, .lowerCaseFingerprint, .linksToSite:
                .warning
            case .include, .duplicateStatement, .moreFindings: .info
            default: .error
            }
        }

        /// What was found, as a sentence.
        public var message: String { words.message }

        /// What to do about it, as a sentence.
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
                "This is a page, not JSON.",
                "Serve the file itself; sites with client-side routes answer every unknown path with their page."
            )
        case .byteOrderMark: ("The text begins with a byte order mark.", "Save the file as UTF-8 without it.")
        case .tooLarge: ("The file has more than \(AssetLinks.maximumBytes) bytes.", "Split it, and include the parts.")
        case .notAnArray: ("The outermost value must be an array of statements.", "Put square brackets around the statement.")
        case .emptyList: ("The file makes no statement.", "Add one, or remove the file.")
        case .moreFindings: ("There are more findings.", "Correct what is told, and look again.")
        case .notAStatement: ("A statement must be an object.", "Write {\"relation\": [...], \"target\": {...}}.")
        default: ("The text is not JSON.", "Correct it there; readers discard the whole file.")
        }
    }

    private var wordsOfStatements: (message: String, remedy: String) {
        switch self {
        case .unknownMember: ("No reader knows this member.", "Compare its spelling: relation, target, include.")
        case .includeBesideStatement: ("An include stands alone; what stands beside it is ignored.", "Make two statements of it.")
        case .badInclude: ("An include must be the https address of a file.", "Write the whole address as a string.")
        case .include: ("Another file is included, which is not read here.", "Check it as well.")
        case .missingRelation:
            ("The statement permits nothing.", "Add \"relation\": [\"delegate_permission/common.get_login_creds\"].")
        case .relationType: ("The relation must be an array of strings.", "Put square brackets around it.")
        case .badRelation:
            ("A relation has the form kind/detail.", "Write delegate_permission/common.get_login_creds or another one.")
        case .unknownRelation: ("Nobody acts on this relation.", "Compare its spelling.")
        default: ("The same statement stands twice.", "Remove one of them.")
        }
    }

    private var wordsOfTargets: (message: String, remedy: String) {
        switch self {
        case .missingTarget: ("The statement names nobody.", "Add a target.")
        case .targetType: ("The target must be an object.", "Write {\"namespace\": \"android_app\", ...}.")
        case .unknownNamespace: ("The namespace must be android_app or web.", "Write one of the two.")
        case .badPackageName: ("The target has no package name, or one that is none.", "Write the app's, as in com.example.app.")
        case .missingFingerprints:
            (
                "The app's certificates are missing.",
                "Add sha256_cert_fingerprints, an array of strings, as the store's console shows them."
            )
        case .badFingerprint:
            ("This is not the SHA-256 of a certificate.", "Write 32 pairs of hexadecimal digits with colons between them.")
        case .placeholderFingerprint:
            ("The fingerprint is left over from an example.", "Write the app's, as the store's console shows it.")
        case .sha1Fingerprint: ("This is a SHA-1; only SHA-256 counts.", "Write the SHA-256, with 32 pairs of digits.")
        case .lowerCaseFingerprint: ("Readers may compare fingerprints in capital letters only.", "Write it in capital letters.")
        case .badSite:
            ("The target has no site, or one that is none.", "Write scheme and host alone, as in https://www.example.com.")
        case .insecureSite: ("Nobody can tell who answers for a site without TLS.", "Write https.")
        default: ("A web site cannot be given links to open.", "Name an app, or use another relation.")
        }
    }
}
