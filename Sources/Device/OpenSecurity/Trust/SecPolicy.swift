public import Foundation

/// What a certificate is to be good for.
///
/// ``SecPolicyCreateBasicX509()`` and ``SecPolicyCreateSSL(_:_:)`` make it. It never changes.
public final class SecPolicy: NSObject, Sendable {
    let rules: TrustRules

    init(_ rules: TrustRules) {
        self.rules = rules
        super.init()
    }

    /// The same rules.
    public override func isEqual(_ object: Any?) -> Bool { (object as? SecPolicy)?.rules == rules }

    public override var hash: Int { rules.hashValue }

    public override var description: String { "<SecPolicy: \(rules.identifier)>" }

    public override var debugDescription: String { description }
}

extension SecPolicy: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_005
}

/// What a policy asks.
enum TrustRules: Hashable, Sendable {
    case basicX509
    /// Of a server, or of its client; with a name the certificate must be for that.
    case ssl(isServer: Bool, hostName: String?)

    var identifier: String {
        switch self {
        case .basicX509: kSecPolicyAppleX509Basic as String
        case .ssl: kSecPolicyAppleSSL as String
        }
    }
}

// Each string is a constant and never changes, which is why `nonisolated(unsafe)` is safe here.

/// The identifier of ``SecPolicyCreateBasicX509()``.
nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
/// The identifier of ``SecPolicyCreateSSL(_:_:)``.
nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
/// In the properties of a policy: its identifier.
nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"
/// In the properties of a policy: the host's name.
nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"
/// In the properties of a policy: whether it is for the client's certificate.
nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"

/// The number of the class of policies, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecPolicyGetTypeID() -> CFTypeID {
    SecPolicy.typeID
}

/// A chain to an anchor that RFC 5280 allows, for whatever purpose.
@discardableResult
public func SecPolicyCreateBasicX509() -> SecPolicy {
    SecPolicy(.basicX509)
}

/// A chain for TLS: besides ``SecPolicyCreateBasicX509()`` the purpose in the extended key usage, and for what was issued since
/// July 2019 at most 825 days of validity (Apple's requirements for trusted certificates, HT210176). RSA keys of under 2,048 bits are never read.
///
/// - Parameters:
///   - server: Whether the certificate is a server's; a client's otherwise.
///   - hostname: The name or the IP address that the certificate must be for, as an alternative name of its subject (RFC 6125); a common name counts for
///     nothing. Nil: any.
@discardableResult
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    SecPolicy(.ssl(isServer: server, hostName: hostname as String?))
}

/// The policy with an identifier and properties, as ``SecPolicyCopyProperties(_:)`` gives them.
///
/// - Returns: Nil for an identifier that there is not here, and for properties of other types.
@discardableResult
public func SecPolicyCreateWithProperties(_ policyIdentifier: CFTypeRef, _ properties: CFDictionary?) -> SecPolicy? {
    let name = properties?[kSecPolicyName]
    let client = properties?[kSecPolicyClient]
    guard name == nil || name is String, client == nil || client is Bool else { return nil }
    switch policyIdentifier as? NSString {
    case kSecPolicyAppleX509Basic: return SecPolicyCreateBasicX509()
    case kSecPolicyAppleSSL: return SecPolicyCreateSSL(client as? Bool != true, (name as? String).map { $0 as NSString })
    default: return nil
    }
}

/// What a policy is: ``kSecPolicyOid``, and where it has them ``kSecPolicyName`` and ``kSecPolicyClient``.
@discardableResult
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    let properties: NSMutableDictionary = [kSecPolicyOid: policyRef.rules.identifier as NSString]
    if case .ssl(let isServer, let hostName) = policyRef.rules {
        if let hostName { properties[kSecPolicyName] = hostName as NSString }
        if !isServer { properties[kSecPolicyClient] = true as NSNumber }
    }
    return properties
}
