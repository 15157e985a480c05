import DeviceProtocol
import Foundation

/// The device requests of the SecItem functions.
extension ItemDictionary {
    /// Returns the query. An access control selects items by its accessibility only, as Apple's does.
    ///
    /// Throws ``errSecParam`` if the query has neither a class nor an item, and ``errSecItemNotFound`` if its list contains no
    /// item of the keychain.
    func query() throws(SecurityFailure) -> ItemQuery {
        guard itemClass != nil || isOfIdentities || namesItems else { throw .parameter("kSecClass is missing") }
        let references = try references + referencesOfListed()
        return ItemQuery(
            itemClass: itemClass, attributes: attributes.updated(with: object?.queried ?? ItemAttributes()),
            accessGroup: accessGroup, accessibility: try protection?.accessibility,
            synchronization: references.isEmpty ? synchronization ?? .local : .either, references: references)
    }

    /// Whether the query selects items by reference or object.
    private var namesItems: Bool { !references.isEmpty || !listed.isEmpty }

    /// Returns the references of listed objects. Ignores objects that are not in the keychain.
    private func referencesOfListed() throws(SecurityFailure) -> [PersistentReference] {
        var found: [PersistentReference] = []
        for object in listed {
            let query = ItemQuery(itemClass: object.queriedClass, attributes: object.queried, synchronization: .either)
            let request = FindItems(query: query, limit: UInt32(FoundItems.maximumCount), returning: [])
            found += try unlessDeleted { () throws(SecurityFailure) in try OpenSecurity.find(request) }.map(\.reference)
        }
        guard listed.isEmpty || !found.isEmpty || !references.isEmpty else {
            throw SecurityFailure(errSecItemNotFound, "no item of kSecMatchItemList is in the keychain")
        }
        guard found.count + references.count <= ItemQuery.maximumReferences else {
            throw .parameter("kSecMatchItemList matches more than \(ItemQuery.maximumReferences) items")
        }
        return found
    }

    func addition(returning forms: ReturnForms) throws(SecurityFailure) -> AddItem {
        guard let itemClass else { throw .parameter("kSecClass is missing") }
        guard !namesItems else { throw .parameter("a reference to an existing item cannot be added") }
        guard synchronization != .either else { throw .parameter("kSecAttrSynchronizableAny is only valid in a query") }
        let (attributes, data) = try content(of: itemClass)
        return AddItem(
            itemClass: itemClass, attributes: attributes, accessGroup: accessGroup,
            accessControl: try protection ?? AccessControl(accessibility: .whenUnlocked),
            isSynchronized: synchronization == .synchronized,
            data: data, returning: forms, authentication: try authenticationUse)
    }

    /// Throws ``errSecParam`` if the query has return types, which only a search supports.
    func queryOfUpdate() throws(SecurityFailure) -> ItemQuery {
        guard try returnForms.isEmpty else { throw .parameter("an update does not return results") }
        guard !isOfIdentities, match == nil else {
            throw SecurityFailure(
                errSecUnimplemented, "identities and content matches cannot be updated; update the items")
        }
        return try query()
    }

    /// Throws ``errSecParam`` for keys that select items, which belong in the query.
    func changes() throws(SecurityFailure) -> ItemChanges {
        guard itemClass == nil, !isOfIdentities, !namesItems, try returnForms.isEmpty, reader.object(kSecMatchLimit) == nil,
            synchronization != .either
        else { throw .parameter("the attributes to update contain keys that select items") }
        guard object == nil else { throw .parameter("a key, certificate or identity cannot replace another; add it instead") }
        return ItemChanges(
            attributes: attributes, data: data, accessGroup: accessGroup, accessControl: try protection,
            isSynchronized: synchronization.map { $0 == .synchronized })
    }

    /// Throws ``errSecParam`` if both kinds of protection are present.
    var protection: AccessControl? {
        get throws(SecurityFailure) {
            guard accessibility == nil || accessControl == nil else {
                throw .parameter("kSecAttrAccessible and kSecAttrAccessControl exclude each other")
            }
            return accessControl?.list ?? accessibility.map { AccessControl(accessibility: $0) }
        }
    }

    /// Returns the attributes of an object's item, combined with those of the dictionary.
    private func content(of itemClass: ItemClass) throws(SecurityFailure) -> (ItemAttributes, [UInt8]?) {
        switch object {
        case .key(let key):
            if case .remote = key.material { throw .parameter("a key in the enclave can be stored only when it is created") }
            let own = try SecKeyCopyAttributes(key).map { (own) throws(SecurityFailure) in try ItemDictionary(own).attributes }
            let named = try (own ?? ItemAttributes()).updatedAsKey(with: attributes)
            return (named, try key.externalRepresentation().withBytes { Array($0) })
        case .certificate(let certificate): return content(of: certificate.contents)
        case .identity: throw .parameter("an identity consists of two items")
        case nil:
            guard itemClass == .certificate else { return (attributes, data) }
            let contents = try checked(CertificateContents(der: data ?? []), "kSecValueData is not a certificate in DER")
            return content(of: contents)
        }
    }

    /// Returns the attributes of a certificate. An app may set its label, but not the attributes that follow from the
    /// certificate.
    private func content(of certificate: CertificateContents) -> (ItemAttributes, [UInt8]?) {
        var attributes = attributes.updated(with: certificate.itemAttributes)
        if attributes[.label] == nil, let summary = certificate.summary { attributes.set(.label, .text(summary)) }
        return (attributes, certificate.der)
    }
}

extension ItemAttributes {
    /// Returns the attributes of a key with those that an app set: names and permitted uses. Type, class and size must match the
    /// key, because otherwise the item could not be found or read again.
    fileprivate func updatedAsKey(with said: ItemAttributes) throws(SecurityFailure) -> ItemAttributes {
        for (name, constant) in Self.natureOfKey {
            guard said[name] == nil || said[name] == self[name] else { throw .parameter("\(constant) does not match the key") }
        }
        return updated(with: said)
    }

    private static let natureOfKey: [(AttributeName, String)] = [
        (.keyClass, "kSecAttrKeyClass"), (.type, "kSecAttrKeyType"), (.keySizeInBits, "kSecAttrKeySizeInBits"),
        (.effectiveKeySize, "kSecAttrEffectiveKeySize"),
    ]
}

/// The permitted prompts of a query and of the keys that it finds: the context, the permission and the reason.
///
/// Retains the context, because a found key uses it later.
package struct ItemAuthentication: Sendable {
    private let context: (any ContextHolding)?
    private let reason: String?
    private let interface: AuthenticationUse.Interface

    /// Uses a new context for each operation and has no settings of the app.
    package init() {
        context = nil
        reason = nil
        interface = .allow
    }

    /// Throws ``errSecParam`` for an invalid context and an unknown setting.
    init(_ reader: AttributeReader) throws(SecurityFailure) {
        context = try reader.object(kSecUseAuthenticationContext).map { (object) throws(SecurityFailure) in
            try checked(object as? any ContextHolding, "kSecUseAuthenticationContext is not an LAContext")
        }
        reason = try reader.string(kSecUseOperationPrompt)
        let isSilent = try reader.boolean(kSecUseNoAuthenticationUI)
        switch try reader.string(kSecUseAuthenticationUI).map({ $0 as NSString }) {
        case nil, kSecUseAuthenticationUIAllow?: interface = isSilent ? .fail : .allow
        case kSecUseAuthenticationUIFail?: interface = .fail
        case kSecUseAuthenticationUISkip?: interface = .skip
        default: throw .parameter("kSecUseAuthenticationUI has an unknown value")
        }
    }

    /// Returns the settings for the device. Throws ``errSecAuthFailed`` for an invalidated context.
    func use() throws(SecurityFailure) -> AuthenticationUse {
        guard let context else {
            return AuthenticationUse(interface: interface, presentation: reason.map { Presentation(shortening: $0) } ?? .silent)
        }
        do throws(DeviceError) {
            var use = try context.authenticationUse(reason: reason)
            if interface != .allow { use.interface = interface }
            return use
        } catch {
            throw SecurityFailure(error)
        }
    }

    /// The settings for the use of a found key. Skipping no longer applies.
    var ofKey: ItemAuthentication {
        interface == .skip ? ItemAuthentication(context, reason, .fail) : self
    }

    private init(_ context: (any ContextHolding)?, _ reason: String?, _ interface: AuthenticationUse.Interface) {
        self.context = context
        self.reason = reason
        self.interface = interface
    }
}
