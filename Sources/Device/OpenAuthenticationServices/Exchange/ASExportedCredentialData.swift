public import Foundation

/// All credentials of an export (CXF 1.0, `Header`).
public struct ASExportedCredentialData: Hashable, Codable, Sendable {
    /// A version of the format.
    public enum FormatVersion: Hashable, Codable, Sendable {
        /// CXF 1.0.
        case v1

        private enum CodingKeys: String, CodingKey {
            case major, minor
        }

        /// Decodes a version in CXF. Rejects another major version.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            guard try members.decode(Int.self, forKey: .major) == 1 else { throw members.malformed(.major, "must be 1") }
            self = .v1
        }

        /// Encodes the version in CXF.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(1, forKey: .major)
            try members.encode(0, forKey: .minor)
        }
    }

    /// The accounts of the user at the exporting password manager.
    public var accounts: [ASImportableAccount]
    /// The version of the format.
    public let formatVersion: FormatVersion
    /// The domain of the exporting app.
    public let exporterRelyingPartyIdentifier: String
    /// The name of the exporting app.
    public let exporterDisplayName: String
    /// The time of the export.
    public let timestamp: Date

    /// Creates an export.
    public init(
        accounts: [ASImportableAccount], formatVersion: FormatVersion, exporterRelyingPartyIdentifier: String,
        exporterDisplayName: String, timestamp: Date
    ) {
        self.accounts = accounts
        self.formatVersion = formatVersion
        self.exporterRelyingPartyIdentifier = exporterRelyingPartyIdentifier
        self.exporterDisplayName = exporterDisplayName
        self.timestamp = timestamp
    }

    private enum CodingKeys: String, CodingKey {
        case accounts
        case formatVersion = "version"
        case exporterRelyingPartyIdentifier = "exporterRpId"
        case exporterDisplayName, timestamp
    }

    /// Decodes an export in CXF.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        accounts = try members.decode([ASImportableAccount].self, forKey: .accounts)
        formatVersion = try members.decode(FormatVersion.self, forKey: .formatVersion)
        exporterRelyingPartyIdentifier = try members.decode(String.self, forKey: .exporterRelyingPartyIdentifier)
        exporterDisplayName = try members.decode(String.self, forKey: .exporterDisplayName)
        guard let time = try members.timeIfPresent(.timestamp) else { throw members.malformed(.timestamp, "must be a number") }
        timestamp = time
    }

    /// Encodes the export in CXF.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(accounts, forKey: .accounts)
        try members.encode(formatVersion, forKey: .formatVersion)
        try members.encode(exporterRelyingPartyIdentifier, forKey: .exporterRelyingPartyIdentifier)
        try members.encode(exporterDisplayName, forKey: .exporterDisplayName)
        try members.encodeIfPresent(time: timestamp, .timestamp)
    }
}

/// An account of the user at a password manager (CXF 1.0, `Account`).
public struct ASImportableAccount: Hashable, Codable, Sendable {
    /// The identifier of the account.
    public var id: Data
    /// The user name. May be empty.
    public var userName: String
    /// The e-mail address. May be empty.
    public var email: String
    /// The full name.
    public var fullName: String?
    /// The collections of items.
    public var collections: [ASImportableCollection]
    /// All items.
    public var items: [ASImportableItem]

    /// Creates an account.
    public init(
        id: Data, userName: String, email: String, fullName: String? = nil, collections: [ASImportableCollection],
        items: [ASImportableItem]
    ) {
        self.id = id
        self.userName = userName
        self.email = email
        self.fullName = fullName
        self.collections = collections
        self.items = items
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case userName = "username"
        case email, fullName, collections, items
    }

    /// Decodes an account in CXF.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.octets(.id)
        userName = try members.decode(String.self, forKey: .userName)
        email = try members.decode(String.self, forKey: .email)
        fullName = try members.decodeIfPresent(String.self, forKey: .fullName)
        collections = try members.decode([ASImportableCollection].self, forKey: .collections)
        items = try members.decode([ASImportableItem].self, forKey: .items)
    }

    /// Encodes the account in CXF.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(octets: id, .id)
        try members.encode(userName, forKey: .userName)
        try members.encode(email, forKey: .email)
        try members.encodeIfPresent(fullName, forKey: .fullName)
        try members.encode(collections, forKey: .collections)
        try members.encode(items, forKey: .items)
    }
}

/// A collection of items, such as a folder (CXF 1.0, `Collection`).
public struct ASImportableCollection: Hashable, Codable, Sendable {
    /// The identifier of the collection.
    public var id: Data
    /// The time of creation.
    public var created: Date?
    /// The time of the last change.
    public var lastModified: Date?
    /// The title.
    public var title: String
    /// The subtitle.
    public var subtitle: String?
    /// The items.
    public var items: [ASImportableLinkedItem]
    /// The collections within this one.
    public var subcollections: [ASImportableCollection]

    /// Creates a collection.
    public init(
        id: Data, created: Date?, lastModified: Date?, title: String, subtitle: String? = nil, items: [ASImportableLinkedItem],
        subcollections: [ASImportableCollection] = []
    ) {
        self.id = id
        self.created = created
        self.lastModified = lastModified
        self.title = title
        self.subtitle = subtitle
        self.items = items
        self.subcollections = subcollections
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case created = "creationAt"
        case lastModified = "modifiedAt"
        case title, subtitle, items
        case subcollections = "subCollections"
    }

    /// Decodes a collection in CXF.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.octets(.id)
        created = try members.timeIfPresent(.created)
        lastModified = try members.timeIfPresent(.lastModified)
        title = try members.decode(String.self, forKey: .title)
        subtitle = try members.decodeIfPresent(String.self, forKey: .subtitle)
        items = try members.decode([ASImportableLinkedItem].self, forKey: .items)
        subcollections = try members.decodeIfPresent([ASImportableCollection].self, forKey: .subcollections) ?? []
    }

    /// Encodes the collection in CXF.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(octets: id, .id)
        try members.encodeIfPresent(time: created, .created)
        try members.encodeIfPresent(time: lastModified, .lastModified)
        try members.encode(title, forKey: .title)
        try members.encodeIfPresent(subtitle, forKey: .subtitle)
        try members.encode(items, forKey: .items)
        if !subcollections.isEmpty { try members.encode(subcollections, forKey: .subcollections) }
    }
}
