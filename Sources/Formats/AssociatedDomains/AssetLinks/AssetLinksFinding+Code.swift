extension AssetLinksFinding {
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
