import DeviceProtocol
import Foundation

/// A parsed dictionary of the SecItem functions: every key is known, every value has its type.
///
/// An unsupported key is an error and is not ignored, because a key that protects or selects an item must not be lost by a
/// misspelling.
struct ItemDictionary {
    private(set) var itemClass: ItemClass?
    private(set) var attributes = ItemAttributes()
    private(set) var accessGroup: AccessGroup?
    private(set) var accessibility: Accessibility?
    private(set) var accessControl: SecAccessControl?
    private(set) var synchronization: Synchronization?
    private(set) var data: [UInt8]?
    private(set) var object: ItemObject?
    /// Whether the class is identities. The store has no such class: they are certificates whose private keys are also in the
    /// keychain.
    private(set) var isOfIdentities = false
    private(set) var references: [PersistentReference] = []
    /// The objects in the list of items.
    private(set) var listed: [ItemObject] = []
    /// Conditions on the contents of certificates and identities.
    let match: CertificateMatch?
    let reader: AttributeReader

    /// Throws ``errSecNoSuchAttr`` for an unknown key, and ``errSecParam`` for a value of the wrong type.
    init(_ dictionary: CFDictionary) throws(SecurityFailure) {
        reader = AttributeReader(dictionary)
        match = try CertificateMatch(reader)
        for name in dictionary.allKeys {
            guard let name = name as? String else { throw .parameter("a key in the dictionary is not a string") }
            try read(name)
        }
        try settleClass()
    }

    private mutating func read(_ name: String) throws(SecurityFailure) {
        if let attribute = AttributeName(rawValue: name) {
            guard let value = try AttributeValue(attribute.kind, reader, name as NSString) else { return }
            attributes.set(attribute, value)
            return
        }
        switch name as NSString {
        case kSecClass: try readClass()
        case kSecAttrAccessGroup:
            accessGroup = try checked(
                AccessGroup(rawValue: try reader.string(kSecAttrAccessGroup) ?? ""), "the access group is empty or too long")
        case kSecAttrAccessible:
            accessibility = try checked(
                Accessibility(rawValue: try reader.string(kSecAttrAccessible) ?? ""), "kSecAttrAccessible has an unknown value")
        case kSecAttrAccessControl:
            accessControl = try checked(
                reader.object(kSecAttrAccessControl) as? SecAccessControl, "kSecAttrAccessControl is not a SecAccessControl")
        case kSecAttrSynchronizable: synchronization = try readSynchronization()
        case kSecValueData: data = try reader.data(kSecValueData)
        case kSecValueRef:
            object = try checked(
                ItemObject(reader.object(kSecValueRef)), "kSecValueRef is not a SecKey, SecCertificate or SecIdentity")
        case kSecValuePersistentRef: try readReference(reader.object(kSecValuePersistentRef))
        case kSecMatchItemList: try readItemList()
        case kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef, kSecMatchLimit, kSecUseOperationPrompt,
            kSecUseNoAuthenticationUI, kSecUseAuthenticationUI, kSecUseAuthenticationContext:
            break  // read where they are used
        case let name where CertificateMatch.names.contains(name as String): break  // read already
        case kSecUseDataProtectionKeychain, kSecUseUserIndependentKeychain:
            _ = try reader.boolean(name as NSString)  // there is one keychain, of this kind, of this user
        case Self.credentialReference where reader.object(kSecUseAuthenticationContext) != nil:
            throw .parameter("a credential reference and an authentication context exclude each other")
        default: throw SecurityFailure(errSecNoSuchAttr, "\(name) is not a supported attribute or option")
        }
    }

    /// `kSecUseCredentialReference`, which is not in a public header: a context in the form that Apple's systems pass between
    /// processes.
    private static var credentialReference: NSString { "u_CredRef" }

    private mutating func readClass() throws(SecurityFailure) {
        let name = try reader.string(kSecClass) ?? ""
        isOfIdentities = name == kSecClassIdentity as String
        guard !isOfIdentities else { return }
        itemClass = try checked(ItemClass(rawValue: name), "kSecClass has an unsupported value")
    }

    private func readSynchronization() throws(SecurityFailure) -> Synchronization {
        if reader.object(kSecAttrSynchronizable) as? String == kSecAttrSynchronizableAny as String { return .either }
        return try reader.boolean(kSecAttrSynchronizable) ? .synchronized : .local
    }

    private mutating func readItemList() throws(SecurityFailure) {
        guard let list = reader.object(kSecMatchItemList) as? [Any], list.count <= ItemQuery.maximumReferences else {
            throw .parameter("kSecMatchItemList is not an array of at most \(ItemQuery.maximumReferences) items")
        }
        // An empty list of references would select every item.
        guard !list.isEmpty else { throw SecurityFailure(errSecItemNotFound, "kSecMatchItemList is empty") }
        for element in list {
            guard let object = ItemObject(element) else {
                try readReference(element)
                continue
            }
            if case .identity = object { isOfIdentities = true }
            listed.append(object)
        }
    }

    private mutating func readReference(_ value: Any?) throws(SecurityFailure) {
        let bytes = (value as? NSData)?.octets ?? []
        if let reference = IdentityReference(bytes) {
            isOfIdentities = true
            references.append(reference.certificate)
        } else {
            references.append(
                try checked(PersistentReference(bytes), "a persistent reference must have \(PersistentReference.length) bytes"))
        }
    }

    /// Changes a query for identities to a query for their certificates.
    mutating func becomeOfCertificates() {
        isOfIdentities = false
        itemClass = .certificate
        attributes = attributes.ofCertificates
        if case .identity(let identity) = object { object = .certificate(identity.certificate) }
    }

    /// Changes the addition of an identity to the addition of one part.
    mutating func become(_ part: ItemObject) {
        isOfIdentities = false
        itemClass = part.itemClass
        object = part
        attributes = itemClass == .key ? attributes.notOfCertificatesAlone : attributes.ofCertificates
    }

    /// Sets the class of an object, and checks that conditions on contents apply to the class.
    private mutating func settleClass() throws(SecurityFailure) {
        if let object {
            if case .identity = object {
                guard itemClass == nil else { throw .parameter("an identity must have the class kSecClassIdentity") }
                isOfIdentities = true
            } else {
                guard !isOfIdentities, itemClass ?? object.itemClass == object.itemClass else {
                    throw .parameter("kSecValueRef does not have the class of kSecClass")
                }
                itemClass = object.itemClass
            }
        }
        guard match == nil || isOfIdentities || itemClass == .certificate else {
            throw .parameter("only certificates and identities can be matched by content")
        }
    }

    /// The requested forms of each item.
    var returnForms: ReturnForms {
        get throws(SecurityFailure) {
            var forms: ReturnForms = []
            for (name, form): (CFString, ReturnForms) in [
                (kSecReturnData, .data), (kSecReturnAttributes, .attributes), (kSecReturnRef, .reference),
                (kSecReturnPersistentRef, .persistentReference),
            ] where try reader.boolean(name) {
                forms.insert(form)
            }
            return forms
        }
    }

    /// The maximum number of items, and whether the result is an array. With `kSecMatchLimitOne` it is not.
    var limit: (count: UInt32, isList: Bool) {
        get throws(SecurityFailure) {
            guard let value = reader.object(kSecMatchLimit) else { return (1, false) }
            if let text = value as? String {
                if text == kSecMatchLimitOne as String { return (1, false) }
                if text == kSecMatchLimitAll as String { return (UInt32(FoundItems.maximumCount), true) }
            }
            if let number = try? reader.integer(kSecMatchLimit), number > 0 {
                return (UInt32(min(number, FoundItems.maximumCount)), number > 1)
            }
            throw .parameter("kSecMatchLimit is neither one of its constants nor a positive number")
        }
    }

    /// Whether the dictionary has a `kSecMatch…` key, including a limit.
    var limitsOrMatches: Bool {
        match != nil || reader.object(kSecMatchLimit) != nil || reader.object(kSecMatchItemList) != nil
    }

    /// The settings for prompts: the context, the permission and the reason.
    var authentication: ItemAuthentication {
        get throws(SecurityFailure) { try ItemAuthentication(reader) }
    }

    var authenticationUse: AuthenticationUse {
        get throws(SecurityFailure) { try authentication.use() }
    }
}

func checked<Value>(_ value: Value?, _ reason: String) throws(SecurityFailure) -> Value {
    guard let value else { throw .parameter(reason) }
    return value
}
