import DeviceProtocol
import Foundation

/// A dictionary of the SecItem functions, read once: every name is known, every value is of its type.
///
/// A name that means nothing here is an error and not passed over: what protects an item, or chooses it, must not be lost because it was
/// spelled wrongly.
struct ItemDictionary {
    private(set) var itemClass: ItemClass?
    private(set) var attributes = ItemAttributes()
    private(set) var accessGroup: AccessGroup?
    private(set) var accessibility: Accessibility?
    private(set) var accessControl: SecAccessControl?
    private(set) var synchronization: Synchronization?
    private(set) var data: [UInt8]?
    private(set) var object: ItemObject?
    /// Identities are meant: no class of the store, but the certificates whose private keys stand there, too.
    private(set) var isOfIdentities = false
    private(set) var references: [PersistentReference] = []
    /// What the list of items names by an object instead of a reference.
    private(set) var listed: [ItemObject] = []
    /// Beyond attributes; of certificates and identities alone.
    let match: CertificateMatch?
    let reader: AttributeReader

    /// Throws ``errSecNoSuchAttr`` for a name that is none, ``errSecParam`` for a value of the wrong type.
    init(_ dictionary: CFDictionary) throws(SecurityFailure) {
        reader = AttributeReader(dictionary)
        match = try CertificateMatch(reader)
        for name in dictionary.allKeys {
            guard let name = name as? String else { throw .parameter("a name in the dictionary is no string") }
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
                Accessibility(rawValue: try reader.string(kSecAttrAccessible) ?? ""), "kSecAttrAccessible has no such value")
        case kSecAttrAccessControl:
            accessControl = try checked(
                reader.object(kSecAttrAccessControl) as? SecAccessControl, "kSecAttrAccessControl is no SecAccessControl")
        case kSecAttrSynchronizable: synchronization = try readSynchronization()
        case kSecValueData: data = try reader.data(kSecValueData).map { [UInt8]($0) }
        case kSecValueRef:
            object = try checked(
                ItemObject(reader.object(kSecValueRef)), "kSecValueRef is no SecKey, SecCertificate or SecIdentity")
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
        default: throw SecurityFailure(errSecNoSuchAttr, "\(name) is no attribute and no option of the keychain here")
        }
    }

    /// `kSecUseCredentialReference`, which is in no public header: a context in the form that crosses processes on Apple's systems.
    private static var credentialReference: NSString { "u_CredRef" }

    private mutating func readClass() throws(SecurityFailure) {
        let name = try reader.string(kSecClass) ?? ""
        isOfIdentities = name == kSecClassIdentity as String
        guard !isOfIdentities else { return }
        itemClass = try checked(ItemClass(rawValue: name), "kSecClass has no such value here")
    }

    private func readSynchronization() throws(SecurityFailure) -> Synchronization {
        if reader.object(kSecAttrSynchronizable) as? String == kSecAttrSynchronizableAny as String { return .either }
        return try reader.boolean(kSecAttrSynchronizable) ? .synchronized : .local
    }

    private mutating func readItemList() throws(SecurityFailure) {
        guard let list = reader.object(kSecMatchItemList) as? [Any], list.count <= ItemQuery.maximumReferences else {
            throw .parameter("kSecMatchItemList is no list of at most \(ItemQuery.maximumReferences) items")
        }
        // No reference at all would mean every item.
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
        let bytes = (value as? Data).map { [UInt8]($0) } ?? []
        if let reference = IdentityReference(bytes) {
            isOfIdentities = true
            references.append(reference.certificate)
        } else {
            references.append(
                try checked(PersistentReference(bytes), "a persistent reference has \(PersistentReference.length) bytes"))
        }
    }

    /// Turns a query for identities into the one for their certificates.
    mutating func becomeOfCertificates() {
        isOfIdentities = false
        itemClass = .certificate
        attributes = attributes.ofCertificates
        if case .identity(let identity) = object { object = .certificate(identity.certificate) }
    }

    /// Turns the addition of an identity into the one of its part.
    mutating func become(_ part: ItemObject) {
        isOfIdentities = false
        itemClass = part.itemClass
        object = part
        attributes = itemClass == .key ? attributes.notOfCertificatesAlone : attributes.ofCertificates
    }

    /// An object brings its class, and what is matched must be something that can match.
    private mutating func settleClass() throws(SecurityFailure) {
        if let object {
            if case .identity = object {
                guard itemClass == nil else { throw .parameter("an identity is of the class kSecClassIdentity") }
                isOfIdentities = true
            } else {
                guard !isOfIdentities, itemClass ?? object.itemClass == object.itemClass else {
                    throw .parameter("kSecValueRef is of another class than kSecClass says")
                }
                itemClass = object.itemClass
            }
        }
        guard match == nil || isOfIdentities || itemClass == .certificate else {
            throw .parameter("only certificates and identities are matched by what they say")
        }
    }

    /// What of each item is wanted.
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

    /// How many items are wanted, and whether they come as a list: `kSecMatchLimitOne` alone does not.
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
            throw .parameter("kSecMatchLimit is neither of its constants nor a positive number")
        }
    }

    /// Whether any `kSecMatch…` is given, a limit included.
    var limitsOrMatches: Bool {
        match != nil || reader.object(kSecMatchLimit) != nil || reader.object(kSecMatchItemList) != nil
    }

    /// With which context, in which way, and with which words someone may be asked.
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
