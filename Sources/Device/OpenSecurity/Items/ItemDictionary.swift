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
    private(set) var key: SecKey?
    private(set) var references: [PersistentReference] = []
    private let reader: AttributeReader

    /// Throws ``errSecNoSuchAttr`` for a name that is none, ``errSecParam`` for a value of the wrong type.
    init(_ dictionary: CFDictionary) throws(SecurityFailure) {
        reader = AttributeReader(dictionary)
        for name in dictionary.allKeys {
            guard let name = name as? String else { throw .parameter("a name in the dictionary is no string") }
            try read(name)
        }
        if let key { try describe(key) }
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
        case kSecValueRef: key = try checked(reader.object(kSecValueRef) as? SecKey, "kSecValueRef is no SecKey")
        case kSecValuePersistentRef: references.append(try persistentReference(reader.object(kSecValuePersistentRef)))
        case kSecMatchItemList: try readItemList()
        case kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef, kSecMatchLimit, kSecUseOperationPrompt,
            kSecUseNoAuthenticationUI, kSecUseAuthenticationUI, kSecUseAuthenticationContext:
            break  // read where they are used
        case kSecUseDataProtectionKeychain, kSecUseUserIndependentKeychain:
            _ = try reader.boolean(name as NSString)  // there is one keychain, of this kind, of this user
        default: throw SecurityFailure(errSecNoSuchAttr, "\(name) is no attribute and no option of the keychain here")
        }
    }

    private mutating func readClass() throws(SecurityFailure) {
        itemClass = try checked(ItemClass(rawValue: try reader.string(kSecClass) ?? ""), "kSecClass has no such value here")
    }

    private func readSynchronization() throws(SecurityFailure) -> Synchronization {
        if reader.object(kSecAttrSynchronizable) as? String == kSecAttrSynchronizableAny as String { return .either }
        return try reader.boolean(kSecAttrSynchronizable) ? .synchronized : .local
    }

    private mutating func readItemList() throws(SecurityFailure) {
        guard let list = reader.object(kSecMatchItemList) as? [Any], list.count <= ItemQuery.maximumReferences else {
            throw .parameter("kSecMatchItemList is no list of at most \(ItemQuery.maximumReferences) persistent references")
        }
        for element in list { references.append(try persistentReference(element)) }
    }

    private func persistentReference(_ value: Any?) throws(SecurityFailure) -> PersistentReference {
        let bytes = (value as? Data).map { [UInt8]($0) } ?? []
        return try checked(PersistentReference(bytes: bytes), "a persistent reference has \(PersistentReference.length) bytes")
    }

    /// A key brings its class, its bytes and what follows from it; what the dictionary says besides stays.
    private mutating func describe(_ key: SecKey) throws(SecurityFailure) {
        guard itemClass ?? .key == .key else { throw .parameter("a key is an item of the class kSecClassKey") }
        itemClass = .key
        if case .remote = key.material { throw .parameter("a key of the enclave enters the keychain where it is made") }
        data = try key.externalRepresentation().withBytes { Array($0) }
        guard let own = SecKeyCopyAttributes(key) else { return }
        attributes = try ItemDictionary(own).attributes.updated(with: attributes)
    }
}

func checked<Value>(_ value: Value?, _ reason: String) throws(SecurityFailure) -> Value {
    guard let value else { throw .parameter(reason) }
    return value
}

extension ItemDictionary {
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

    /// Throws ``errSecParam`` for a query that names no class and no item.
    func query() throws(SecurityFailure) -> ItemQuery {
        guard itemClass != nil || !references.isEmpty else { throw .parameter("kSecClass is missing") }
        guard accessControl == nil else { throw .parameter("nothing is found by its access control; use kSecAttrAccessible") }
        return ItemQuery(
            itemClass: itemClass, attributes: attributes, accessGroup: accessGroup, accessibility: accessibility,
            synchronization: references.isEmpty ? synchronization ?? .local : .either, references: references)
    }

    func addition(returning forms: ReturnForms) throws(SecurityFailure) -> AddItem {
        guard let itemClass else { throw .parameter("kSecClass is missing") }
        guard references.isEmpty else { throw .parameter("an item that stands in the keychain cannot be added") }
        guard synchronization != .either else { throw .parameter("an item synchronises or does not") }
        return AddItem(
            itemClass: itemClass, attributes: attributes, accessGroup: accessGroup,
            accessControl: try protection ?? AccessControl(accessibility: .whenUnlocked),
            isSynchronized: synchronization == .synchronized,
            data: data, returning: forms, authentication: try authenticationUse)
    }

    /// Throws ``errSecParam`` for what says which items, not what becomes of them.
    func changes() throws(SecurityFailure) -> ItemChanges {
        guard itemClass == nil, references.isEmpty, try returnForms.isEmpty, reader.object(kSecMatchLimit) == nil,
            synchronization != .either
        else { throw .parameter("the attributes to update choose items, which is the query's part") }
        return ItemChanges(
            attributes: attributes, data: data, accessGroup: accessGroup, accessControl: try protection,
            isSynchronized: synchronization.map { $0 == .synchronized })
    }

    /// Throws ``errSecParam`` where both ways to give it are taken.
    var protection: AccessControl? {
        get throws(SecurityFailure) {
            guard accessibility == nil || accessControl == nil else {
                throw .parameter("kSecAttrAccessible and kSecAttrAccessControl exclude each other")
            }
            return accessControl?.list ?? accessibility.map { AccessControl(accessibility: $0) }
        }
    }

    /// With which context, in which way, and with which words someone may be asked.
    var authentication: ItemAuthentication {
        get throws(SecurityFailure) { try ItemAuthentication(reader) }
    }

    var authenticationUse: AuthenticationUse {
        get throws(SecurityFailure) { try authentication.use() }
    }
}
