import DeviceProtocol
import Foundation

/// Makes of a found item what a caller asked for: the one form alone, or a dictionary of several.
struct ItemResult {
    let forms: ReturnForms
    /// With which keys are used that are found.
    let authentication: ItemAuthentication

    /// Nothing where no form was asked for.
    func object(for item: FoundItem) throws(SecurityFailure) -> CFTypeRef? {
        var parts: [(name: CFString, object: NSObject)] = []
        if forms.contains(.data) { parts.append((kSecValueData, Data(item.data ?? []) as NSData)) }
        if forms.contains(.reference) { parts.append((kSecValueRef, try reference(to: item))) }
        if forms.contains(.persistentReference) { parts.append((kSecValuePersistentRef, Data(item.reference.bytes) as NSData)) }
        if !forms.contains(.attributes) {
            if parts.count < 2 { return parts.first?.object }
            return NSDictionary(objects: parts.map(\.object), forKeys: parts.map(\.name))
        }
        let attributes = NSMutableDictionary(dictionary: attributes(of: item))
        for part in parts where !(part.name == kSecValueData && item.data == nil) { attributes[part.name] = part.object }
        return attributes
    }

    private func attributes(of item: FoundItem) -> [NSString: Any] {
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

    /// A key, in the enclave or of bytes. Other classes have no object here that stands for them: certificates are data.
    private func reference(to item: FoundItem) throws(SecurityFailure) -> NSObject {
        guard item.itemClass == .key, let description = item.description else {
            throw SecurityFailure(errSecUnimplemented, "only keys have references here; ask for the data or a persistent reference")
        }
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
        guard let key = SecKeyCreateWithData(Data(data) as NSData, kinds, &failure) else {
            throw SecurityFailure(
                errSecDecode, "the stored key is none: \(failure?.takeRetainedValue().localizedDescription ?? "")")
        }
        return SecKey(key.material, itemAttributes: attributes)
    }
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
