public import Foundation

/// A policy for evaluating the trust of a certificate.
///
/// Create a policy with ``SecPolicyCreateBasicX509()`` or ``SecPolicyCreateSSL(_:_:)``. Policies are immutable.
public final class SecPolicy: NSObject, Sendable {
    let rules: TrustRules

    init(_ rules: TrustRules) {
        self.rules = rules
        super.init()
    }

    /// Compares the rules.
    public override func isEqual(_ object: Any?) -> Bool { (object as? SecPolicy)?.rules == rules }

    public override var hash: Int { rules.hashValue }

    public override var description: String { "<SecPolicy: \(rules.identifier)>" }

    public override var debugDescription: String { description }
}

extension SecPolicy: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_005
}

/// The requirements of a policy.
enum TrustRules: Hashable, Sendable {
    case basicX509
    /// TLS, for the certificate of a server or a client. With a name, the certificate must be valid for it.
    case ssl(isServer: Bool, hostName: String?)

    var identifier: String {
        switch self {
        case .basicX509: kSecPolicyAppleX509Basic as String
        case .ssl: kSecPolicyAppleSSL as String
        }
    }
}

// The strings are immutable, so `nonisolated(unsafe)` is safe.

/// The identifier of ``SecPolicyCreateBasicX509()``.
nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
/// The identifier of ``SecPolicyCreateSSL(_:_:)``.
nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
/// A property of a policy: its identifier.
nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"
/// A property of a policy: the host name.
nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"
/// A property of a policy: whether it applies to client certificates.
nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"

/// Returns the type identifier of policies, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecPolicyGetTypeID() -> CFTypeID {
    SecPolicy.typeID
}

/// Creates the basic policy: a chain to an anchor that conforms to RFC 5280, for any purpose.
@discardableResult
public func SecPolicyCreateBasicX509() -> SecPolicy {
    SecPolicy(.basicX509)
}

/// Creates a policy for TLS. In addition to ``SecPolicyCreateBasicX509()``, it requires the purpose in the extended key usage
/// and, for certificates issued since July 2019, a validity of at most 825 days (Apple's requirements for trusted certificates,
/// HT210176). The same document excludes RSA keys of less than 2,048 bits: ``SecCertificateCreateWithData(_:_:)`` creates no
/// certificate with such a key.
///
/// - Parameters:
///   - server: Whether the certificate is that of a server. Otherwise it is that of a client.
///   - hostname: The host name or IP address, which must be an alternative name of the subject (RFC 6125). Common names are
///     ignored. Nil for any host.
@discardableResult
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    SecPolicy(.ssl(isServer: server, hostName: hostname as String?))
}

/// Creates a policy from an identifier and properties, as returned by ``SecPolicyCopyProperties(_:)``.
///
/// - Returns: The policy, or nil for an unsupported identifier and for properties of other types.
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

/// Returns the properties of a policy: ``kSecPolicyOid``, and ``kSecPolicyName`` and ``kSecPolicyClient`` if present.
@discardableResult
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    let properties: NSMutableDictionary = [kSecPolicyOid: policyRef.rules.identifier as NSString]
    if case .ssl(let isServer, let hostName) = policyRef.rules {
        if let hostName { properties[kSecPolicyName] = hostName as NSString }
        if !isServer { properties[kSecPolicyClient] = true as NSNumber }
    }
    return properties
}
