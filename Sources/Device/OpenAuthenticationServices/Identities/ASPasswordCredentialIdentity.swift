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
open class ASPasswordCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, @unchecked Sendable {
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

    convenience init(_ identity: PasswordIdentity) {
        self.init(
            serviceIdentifier: ASCredentialServiceIdentifier(
                identifier: identity.service, type: .init(rawValue: Int(identity.serviceKind.rawValue)) ?? .domain),
            user: identity.user, recordIdentifier: identity.record)
        rank = Int(identity.rank)
    }
}

extension PasswordIdentity {
    init?(_ identity: any ASCredentialIdentity) {
        guard let kind = ServiceKind(rawValue: UInt8(identity.serviceIdentifier.type.rawValue)) else { return nil }
        self.init(
            service: identity.serviceIdentifier.identifier, serviceKind: kind, user: identity.user,
            record: identity.recordIdentifier, rank: Int64(identity.rank))
    }
}
