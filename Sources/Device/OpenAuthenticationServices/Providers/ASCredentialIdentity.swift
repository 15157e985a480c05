import DeviceProtocol
public import Foundation
import Synchronization

/// The description of a credential that a provider registers with the system.
public protocol ASCredentialIdentity: NSObjectProtocol, Sendable {
    /// The service of the credential.
    var serviceIdentifier: ASCredentialServiceIdentifier { get }
    /// The user name.
    var user: String { get }
    /// The provider's identifier for the credential.
    var recordIdentifier: String? { get }
    /// The rank. Higher ranks are suggested first. 0 by default.
    var rank: Int { get set }
}

/// The identity of a password that a provider has, without the password.
///
/// `@unchecked Sendable`: only the rank is mutable, and a lock protects it. Subclasses must protect their own state.
open class ASPasswordCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The service of the credential.
    public let serviceIdentifier: ASCredentialServiceIdentifier
    /// The user name.
    public let user: String
    /// The provider's identifier for the credential.
    public let recordIdentifier: String?
    /// The rank. Higher ranks are suggested first. 0 by default.
    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

    private let storedRank = Mutex(0)

    /// Creates an identity. The store rejects texts over 1,024 bytes.
    public init(serviceIdentifier: ASCredentialServiceIdentifier, user: String, recordIdentifier: String?) {
        self.serviceIdentifier = serviceIdentifier
        self.user = user
        self.recordIdentifier = recordIdentifier
        super.init()
    }

    /// Returns a copy of the identity.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASPasswordCredentialIdentity(
            serviceIdentifier: serviceIdentifier, user: user, recordIdentifier: recordIdentifier)
        copy.rank = rank
        return copy
    }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the identity.
    open func encode(with coder: NSCoder) { encodeIdentity(with: coder) }

    /// Decodes an identity. Returns nil if the data is malformed.
    public required convenience init?(coder: NSCoder) {
        guard let parts = IdentityParts(coder) else { return nil }
        self.init(serviceIdentifier: parts.service, user: parts.user, recordIdentifier: parts.record)
        rank = parts.rank
    }

    convenience init(_ identity: CredentialIdentity) {
        self.init(
            serviceIdentifier: ASCredentialServiceIdentifier(identity), user: identity.user, recordIdentifier: identity.record)
        rank = Int(identity.rank)
    }
}

extension CredentialIdentity {
    /// Returns nil for an identity that is too long or of an unsupported kind.
    init?(_ identity: any ASCredentialIdentity) {
        let kind: Kind
        var passkey: PasskeyReference?
        switch identity {
        case is ASPasswordCredentialIdentity: kind = .password
        case is ASOneTimeCodeCredentialIdentity: kind = .oneTimeCode
        case let identity as ASPasskeyCredentialIdentity:
            kind = .passkey
            passkey = PasskeyReference(
                credentialID: Array(identity.credentialID), userHandle: Array(identity.userHandle))
        default: return nil
        }
        guard let serviceKind = ServiceKind(rawValue: UInt8(identity.serviceIdentifier.type.rawValue)) else { return nil }
        self.init(
            kind, service: identity.serviceIdentifier.identifier, serviceKind: serviceKind, user: identity.user,
            record: identity.recordIdentifier, rank: Int64(identity.rank), passkey: passkey)
    }
}

/// The encoded properties of all kinds of identities.
struct IdentityParts {
    let service: ASCredentialServiceIdentifier
    let user: String
    let record: String?
    let rank: Int

    init?(_ coder: NSCoder) {
        guard let service = coder.decodeObject(of: ASCredentialServiceIdentifier.self, forKey: "service"),
            let user = coder.decodeObject(of: NSString.self, forKey: "user") as String?
        else { return nil }
        self.service = service
        self.user = user
        // Foundation on Linux reports an absent key as an error.
        record =
            coder.containsValue(forKey: "record") ? coder.decodeObject(of: NSString.self, forKey: "record") as String? : nil
        rank = coder.decodeInteger(forKey: "rank")
    }
}

extension ASCredentialIdentity {
    func encodeIdentity(with coder: NSCoder) {
        coder.encode(serviceIdentifier, forKey: "service")
        coder.encode(user as NSString, forKey: "user")
        if let recordIdentifier { coder.encode(recordIdentifier as NSString, forKey: "record") }
        coder.encode(rank, forKey: "rank")
    }
}

extension ASCredentialServiceIdentifier {
    convenience init(_ identity: CredentialIdentity) {
        self.init(identifier: identity.service, type: .init(identity.serviceKind))
    }
}

/// The identity of a one-time code generator that a provider has, without its secret.
///
/// `@unchecked Sendable`: only the rank is mutable, and a lock protects it. Subclasses must protect their own state.
open class ASOneTimeCodeCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The service of the credential.
    public let serviceIdentifier: ASCredentialServiceIdentifier
    /// The text shown to the user, usually the account name.
    public let label: String
    /// The provider's identifier for the credential.
    public let recordIdentifier: String?
    /// The ``label``.
    open var user: String { label }
    /// The rank. Higher ranks are suggested first. 0 by default.
    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

    private let storedRank = Mutex(0)

    /// Creates an identity. The store rejects texts over 1,024 bytes.
    public init(serviceIdentifier: ASCredentialServiceIdentifier, label: String, recordIdentifier: String?) {
        self.serviceIdentifier = serviceIdentifier
        self.label = label
        self.recordIdentifier = recordIdentifier
        super.init()
    }

    /// Returns a copy of the identity.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASOneTimeCodeCredentialIdentity(
            serviceIdentifier: serviceIdentifier, label: label, recordIdentifier: recordIdentifier)
        copy.rank = rank
        return copy
    }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the identity.
    open func encode(with coder: NSCoder) { encodeIdentity(with: coder) }

    /// Decodes an identity. Returns nil if the data is malformed.
    public required convenience init?(coder: NSCoder) {
        guard let parts = IdentityParts(coder) else { return nil }
        self.init(serviceIdentifier: parts.service, label: parts.user, recordIdentifier: parts.record)
        rank = parts.rank
    }

    convenience init(_ identity: CredentialIdentity) {
        self.init(
            serviceIdentifier: ASCredentialServiceIdentifier(identity), label: identity.user, recordIdentifier: identity.record)
        rank = Int(identity.rank)
    }
}

/// The identifier of the service of a credential.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASCredentialServiceIdentifier: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The type of an identifier.
    public enum IdentifierType: Int, Sendable {
        /// A domain.
        case domain = 0
        /// A URL.
        case URL = 1
        /// An app.
        case app = 2
    }

    /// The domain, URL or app.
    public let identifier: String
    /// The type of the identifier.
    public let type: IdentifierType

    /// Creates an identifier, without validation.
    public init(identifier: String, type: IdentifierType) {
        self.identifier = identifier
        self.type = type
        super.init()
    }

    /// Returns the identifier itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the identifier.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(type.rawValue, forKey: "type")
    }

    /// Decodes an identifier. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") as String?,
            let type = IdentifierType(rawValue: coder.decodeInteger(forKey: "type"))
        else { return nil }
        self.identifier = identifier
        self.type = type
        super.init()
    }

    /// Compares type and text.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASCredentialServiceIdentifier else { return false }
        return identifier == other.identifier && type == other.type
    }

    /// The hash of type and text.
    open override var hash: Int { identifier.hashValue ^ type.rawValue }
}
