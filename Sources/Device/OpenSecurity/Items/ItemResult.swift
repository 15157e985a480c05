import DeviceProtocol
import Foundation

/// Converts a found item to the requested result: a single form, or a dictionary of several.
struct ItemResult {
    let forms: ReturnForms
    /// The settings for prompts of found keys.
    let authentication: ItemAuthentication

    /// Returns nil if no form is requested.
    func object(for item: FoundItem) throws(SecurityFailure) -> CFTypeRef? {
        object(
            data: item.data, reference: forms.contains(.reference) ? try reference(to: item) : nil,
            persistent: item.reference.bytes, attributes: attributes(of: item))
    }

    /// Returns nil if no form is requested.
    func object(for identity: FoundIdentity) throws(SecurityFailure) -> CFTypeRef? {
        // For attributes of both items, those of the certificate take precedence.
        let attributes = attributes(of: identity.key).merging(attributes(of: identity.certificate)) { $1 }
        return object(
            data: identity.certificate.data, reference: forms.contains(.reference) ? try reference(to: identity) : nil,
            persistent: IdentityReference(certificate: identity.certificate.reference).bytes,
            attributes: attributes.merging([kSecClass: kSecClassIdentity]) { $1 })
    }

    private func object(
        data: [UInt8]?, reference: NSObject?, persistent: [UInt8], attributes: [NSString: Any]
    ) -> CFTypeRef? {
        var parts: [(name: CFString, object: NSObject)] = []
        if forms.contains(.data) { parts.append((kSecValueData, NSData(bytes: data ?? []))) }
        if let reference { parts.append((kSecValueRef, reference)) }
        if forms.contains(.persistentReference) { parts.append((kSecValuePersistentRef, NSData(bytes: persistent))) }
        guard forms.contains(.attributes) else {
            let isAlone = ReturnForms.single.contains(forms)
            return isAlone ? parts.first?.object : NSDictionary(objects: parts.map(\.object), forKeys: parts.map(\.name))
        }
        let result = NSMutableDictionary(dictionary: attributes)
        for part in parts where !(part.name == kSecValueData && data == nil) { result[part.name] = part.object }
        return result
    }

    /// Returns the attributes, or none if they are not requested.
    private func attributes(of item: FoundItem) -> [NSString: Any] {
        guard forms.contains(.attributes) else { return [:] }
        var attributes: [NSString: Any] = [kSecClass: item.itemClass.rawValue as NSString]
        guard let description = item.description else { return attributes }
        for name in description.attributes.names {
            attributes[name.rawValue as NSString] = description.attributes[name]?.object
        }
        attributes[kSecAttrAccessGroup] = description.accessGroup.rawValue as NSString
        attributes[kSecAttrSynchronizable] = NSNumber(value: description.isSynchronized)
        attributes[kSecAttrAccessible] = description.accessControl.accessibility.rawValue as NSString
        attributes[kSecAttrAccessControl] = SecAccessControl(description.accessControl)
        return attributes
    }

    /// Returns a key, in the enclave or from bytes, or a certificate. A password has no object.
    private func reference(to item: FoundItem) throws(SecurityFailure) -> NSObject? {
        switch item.itemClass {
        case .genericPassword, .internetPassword: nil
        case .certificate: try certificate(of: item)
        case .key: try key(of: item)
        }
    }

    private func reference(to identity: FoundIdentity) throws(SecurityFailure) -> NSObject {
        guard let identity = SecIdentity(try certificate(of: identity.certificate), try key(of: identity.key)) else {
            throw SecurityFailure(errSecDecode, "the stored certificate does not belong to the stored key")
        }
        return identity
    }

    private func certificate(of item: FoundItem) throws(SecurityFailure) -> SecCertificate {
        guard let contents = item.data.flatMap({ CertificateContents(der: $0) }) else {
            throw SecurityFailure(errSecDecode, "the stored certificate is malformed")
        }
        return SecCertificate(contents)
    }

    private func key(of item: FoundItem) throws(SecurityFailure) -> SecKey {
        guard let description = item.description else { throw SecurityFailure(errSecDecode, "the key has no attributes") }
        let attributes = description.attributes.names.reduce(into: [String: any Sendable]()) { result, name in
            result[name.rawValue] = description.attributes[name]?.sendable
        }
        if let key = item.key {
            return try SecKey(remote: BrokerKey(key, authentication: authentication.ofKey), itemAttributes: attributes)
        }
        guard let data = item.data else { throw SecurityFailure(errSecDecode, "the key has no bytes") }
        let kinds: NSDictionary = [
            kSecAttrKeyType: description.attributes[.type]?.object ?? kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeyClass: description.attributes[.keyClass]?.object ?? kSecAttrKeyClassPrivate,
        ]
        var failure: Unmanaged<CFError>?
        guard let key = SecKeyCreateWithData(NSData(bytes: data), kinds, &failure) else {
            let reason = failure?.takeRetainedValue().userInfo["NSDescription"] ?? ""
            throw SecurityFailure(errSecDecode, "the stored key is malformed: \(reason)")
        }
        return SecKey(key.material, itemAttributes: attributes)
    }
}

extension ReturnForms {
    /// Forms that are returned directly if no other is requested.
    fileprivate static let single: [ReturnForms] = [[], .data, .reference, .persistentReference]
}

extension AttributeValue {
    fileprivate var sendable: any Sendable {
        switch self {
        case .data(let octets): Data(octets)
        case .text(let text): text
        case .number(let number): number
        case .flag(let flag): flag
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        }
    }
}
