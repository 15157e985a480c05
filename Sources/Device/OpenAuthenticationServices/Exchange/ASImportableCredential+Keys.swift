public import Foundation

/// Keys, networks and fields of other kinds, which the device does not save.
extension ASImportableCredential {
    /// A generated password without an account (CXF 1.0, `GeneratedPassword`). Its description omits the password.
    public struct GeneratedPassword: Hashable, Codable, Sendable {
        /// The password.
        public var password: String

        /// Creates a credential.
        public init(password: String) {
            self.password = password
        }
    }

    /// A Wi-Fi network (CXF 1.0, `Wifi`).
    public struct WiFi: Hashable, Codable, Sendable {
        /// The name of the network.
        public var ssid: ASImportableEditableField?
        /// The security type.
        public var networkSecurityType: ASImportableEditableField?
        /// The passphrase.
        public var passphrase: ASImportableEditableField?
        /// Whether the network hides its name.
        public var hidden: ASImportableEditableField?

        /// Creates a network.
        public init(
            ssid: ASImportableEditableField?, networkSecurityType: ASImportableEditableField?,
            passphrase: ASImportableEditableField?, hidden: ASImportableEditableField? = nil
        ) {
            self.ssid = ssid
            self.networkSecurityType = networkSecurityType
            self.passphrase = passphrase
            self.hidden = hidden
        }
    }

    /// A key of a programming interface (CXF 1.0, `ApiKey`).
    public struct APIKey: Hashable, Codable, Sendable {
        /// The key.
        public var key: ASImportableEditableField?
        /// The user name.
        public var userName: ASImportableEditableField?
        /// The type of the key.
        public var keyType: ASImportableEditableField?
        /// The address of the interface.
        public var url: ASImportableEditableField?
        /// The start of the validity.
        public var validFrom: ASImportableEditableField?
        /// The expiry date.
        public var expiryDate: ASImportableEditableField?

        /// Creates a key.
        public init(
            key: ASImportableEditableField?, userName: ASImportableEditableField?, keyType: ASImportableEditableField?,
            url: ASImportableEditableField?, validFrom: ASImportableEditableField?, expiryDate: ASImportableEditableField?
        ) {
            self.key = key
            self.userName = userName
            self.keyType = keyType
            self.url = url
            self.validFrom = validFrom
            self.expiryDate = expiryDate
        }

        private enum CodingKeys: String, CodingKey {
            case key
            case userName = "username"
            case keyType, url, validFrom, expiryDate
        }
    }

    /// A key for SSH (CXF 1.0, `SshKey`). Its description omits the private key.
    public struct SSHKey: Hashable, Codable, Sendable {
        /// The type of the key, such as `ssh-ed25519`.
        public var keyType: String
        /// The private key in PKCS#8.
        public var privateKey: Data
        /// The comment.
        public var keyComment: String?
        /// The time of creation.
        public var creationDate: ASImportableEditableField?
        /// The expiry date.
        public var expiryDate: ASImportableEditableField?
        /// The origin of the key.
        public var keyGenerationSource: ASImportableEditableField?

        /// Creates a key.
        public init(
            keyType: String, privateKey: Data, keyComment: String?, creationDate: ASImportableEditableField?,
            expiryDate: ASImportableEditableField?, keyGenerationSource: ASImportableEditableField?
        ) {
            self.keyType = keyType
            self.privateKey = privateKey
            self.keyComment = keyComment
            self.creationDate = creationDate
            self.expiryDate = expiryDate
            self.keyGenerationSource = keyGenerationSource
        }

        private enum CodingKeys: String, CodingKey {
            case keyType, privateKey, keyComment, creationDate, expiryDate, keyGenerationSource
        }

        /// Decodes a key in CXF.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            keyType = try members.decode(String.self, forKey: .keyType)
            privateKey = try members.octets(.privateKey)
            keyComment = try members.decodeIfPresent(String.self, forKey: .keyComment)
            creationDate = try members.decodeIfPresent(ASImportableEditableField.self, forKey: .creationDate)
            expiryDate = try members.decodeIfPresent(ASImportableEditableField.self, forKey: .expiryDate)
            keyGenerationSource = try members.decodeIfPresent(ASImportableEditableField.self, forKey: .keyGenerationSource)
        }

        /// Encodes the key in CXF.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(keyType, forKey: .keyType)
            try members.encode(octets: privateKey, .privateKey)
            try members.encodeIfPresent(keyComment, forKey: .keyComment)
            try members.encodeIfPresent(creationDate, forKey: .creationDate)
            try members.encodeIfPresent(expiryDate, forKey: .expiryDate)
            try members.encodeIfPresent(keyGenerationSource, forKey: .keyGenerationSource)
        }
    }

    /// A reference to another item (CXF 1.0, `ItemReference`).
    public struct ItemReference: Hashable, Codable, Sendable {
        /// The item.
        public var reference: ASImportableLinkedItem

        /// Creates a reference.
        public init(reference: ASImportableLinkedItem) {
            self.reference = reference
        }
    }

    /// Fields that the user defined (CXF 1.0, `CustomFields`).
    public struct CustomFields: Hashable, Codable, Sendable {
        /// The identifier of the group.
        public var id: Data?
        /// The label of the group.
        public var label: String?
        /// The fields.
        public var fields: [ASImportableEditableField]

        /// Creates a group of fields.
        public init(id: Data? = nil, label: String? = nil, fields: [ASImportableEditableField]) {
            self.id = id
            self.label = label
            self.fields = fields
        }

        private enum CodingKeys: String, CodingKey {
            case id, label, fields
        }

        /// Decodes a group in CXF.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            id = try members.octetsIfPresent(.id)
            label = try members.decodeIfPresent(String.self, forKey: .label)
            fields = try members.decode([ASImportableEditableField].self, forKey: .fields)
        }

        /// Encodes the group in CXF.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encodeIfPresent(octets: id, .id)
            try members.encodeIfPresent(label, forKey: .label)
            try members.encode(fields, forKey: .fields)
        }
    }
}

extension ASImportableCredential.GeneratedPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant description, without the password.
    public var description: String { "GeneratedPassword(redacted)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ASImportableCredential.SSHKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type of the key, without the private key.
    public var description: String { "SSHKey(\(keyType), redacted)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
