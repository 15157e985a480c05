import DeviceProtocol
public import Foundation
import Synchronization

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
