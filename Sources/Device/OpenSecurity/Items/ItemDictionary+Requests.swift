import DeviceProtocol
import Foundation

/// What the SecItem functions ask of the device.
extension ItemDictionary {
    /// An access control chooses items by its accessibility alone, as Apple's does.
    ///
    /// Throws ``errSecParam`` for a query that names no class and no item, ``errSecItemNotFound`` where the list names nothing that stands here.
    func query() throws(SecurityFailure) -> ItemQuery {
        guard itemClass != nil || isOfIdentities || namesItems else { throw .parameter("kSecClass is missing") }
        let references = try references + referencesOfListed()
        return ItemQuery(
            itemClass: itemClass, attributes: attributes.updated(with: object?.queried ?? ItemAttributes()),
            accessGroup: accessGroup, accessibility: try protection?.accessibility,
            synchronization: references.isEmpty ? synchronization ?? .local : .either, references: references)
    }

    /// Whether items are chosen by what stands for them.
    private var namesItems: Bool { !references.isEmpty || !listed.isEmpty }

    /// The references of what the list names by objects. What does not stand in the keychain has none, and is not meant.
    private func referencesOfListed() throws(SecurityFailure) -> [PersistentReference] {
        var found: [PersistentReference] = []
        for object in listed {
            let query = ItemQuery(itemClass: object.queriedClass, attributes: object.queried, synchronization: .either)
            let request = FindItems(query: query, limit: UInt32(FoundItems.maximumCount), returning: [])
            found += try unlessGone { () throws(SecurityFailure) in try OpenSecurity.find(request) }.map(\.reference)
        }
        guard listed.isEmpty || !found.isEmpty || !references.isEmpty else {
            throw SecurityFailure(errSecItemNotFound, "nothing of kSecMatchItemList stands in the keychain")
        }
        guard found.count + references.count <= ItemQuery.maximumReferences else {
            throw .parameter("kSecMatchItemList means over \(ItemQuery.maximumReferences) items")
        }
        return found
    }

    func addition(returning forms: ReturnForms) throws(SecurityFailure) -> AddItem {
        guard let itemClass else { throw .parameter("kSecClass is missing") }
        guard !namesItems else { throw .parameter("an item that stands in the keychain cannot be added") }
        guard synchronization != .either else { throw .parameter("an item synchronises or does not") }
        let (attributes, data) = try content(of: itemClass)
        return AddItem(
            itemClass: itemClass, attributes: attributes, accessGroup: accessGroup,
            accessControl: try protection ?? AccessControl(accessibility: .whenUnlocked),
            isSynchronized: synchronization == .synchronized,
            data: data, returning: forms, authentication: try authenticationUse)
    }

    /// Throws ``errSecParam`` for what only finding has a use for: forms to return.
    func queryOfUpdate() throws(SecurityFailure) -> ItemQuery {
        guard try returnForms.isEmpty else { throw .parameter("an update returns nothing") }
        guard !isOfIdentities, match == nil else {
            throw SecurityFailure(
                errSecUnimplemented, "identities, and what is matched by its contents, are not changed: change the items")
        }
        return try query()
    }

    /// Throws ``errSecParam`` for what says which items, not what becomes of them.
    func changes() throws(SecurityFailure) -> ItemChanges {
        guard itemClass == nil, !isOfIdentities, !namesItems, try returnForms.isEmpty, reader.object(kSecMatchLimit) == nil,
            synchronization != .either
        else { throw .parameter("the attributes to update choose items, which is the query's part") }
        guard object == nil else { throw .parameter("a key, certificate or identity is not put in the place of another: add it") }
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

    /// What an object brings to its item, and the dictionary says besides.
    private func content(of itemClass: ItemClass) throws(SecurityFailure) -> (ItemAttributes, [UInt8]?) {
        switch object {
        case .key(let key):
            if case .remote = key.material { throw .parameter("a key of the enclave enters the keychain where it is made") }
            let own = try SecKeyCopyAttributes(key).map { (own) throws(SecurityFailure) in try ItemDictionary(own).attributes }
            let named = try (own ?? ItemAttributes()).updatedAsKey(with: attributes)
            return (named, try key.externalRepresentation().withBytes { Array($0) })
        case .certificate(let certificate): return content(of: certificate.contents)
        case .identity: throw .parameter("an identity is two items")
        case nil:
            guard itemClass == .certificate else { return (attributes, data) }
            let contents = try checked(CertificateContents(der: data ?? []), "kSecValueData is no certificate in DER")
            return content(of: contents)
        }
    }

    /// An app may name a certificate; what follows from it is not the app's to say.
    private func content(of certificate: CertificateContents) -> (ItemAttributes, [UInt8]?) {
        var attributes = attributes.updated(with: certificate.itemAttributes)
        if attributes[.label] == nil, let summary = certificate.summary { attributes.set(.label, .text(summary)) }
        return (attributes, certificate.der)
    }
}

extension ItemAttributes {
    /// Those of a key, with what an app says besides: its names for the key and what it is used for, but not what it is. A key that is put down as
    /// another kind of key would neither be found by itself nor be read again.
    fileprivate func updatedAsKey(with said: ItemAttributes) throws(SecurityFailure) -> ItemAttributes {
        for (name, constant) in Self.natureOfKey {
            guard said[name] == nil || said[name] == self[name] else { throw .parameter("\(constant) is not that of the key") }
        }
        return updated(with: said)
    }

    private static let natureOfKey: [(AttributeName, String)] = [
        (.keyClass, "kSecAttrKeyClass"), (.type, "kSecAttrKeyType"), (.keySizeInBits, "kSecAttrKeySizeInBits"),
        (.effectiveKeySize, "kSecAttrEffectiveKeySize"),
    ]
}

/// How someone may be asked on behalf of a query, and of the keys that it finds: with which context, whether at all, in which words.
///
/// It keeps the context alive: a key that was found with one is used with it later.
package struct ItemAuthentication: Sendable {
    private let context: (any ContextHolding)?
    private let reason: String?
    private let interface: AuthenticationUse.Interface

    /// With a context for each use, and the app saying nothing.
    package init() {
        context = nil
        reason = nil
        interface = .allow
    }

    /// Throws ``errSecParam`` for a context that is none, and for a rule that there is not.
    init(_ reader: AttributeReader) throws(SecurityFailure) {
        context = try reader.object(kSecUseAuthenticationContext).map { (object) throws(SecurityFailure) in
            try checked(object as? any ContextHolding, "kSecUseAuthenticationContext is no LAContext")
        }
        reason = try reader.string(kSecUseOperationPrompt)
        let isSilent = try reader.boolean(kSecUseNoAuthenticationUI)
        switch try reader.string(kSecUseAuthenticationUI).map({ $0 as NSString }) {
        case nil, kSecUseAuthenticationUIAllow?: interface = isSilent ? .fail : .allow
        case kSecUseAuthenticationUIFail?: interface = .fail
        case kSecUseAuthenticationUISkip?: interface = .skip
        default: throw .parameter("kSecUseAuthenticationUI has no such value")
        }
    }

    /// As the device is told it. Throws ``errSecAuthFailed`` for a context that was invalidated.
    func use() throws(SecurityFailure) -> AuthenticationUse {
        guard let context else {
            return AuthenticationUse(interface: interface, presentation: reason.map { Presentation(shortening: $0) } ?? .silent)
        }
        do throws(DeviceRefusal) {
            var use = try context.authenticationUse(reason: reason)
            if interface != .allow { use.interface = interface }
            return use
        } catch {
            throw SecurityFailure(error)
        }
    }

    /// For the use of a key that was found: nothing is left out by then.
    var ofKey: ItemAuthentication {
        interface == .skip ? ItemAuthentication(context, reason, .fail) : self
    }

    private init(_ context: (any ContextHolding)?, _ reason: String?, _ interface: AuthenticationUse.Interface) {
        self.context = context
        self.reason = reason
        self.interface = interface
    }
}
