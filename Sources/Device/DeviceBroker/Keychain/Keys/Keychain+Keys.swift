import Crypto
package import DeviceProtocol
import GRDB
import Secrets

extension Keychain {
    /// Makes a key in the enclave. With a place it stands among the items, or was never made; without one, the app gets it sealed. Its public
    /// half stands beside it in the same step, where that is asked for.
    package func createKey(_ request: CreateKey, for app: App, gate: AccessGate) throws(DeviceRefusal) -> KeyDescription {
        let control = request.accessControl
        // A list without private-key usage guards nothing of a key that cannot leave: what it says would never be asked.
        let policy = control.isForPrivateKey ? try KeyPolicy(control) : .nothing
        let made = try enclave.granted { (enclave) throws(EnclaveError) in try enclave.createKey(policy) }
        guard let publicKey = P256PublicKey(x963: made.publicKey.x963) else {
            throw .unavailable("the enclave gives a key that is none")
        }
        var items: [NewItem] = []
        if let half = request.publicHalf?.filled(with: publicKey) { items.append(try prepare(half, for: app, gate: gate)) }
        guard let place = request.item else {
            if !items.isEmpty { try insert(items) }
            let sealed = try seal(LooseKey(blob: made.blob.bytes, publicKey: publicKey, accessControl: control), for: app)
            return KeyDescription(reference: .sealed(sealed), publicKey: publicKey, accessControl: control)
        }
        try place.attributes.check(for: .key)
        var item = NewItem(
            reference: try newReference(), itemClass: .key,
            description: ItemDescription(
                attributes: place.attributes.updated(with: .enclaveKey(publicKey)),
                accessGroup: try group(place.accessGroup, of: app), accessControl: control,
                isSynchronized: false))
        item.key = ItemRow.StoredKey(blob: made.blob, publicKey: publicKey)
        item.policy = policy
        try insert([item] + items)
        return item.description.key(item.reference, ItemRow.StoredKey(blob: made.blob, publicKey: publicKey))
    }

    package func sign(_ request: Sign, for app: App, gate: AccessGate) throws(DeviceRefusal) -> P256Signature {
        let key = try usable(request.key, for: app)
        guard let input = SignatureInput(request.digest.bytes) else {
            throw .badRequest("a digest has \(SignatureInput.byteCount) bytes")
        }
        let authorization = authorization(try gate.evidence(for: key.accessControl, before: .sign))
        let signature = try enclave.granted { (enclave) throws(EnclaveError) in
            try enclave.sign(input, with: KeyBlob(key.blob), authorization: authorization)
        }
        guard let signature = P256Signature(signature) else { throw .unavailable("the enclave gives a signature that is none") }
        return signature
    }

    package func exchange(_ request: Exchange, for app: App, gate: AccessGate) throws(DeviceRefusal) -> Octets32 {
        let key = try usable(request.key, for: app)
        guard let peer = EnclavePublicKey(x963: request.peer.x963) else { throw .item(.invalidKey) }
        let authorization = authorization(try gate.evidence(for: key.accessControl, before: .exchange))
        let secret = try enclave.granted { (enclave) throws(EnclaveError) in
            try enclave.sharedSecret(of: KeyBlob(key.blob), with: peer, authorization: authorization)
        }
        guard let secret = Octets32(secret.withBytes { Array($0) }) else {
            throw .unavailable("the enclave gives a secret that is none")
        }
        return secret
    }

    package func attest(_ request: Attest, for app: App) throws(DeviceRefusal) -> KeyAttestation {
        let key = try usable(request.key, for: app)
        guard let input = SignatureInput(request.digest.bytes) else {
            throw .badRequest("a digest has \(SignatureInput.byteCount) bytes")
        }
        return try enclave.granted { (enclave) throws(EnclaveError) in try enclave.attest(KeyBlob(key.blob), over: input) }
    }

    /// The key behind a reference, for an app that may use it: one of its groups' items, one that was sealed for it, one of its rights.
    private func usable(_ reference: KeyReference, for app: App) throws(DeviceRefusal) -> LooseKey {
        switch reference {
        case .sealed(let bytes): return try open(bytes, for: app)
        case .right(let identifier): return try key(ofRight: identifier, of: app)
        case .item(let reference):
            let query = ItemQuery(itemClass: .key, synchronization: .either, references: [reference])
            guard let row = try candidates(for: query, of: app).first else { throw .item(.notFound) }
            guard let (_, description) = try described(row) else { throw .item(.interactionNotAllowed) }
            guard let key = row.key else { throw .item(.operationNotPermitted) }
            return LooseKey(blob: key.blob.bytes, publicKey: key.publicKey, accessControl: description.accessControl)
        }
    }

    private func seal(_ key: LooseKey, for app: App) throws(DeviceRefusal) -> [UInt8] {
        do throws(SealingError) {
            return try looseKeys.seal(key.message, boundTo: Array(app.identifier.rawValue.utf8), random: random).bytes
        } catch {
            throw .unavailable("a key cannot be sealed: \(error)")
        }
    }

    private func open(_ bytes: [UInt8], for app: App) throws(DeviceRefusal) -> LooseKey {
        do {
            let opened = try looseKeys.open(Sealed(bytes: bytes), boundTo: Array(app.identifier.rawValue.utf8))
            return try opened.withBytes { bytes throws(WireError) in try LooseKey(message: Array(bytes)) }
        } catch {
            throw .item(.notDecodable)
        }
    }
}

extension AddItem {
    /// The public half with what follows from the key.
    fileprivate func filled(with key: P256PublicKey) -> AddItem {
        var own = ItemAttributes()
        own.set(.keyClass, .number(0))
        own.set(.type, .number(73))
        own.set(.keySizeInBits, .number(256))
        own.set(.effectiveKeySize, .number(256))
        own.set(.applicationLabel, .data(key.label))
        for name: AttributeName in [.canVerify, .canEncrypt, .canWrap, .isExtractable] { own.set(name, .flag(true)) }
        for name: AttributeName in [.canSign, .canDecrypt, .canUnwrap, .canDerive, .isSensitive] { own.set(name, .flag(false)) }
        return AddItem(
            itemClass: .key, attributes: own.updated(with: attributes), accessGroup: accessGroup, accessControl: accessControl,
            isSynchronized: isSynchronized, data: key.x963, authentication: authentication)
    }
}

extension P256PublicKey {
    /// Apple's label of a key: the SHA-1 of its public half.
    fileprivate var label: [UInt8] { Array(Insecure.SHA1.hash(data: x963)) }
}

extension ItemAttributes {
    /// What is true of every key in the enclave, whatever an app says: `kSecAttrKeyClassPrivate`, `kSecAttrKeyTypeECSECPrimeRandom`, 256 bits, the token,
    /// and the SHA-1 of the public key as label.
    fileprivate static func enclaveKey(_ publicKey: P256PublicKey) -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.keyClass, .number(1))
        attributes.set(.type, .number(73))
        attributes.set(.keySizeInBits, .number(256))
        attributes.set(.effectiveKeySize, .number(256))
        attributes.set(.isPermanent, .flag(true))
        attributes.set(.tokenID, .text("com.apple.setoken"))
        attributes.set(.applicationLabel, .data(publicKey.label))
        return attributes
    }
}

/// A key that stands nowhere: what the broker seals for the app that made it.
struct LooseKey: WireValue, Sendable {
    let blob: [UInt8]
    let publicKey: P256PublicKey
    let accessControl: AccessControl

    init(blob: [UInt8], publicKey: P256PublicKey, accessControl: AccessControl) {
        self.blob = blob
        self.publicKey = publicKey
        self.accessControl = accessControl
    }

    init(from reader: inout WireReader) throws(WireError) {
        blob = try reader.octets(atMost: 1_024)
        publicKey = try reader.value()
        accessControl = try reader.value()
    }

    func write(to writer: inout WireWriter) {
        writer.octets(blob)
        writer.value(publicKey)
        writer.value(accessControl)
    }
}
