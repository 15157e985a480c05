import DeviceProtocol
public import Foundation
import Synchronization

/// A credential that a provider has, as far as it tells the system of it.
public protocol ASCredentialIdentity: NSObjectProtocol, Sendable {
    /// The service that it is for.
    var serviceIdentifier: ASCredentialServiceIdentifier { get }
    /// The user name.
    var user: String { get }
    /// The provider's own name for it.
    var recordIdentifier: String? { get }
    /// Higher ones are offered first. 0 by default.
    var rank: Int { get set }
}

/// A password that a provider has, without the password.
///
/// `Sendable` holds because only the rank changes, behind a lock; a subclass answers for its own.
open class ASPasswordCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The service that it is for.
    public let serviceIdentifier: ASCredentialServiceIdentifier
    /// The user name.
    public let user: String
    /// The provider's own name for it.
    public let recordIdentifier: String?
    /// Higher ones are offered first. 0 by default.
    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

    private let storedRank = Mutex(0)

    /// An identity. Texts over 1,024 bytes are refused by the store.
    public init(serviceIdentifier: ASCredentialServiceIdentifier, user: String, recordIdentifier: String?) {
        self.serviceIdentifier = serviceIdentifier
        self.user = user
        self.recordIdentifier = recordIdentifier
        super.init()
    }

    /// An identity with the same contents.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASPasswordCredentialIdentity(
            serviceIdentifier: serviceIdentifier, user: user, recordIdentifier: recordIdentifier)
        copy.rank = rank
        return copy
    }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the identity down.
    open func encode(with coder: NSCoder) { encodeIdentity(with: coder) }

    /// An identity that was written down; nil for anything else.
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
    /// Returns nil for an identity that is too long, and for one of a kind that there is not yet.
    init?(_ identity: any ASCredentialIdentity) {
        let kind: Kind
        switch identity {
        case is ASPasswordCredentialIdentity: kind = .password
        case is ASOneTimeCodeCredentialIdentity: kind = .oneTimeCode
        default: return nil
        }
        guard let serviceKind = ServiceKind(rawValue: UInt8(identity.serviceIdentifier.type.rawValue)) else { return nil }
        self.init(
            kind, service: identity.serviceIdentifier.identifier, serviceKind: serviceKind, user: identity.user,
            record: identity.recordIdentifier, rank: Int64(identity.rank))
    }
}

/// What both kinds of identities write down.
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
        // Foundation on Linux reports a key that is absent as an error.
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

/// A generator of one-time codes that a provider has, without its secret.
///
/// `Sendable` holds because only the rank changes, behind a lock; a subclass answers for its own.
open class ASOneTimeCodeCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The service that it is for.
    public let serviceIdentifier: ASCredentialServiceIdentifier
    /// What the person reads: the account's name, as a rule.
    public let label: String
    /// The provider's own name for it.
    public let recordIdentifier: String?
    /// The ``label``.
    open var user: String { label }
    /// Higher ones are offered first. 0 by default.
    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

    private let storedRank = Mutex(0)

    /// An identity. The store rejects texts over 1,024 bytes.
    public init(serviceIdentifier: ASCredentialServiceIdentifier, label: String, recordIdentifier: String?) {
        self.serviceIdentifier = serviceIdentifier
        self.label = label
        self.recordIdentifier = recordIdentifier
        super.init()
    }

    /// An identity with the same contents.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASOneTimeCodeCredentialIdentity(
            serviceIdentifier: serviceIdentifier, label: label, recordIdentifier: recordIdentifier)
        copy.rank = rank
        return copy
    }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the identity down.
    open func encode(with coder: NSCoder) { encodeIdentity(with: coder) }

    /// An identity that was written down; nil for anything else.
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

/// Names the service that a credential is for.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASCredentialServiceIdentifier: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// What the identifier is.
    public enum IdentifierType: Int, Sendable {
        /// A domain.
        case domain = 0
        /// A URL.
        case URL = 1
        /// An app.
        case app = 2
    }

    /// The domain, the URL or the app.
    public let identifier: String
    /// Which of these it is.
    public let type: IdentifierType

    /// An identifier, taken as it is.
    public init(identifier: String, type: IdentifierType) {
        self.identifier = identifier
        self.type = type
        super.init()
    }

    /// The identifier itself: nothing of it changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes it down.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(type.rawValue, forKey: "type")
    }

    /// An identifier that was written down; nil where that is none.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") as String?,
            let type = IdentifierType(rawValue: coder.decodeInteger(forKey: "type"))
        else { return nil }
        self.identifier = identifier
        self.type = type
        super.init()
    }

    /// The same kind and the same text.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASCredentialServiceIdentifier else { return false }
        return identifier == other.identifier && type == other.type
    }

    /// Of what ``isEqual(_:)`` compares.
    open override var hash: Int { identifier.hashValue ^ type.rawValue }
}
