public import Foundation

/// An account of the user at a site, with its credentials (CXF 1.0, `Item`).
public struct ASImportableItem: Hashable, Codable, Sendable {
    /// The identifier of the item.
    public var id: Data
    /// The time of creation.
    public var created: Date?
    /// The time of the last change.
    public var lastModified: Date?
    /// The title.
    public var title: String
    /// The subtitle.
    public var subtitle: String?
    /// Whether the item is a favorite.
    public var favorite: Bool
    /// The sites and apps of the credentials.
    public var scope: ASImportableCredentialScope?
    /// The credentials.
    public var credentials: [ASImportableCredential]
    /// The tags that the user chose.
    public var tags: [String]

    /// Creates an item without times.
    public init(
        id: Data, title: String, subtitle: String? = nil, favorite: Bool = false, scope: ASImportableCredentialScope? = nil,
        credentials: [ASImportableCredential], tags: [String] = []
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.favorite = favorite
        self.scope = scope
        self.credentials = credentials
        self.tags = tags
    }

    /// Creates an item.
    public init(
        id: Data, created: Date, lastModified: Date, title: String, subtitle: String? = nil, favorite: Bool = false,
        scope: ASImportableCredentialScope? = nil, credentials: [ASImportableCredential], tags: [String] = []
    ) {
        self.init(
            id: id, title: title, subtitle: subtitle, favorite: favorite, scope: scope, credentials: credentials, tags: tags)
        self.created = created
        self.lastModified = lastModified
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case created = "creationAt"
        case lastModified = "modifiedAt"
        case title, subtitle, favorite, scope, credentials, tags
    }

    /// A credential of a kind that this version may not know.
    private struct AnyCredential: Decodable {
        let known: ASImportableCredential?

        init(from decoder: any Decoder) throws {
            known = try ASImportableCredential.isKnown(decoder) ? ASImportableCredential(from: decoder) : nil
        }
    }

    /// Decodes an item in CXF. Ignores credentials of unknown kinds, as the format requires.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.octets(.id)
        created = try members.timeIfPresent(.created)
        lastModified = try members.timeIfPresent(.lastModified)
        title = try members.decode(String.self, forKey: .title)
        subtitle = try members.decodeIfPresent(String.self, forKey: .subtitle)
        favorite = try members.decodeIfPresent(Bool.self, forKey: .favorite) ?? false
        scope = try members.decodeIfPresent(ASImportableCredentialScope.self, forKey: .scope)
        credentials = try members.decode([AnyCredential].self, forKey: .credentials).compactMap(\.known)
        tags = try members.decodeIfPresent([String].self, forKey: .tags) ?? []
    }

    /// Encodes the item in CXF.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(octets: id, .id)
        try members.encodeIfPresent(time: created, .created)
        try members.encodeIfPresent(time: lastModified, .lastModified)
        try members.encode(title, forKey: .title)
        try members.encodeIfPresent(subtitle, forKey: .subtitle)
        if favorite { try members.encode(favorite, forKey: .favorite) }
        try members.encodeIfPresent(scope, forKey: .scope)
        try members.encode(credentials, forKey: .credentials)
        if !tags.isEmpty { try members.encode(tags, forKey: .tags) }
    }
}

/// The sites and apps of an item's credentials (CXF 1.0, `CredentialScope`).
public struct ASImportableCredentialScope: Hashable, Codable, Sendable {
    /// The digest of the certificate that signed an Android app.
    public struct AndroidAppCertificationFingerprint: Hashable, Codable, Sendable {
        /// The digest.
        public var fingerprint: Data
        /// The name of the hash function, such as `sha256`.
        public var hashAlgorithm: String

        /// Creates a fingerprint.
        public init(fingerprint: Data, hashAlgorithm: String) {
            self.fingerprint = fingerprint
            self.hashAlgorithm = hashAlgorithm
        }

        private enum CodingKeys: String, CodingKey {
            case fingerprint
            case hashAlgorithm = "hashAlg"
        }

        /// Decodes a fingerprint in CXF.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            fingerprint = try members.octets(.fingerprint)
            hashAlgorithm = try members.decode(String.self, forKey: .hashAlgorithm)
        }

        /// Encodes the fingerprint in CXF.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(octets: fingerprint, .fingerprint)
            try members.encode(hashAlgorithm, forKey: .hashAlgorithm)
        }
    }

    /// An Android app.
    public struct AndroidAppID: Hashable, Codable, Sendable {
        /// The package name.
        public var bundleID: String
        /// The certificate that signed the app.
        public var certificate: AndroidAppCertificationFingerprint?
        /// The name of the app.
        public var name: String?

        /// Creates an identifier.
        public init(bundleID: String, certificate: AndroidAppCertificationFingerprint?, name: String?) {
            self.bundleID = bundleID
            self.certificate = certificate
            self.name = name
        }

        private enum CodingKeys: String, CodingKey {
            case bundleID = "bundleId"
            case certificate, name
        }
    }

    /// The web addresses.
    public var urls: [URL]
    /// The Android apps.
    public var androidApps: [AndroidAppID]

    /// Creates a scope.
    public init(urls: [URL], androidApps: [AndroidAppID] = []) {
        self.urls = urls
        self.androidApps = androidApps
    }
}

/// A reference to an item (CXF 1.0, `LinkedItem`).
public struct ASImportableLinkedItem: Hashable, Codable, Sendable {
    /// The identifier of the item.
    public var item: Data
    /// The identifier of its account. Nil for the same account.
    public var account: Data?

    /// Creates a reference.
    public init(item: Data, account: Data? = nil) {
        self.item = item
        self.account = account
    }

    private enum CodingKeys: String, CodingKey {
        case item, account
    }

    /// Decodes a reference in CXF.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        item = try members.octets(.item)
        account = try members.octetsIfPresent(.account)
    }

    /// Encodes the reference in CXF.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(octets: item, .item)
        try members.encodeIfPresent(octets: account, .account)
    }
}
