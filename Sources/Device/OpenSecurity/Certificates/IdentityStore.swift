import DeviceProtocol

/// The items of a certificate and its private key.
struct FoundIdentity {
    let certificate: FoundItem
    let key: FoundItem
}

/// Identities in the keychain: certificates and private keys with the same public key hash.
struct IdentityStore {
    private let dictionary: ItemDictionary

    init(_ dictionary: ItemDictionary) {
        self.dictionary = dictionary
    }

    /// Finds identities. Throws ``errSecItemNotFound`` if no identity matches.
    func find(_ limit: UInt32, returning forms: ReturnForms) throws(SecurityFailure) -> [FoundIdentity] {
        let certificates = try dictionary.ofCertificates.find(
            UInt32(FoundItems.maximumCount), returning: .attributes)
        var identities: [FoundIdentity] = []
        for certificate in certificates {
            guard let key = try key(of: certificate, returning: forms) else { continue }
            identities.append(FoundIdentity(certificate: try opened(certificate, for: forms), key: key))
            if identities.count >= limit { break }
        }
        guard !identities.isEmpty else {
            throw SecurityFailure(errSecItemNotFound, "no matching certificate has a private key in the keychain")
        }
        return identities
    }

    /// Reads the data of a certificate. Called only for certificates of identities in the result.
    private func opened(_ certificate: FoundItem, for forms: ReturnForms) throws(SecurityFailure) -> FoundItem {
        guard !forms.isDisjoint(with: [.data, .reference]) else { return certificate }
        let query = ItemQuery(itemClass: .certificate, synchronization: .either, references: [certificate.reference])
        let request = FindItems(
            query: query, returning: [.data, .attributes], authentication: try dictionary.authenticationUse)
        guard let opened = try OpenSecurity.find(request).first else {
            throw SecurityFailure(errSecItemNotFound, "the certificate was deleted during the query")
        }
        return opened
    }

    private func key(of certificate: FoundItem, returning forms: ReturnForms) throws(SecurityFailure) -> FoundItem? {
        guard let hash = certificate.description?.attributes[.publicKeyHash] else { return nil }
        var attributes = dictionary.attributes.ofKeys
        attributes.set(.keyClass, .number(1))
        attributes.set(.applicationLabel, hash)
        let query = ItemQuery(
            itemClass: .key, attributes: attributes, accessGroup: dictionary.accessGroup, synchronization: .either)
        let request = FindItems(
            query: query, returning: forms.intersection(.reference).union(.attributes),
            authentication: try dictionary.authenticationUse)
        return try unlessDeleted { () throws(SecurityFailure) in try OpenSecurity.find(request) }.first
    }

    /// Adds both parts in one step, or neither. Uses an existing key of the keychain.
    func add(_ identity: SecIdentity, returning forms: ReturnForms) throws(SecurityFailure) -> FoundIdentity {
        let forms = forms.union(.attributes)
        let certificate = try dictionary.addition(of: .certificate(identity.certificate), returning: forms.union(.data))
        // A key in the enclave can only be stored where it was created.
        if case .remote = identity.privateKey.material { return try add(certificate, returning: forms) }
        do throws(SecurityFailure) {
            let key = try dictionary.addition(of: .key(identity.privateKey), returning: forms)
            let added = try perform(AddItems([certificate, key])).items
            guard added.count == 2 else { throw SecurityFailure(errSecInternalComponent, "the device added only one of two parts") }
            return FoundIdentity(certificate: added[0], key: added[1])
        } catch {
            guard error.code == Int(errSecDuplicateItem) else { throw error }
            // The key or the certificate already exists. If it is the certificate, this fails as well.
            return try add(certificate, returning: forms)
        }
    }

    private func add(_ certificate: AddItem, returning forms: ReturnForms) throws(SecurityFailure) -> FoundIdentity {
        let added = try perform(certificate)
        let own = FoundItem(itemClass: .key, reference: added.reference)
        return FoundIdentity(certificate: added, key: try key(of: added, returning: forms) ?? own)
    }

    /// Deletes both parts of each identity in one step. Keeps keys to which other certificates of the app belong.
    func delete() throws(SecurityFailure) {
        let identities = try find(UInt32(FoundItems.maximumCount), returning: .attributes)
        let certificates = Set(identities.map(\.certificate.reference))
        var references = Array(certificates)
        for key in Set(identities.map(\.key)) {
            guard case .data(let hash)? = key.description?.attributes[.applicationLabel] else { continue }
            var attributes = ItemAttributes()
            attributes.set(.publicKeyHash, .data(hash))
            let owners = FindItems(
                query: ItemQuery(itemClass: .certificate, attributes: attributes, synchronization: .either),
                limit: UInt32(FoundItems.maximumCount), returning: [])
            let others = try OpenSecurity.find(owners).filter { !certificates.contains($0.reference) }
            if others.isEmpty { references.append(key.reference) }
        }
        try deleteItems(references)
    }
}

/// The persistent reference of an identity: a marker and the reference of its certificate.
struct IdentityReference {
    let certificate: PersistentReference

    init(certificate: PersistentReference) {
        self.certificate = certificate
    }

    /// Returns nil for other bytes, including references of items.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.mark.count + PersistentReference.length, bytes.starts(with: Self.mark),
            let certificate = PersistentReference(Array(bytes.dropFirst(Self.mark.count)))
        else { return nil }
        self.certificate = certificate
    }

    var bytes: [UInt8] { Self.mark + certificate.bytes }

    private static let mark = Array("idnt".utf8)
}
