public import Foundation

/// A credential or another secret of an item (CXF 1.0, section 3). The device saves passwords with their note, passkeys and
/// verification codes; credentials of other kinds are for other apps.
///
/// The JSON of `JSONEncoder` and `JSONDecoder` is that of CXF, with any strategies.
public enum ASImportableCredential: Hashable, Sendable {
    /// A user name and a password.
    case basicAuthentication(BasicAuthentication)
    /// A payment card.
    case creditCard(CreditCard)
    /// A name of a person.
    case personName(PersonName)
    /// Fields that the user defined.
    case customFields(CustomFields)
    /// A reference to another item.
    case itemReference(ItemReference)
    /// A driver’s license.
    case driversLicense(DriversLicense)
    /// An identity document.
    case identityDocument(IdentityDocument)
    /// A generated password without an account.
    case generatedPassword(GeneratedPassword)
    /// A note.
    case note(Note)
    /// The key of verification codes.
    case totp(TOTP)
    /// A Wi-Fi network.
    case wifi(WiFi)
    /// A key of a programming interface.
    case apiKey(APIKey)
    /// A key for SSH.
    case sshKey(SSHKey)
    /// A postal address.
    case address(Address)
    /// A passkey.
    case passkey(Passkey)
    /// A passport.
    case passport(Passport)
}

extension ASImportableCredential: Codable {
    /// The kinds, by their names in CXF.
    private enum Kind: String, Codable {
        case basicAuthentication = "basic-auth"
        case creditCard = "credit-card"
        case personName = "person-name"
        case customFields = "custom-fields"
        case itemReference = "item-reference"
        case driversLicense = "drivers-license"
        case identityDocument = "identity-document"
        case generatedPassword = "generated-password"
        case note, totp, wifi
        case apiKey = "api-key"
        case sshKey = "ssh-key"
        case address, passkey, passport
    }

    private enum CodingKeys: String, CodingKey {
        case type
    }

    /// Returns whether this version knows the kind of the credential.
    static func isKnown(_ decoder: any Decoder) throws -> Bool {
        Kind(rawValue: try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)) != nil
    }

    /// Decodes a credential in CXF.
    public init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .type) {
        case .basicAuthentication: self = .basicAuthentication(try BasicAuthentication(from: decoder))
        case .creditCard: self = .creditCard(try CreditCard(from: decoder))
        case .personName: self = .personName(try PersonName(from: decoder))
        case .customFields: self = .customFields(try CustomFields(from: decoder))
        case .itemReference: self = .itemReference(try ItemReference(from: decoder))
        case .driversLicense: self = .driversLicense(try DriversLicense(from: decoder))
        case .identityDocument: self = .identityDocument(try IdentityDocument(from: decoder))
        case .generatedPassword: self = .generatedPassword(try GeneratedPassword(from: decoder))
        case .note: self = .note(try Note(from: decoder))
        case .totp: self = .totp(try TOTP(from: decoder))
        case .wifi: self = .wifi(try WiFi(from: decoder))
        case .apiKey: self = .apiKey(try APIKey(from: decoder))
        case .sshKey: self = .sshKey(try SSHKey(from: decoder))
        case .address: self = .address(try Address(from: decoder))
        case .passkey: self = .passkey(try Passkey(from: decoder))
        case .passport: self = .passport(try Passport(from: decoder))
        }
    }

    /// Encodes the credential in CXF.
    public func encode(to encoder: any Encoder) throws {
        let (kind, content) = kindAndContent
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind, forKey: .type)
        try content.encode(to: encoder)
    }

    private var kindAndContent: (Kind, any Encodable) {
        switch self {
        case .basicAuthentication(let content): (.basicAuthentication, content)
        case .creditCard(let content): (.creditCard, content)
        case .personName(let content): (.personName, content)
        case .customFields(let content): (.customFields, content)
        case .itemReference(let content): (.itemReference, content)
        case .driversLicense(let content): (.driversLicense, content)
        case .identityDocument(let content): (.identityDocument, content)
        case .generatedPassword(let content): (.generatedPassword, content)
        case .note(let content): (.note, content)
        case .totp(let content): (.totp, content)
        case .wifi(let content): (.wifi, content)
        case .apiKey(let content): (.apiKey, content)
        case .sshKey(let content): (.sshKey, content)
        case .address(let content): (.address, content)
        case .passkey(let content): (.passkey, content)
        case .passport(let content): (.passport, content)
        }
    }
}

/// The credentials for signing in, and the texts beside them.
extension ASImportableCredential {
    /// A user name and a password (CXF 1.0, `BasicAuth`).
    public struct BasicAuthentication: Hashable, Codable, Sendable {
        /// The user name.
        public var userName: ASImportableEditableField?
        /// The password.
        public var password: ASImportableEditableField?

        /// Creates a credential.
        public init(userName: ASImportableEditableField? = nil, password: ASImportableEditableField? = nil) {
            self.userName = userName
            self.password = password
        }

        private enum CodingKeys: String, CodingKey {
            case userName = "username"
            case password
        }
    }

    /// A passkey (CXF 1.0, `Passkey`). It has no counter: only a passkey whose counter is 0 may be exported. Its description omits the
    /// private key.
    public struct Passkey: Hashable, Codable, Sendable {
        /// The credential ID.
        public var credentialID: Data
        /// The domain of the relying party.
        public var relyingPartyIdentifier: String
        /// The user name.
        public var userName: String
        /// The name of the user for display.
        public var userDisplayName: String
        /// The user handle.
        public var userHandle: Data
        /// The private key in PKCS#8.
        public var key: Data
        /// The secrets of `prf` and the blob; nil without extensions.
        public var fido2Extensions: ASImportableFIDO2Extensions?

        /// Creates a passkey.
        public init(
            credentialID: Data, relyingPartyIdentifier: String, userName: String, userDisplayName: String, userHandle: Data,
            key: Data, fido2Extensions: ASImportableFIDO2Extensions? = nil
        ) {
            self.credentialID = credentialID
            self.relyingPartyIdentifier = relyingPartyIdentifier
            self.userName = userName
            self.userDisplayName = userDisplayName
            self.userHandle = userHandle
            self.key = key
            self.fido2Extensions = fido2Extensions
        }

        private enum CodingKeys: String, CodingKey {
            case credentialID = "credentialId"
            case relyingPartyIdentifier = "rpId"
            case userName = "username"
            case userDisplayName, userHandle, key, fido2Extensions
        }

        /// Decodes a passkey in CXF.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            credentialID = try members.octets(.credentialID)
            relyingPartyIdentifier = try members.decode(String.self, forKey: .relyingPartyIdentifier)
            userName = try members.decode(String.self, forKey: .userName)
            userDisplayName = try members.decode(String.self, forKey: .userDisplayName)
            userHandle = try members.octets(.userHandle)
            key = try members.octets(.key)
            fido2Extensions = try members.decodeIfPresent(ASImportableFIDO2Extensions.self, forKey: .fido2Extensions)
        }

        /// Encodes the passkey in CXF.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(octets: credentialID, .credentialID)
            try members.encode(relyingPartyIdentifier, forKey: .relyingPartyIdentifier)
            try members.encode(userName, forKey: .userName)
            try members.encode(userDisplayName, forKey: .userDisplayName)
            try members.encode(octets: userHandle, .userHandle)
            try members.encode(octets: key, .key)
            try members.encodeIfPresent(fido2Extensions, forKey: .fido2Extensions)
        }
    }

    /// The key of verification codes (CXF 1.0, `TOTP`). Its description omits the secret.
    public struct TOTP: Hashable, Codable, Sendable {
        /// The hash function.
        public enum Algorithm: String, Hashable, Codable, Sendable {
            /// SHA-1, which most sites use.
            case sha1
            /// SHA-256.
            case sha256
            /// SHA-512.
            case sha512
        }

        /// The secret.
        public var secret: Data
        /// The validity of a code, in seconds.
        public var period: UInt16
        /// The number of digits.
        public var digits: UInt16
        /// The user name.
        public var userName: String?
        /// The hash function.
        public var algorithm: Algorithm
        /// The name of the site.
        public var issuer: String?

        /// Creates a key.
        public init(
            secret: Data, period: UInt16, digits: UInt16, userName: String?, algorithm: Algorithm, issuer: String? = nil
        ) {
            self.secret = secret
            self.period = period
            self.digits = digits
            self.userName = userName
            self.algorithm = algorithm
            self.issuer = issuer
        }

        private enum CodingKeys: String, CodingKey {
            case secret, period, digits
            case userName = "username"
            case algorithm, issuer
        }

        /// Decodes a key in CXF.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            secret = try members.base32(.secret)
            period = try members.decode(UInt16.self, forKey: .period)
            digits = try members.decode(UInt16.self, forKey: .digits)
            userName = try members.decodeIfPresent(String.self, forKey: .userName)
            algorithm = try members.decode(Algorithm.self, forKey: .algorithm)
            issuer = try members.decodeIfPresent(String.self, forKey: .issuer)
        }

        /// Encodes the key in CXF.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(base32: secret, .secret)
            try members.encode(period, forKey: .period)
            try members.encode(digits, forKey: .digits)
            try members.encodeIfPresent(userName, forKey: .userName)
            try members.encode(algorithm, forKey: .algorithm)
            try members.encodeIfPresent(issuer, forKey: .issuer)
        }
    }

    /// A note (CXF 1.0, `Note`).
    public struct Note: Hashable, Codable, Sendable {
        /// The text.
        public var content: ASImportableEditableField

        /// Creates a note.
        public init(content: ASImportableEditableField) {
            self.content = content
        }
    }
}

extension ASImportableCredential.Passkey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The domain of the relying party, without the private key.
    public var description: String { "Passkey(\(relyingPartyIdentifier), redacted)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ASImportableCredential.TOTP: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant description, without the secret.
    public var description: String { "TOTP(redacted)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
