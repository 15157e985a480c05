import Crypto
package import DeviceProtocol
import GRDB
import PasswordHashing
import Secrets

extension Keychain {
    /// Creates a key in the enclave, with its public half in the same transaction if requested. With a place, the key becomes a
    /// keychain item; without one, the app receives it sealed.
    ///
    /// Throws `interactionNotAllowed` if the lock state makes the key's class unavailable. Throws `passcodeNotSet` for a class that
    /// requires a passcode on a device without one. Throws the errors of the prompt for the app's password.
    package func createKey(_ request: CreateKey, for app: App, gate: AccessGate) throws(DeviceError) -> KeyDescription {
        try steadily { () throws(DeviceError) in try createKeyOnce(request, for: app, gate: gate) }
    }

    private func createKeyOnce(_ request: CreateKey, for app: App, gate: AccessGate) throws(DeviceError) -> KeyDescription {
        let control = request.accessControl
        let itemPlace = try place(newReference(), control.accessibility.availability)
        let password = control.needsApplicationPassword ? try gate.applicationPassword(isNew: true) : nil
        // If the constraints do not cover key use, the key is created, but cannot be used.
        let policy = control.isForPrivateKey ? try KeyPolicy(control) : .nothing
        if control.isForPrivateKey { try gate.checkWatch(for: control) }
        let made = try enclave.granted { (enclave) throws(EnclaveError) in try enclave.createKey(policy) }
        guard let publicKey = P256PublicKey(x963: made.publicKey.x963) else {
            throw .unavailable("the enclave returned an invalid key")
        }
        let blob =
            if let password { try StoredBlob(made.blob, of: publicKey, under: password, random: random) } else {
                StoredBlob(bytes: made.blob.bytes)
            }
        var items: [NewItem] = []
        if let half = request.publicHalf?.filled(with: publicKey) { items.append(try prepare(half, for: app, gate: gate)) }
        guard let place = request.item else {
            if !items.isEmpty { try insert(items) }
            let sealed = try seal(NonPermanentKey(blob: blob, publicKey: publicKey, accessControl: control), for: app)
            return KeyDescription(reference: .sealed(sealed), publicKey: publicKey, accessControl: control)
        }
        try place.attributes.check(for: .key)
        var item = NewItem(
            place: itemPlace, itemClass: .key,
            description: ItemDescription(
                attributes: .label(of: publicKey).updated(with: place.attributes).updated(with: .ofEnclaveKeys),
                accessGroup: try group(place.accessGroup, of: app), accessControl: control,
                isSynchronized: false))
        let key = try ItemRow.StoredKey(blob, of: publicKey, at: itemPlace, random: random)
        item.key = key
        item.policy = policy
        try insert([item] + items)
        return item.description.key(item.reference, key)
    }

    package func sign(_ request: Sign, for app: App, gate: AccessGate) throws(DeviceError) -> P256Signature {
        let key = try steadily { () throws(DeviceError) in try usable(request.key, for: app) }
        guard let input = SignatureInput(request.digest.bytes) else {
            throw .badRequest("a digest must have \(SignatureInput.byteCount) bytes")
        }
        let signature = try gate.open(behind: key.accessControl, before: .sign) { (evidence) throws(DeviceError) in
            let blob = try blob(of: key, gate)
            return try enclave.granted { (enclave) throws(EnclaveError) in
                try enclave.sign(input, with: blob, authorization: authorization(evidence, behind: key.accessControl))
            }
        }
        guard let signature = P256Signature(signature) else { throw .unavailable("the enclave returned an invalid signature") }
        return signature
    }

    package func exchange(_ request: Exchange, for app: App, gate: AccessGate) throws(DeviceError) -> Octets32 {
        let key = try steadily { () throws(DeviceError) in try usable(request.key, for: app) }
        guard let peer = EnclavePublicKey(x963: request.peer.x963) else { throw .item(.invalidKey) }
        let secret = try gate.open(behind: key.accessControl, before: .exchange) { (evidence) throws(DeviceError) in
            let blob = try blob(of: key, gate)
            return try enclave.granted { (enclave) throws(EnclaveError) in
                try enclave.sharedSecret(of: blob, with: peer, authorization: authorization(evidence, behind: key.accessControl))
            }
        }
        guard let secret = Octets32(secret.withBytes { Array($0) }) else {
            throw .unavailable("the enclave returned an invalid secret")
        }
        return secret
    }

    package func attest(_ request: Attest, for app: App) throws(DeviceError) -> KeyAttestation {
        let key = try steadily { () throws(DeviceError) in try usable(request.key, for: app) }
        guard let input = SignatureInput(request.digest.bytes) else {
            throw .badRequest("a digest must have \(SignatureInput.byteCount) bytes")
        }
        // Attesting never prompts, and has no context that could hold the app's password.
        let blob = try key.blob.open(of: key.publicKey) { () throws(DeviceError) in throw .item(.applicationPassword) }
        return try enclave.granted { (enclave) throws(EnclaveError) in try enclave.attest(blob, over: input) }
    }

    package func describe(_ request: DescribeKey, for app: App) throws(DeviceError) -> KeyDescription {
        let key = try steadily { () throws(DeviceError) in try usable(request.key, for: app) }
        return KeyDescription(reference: request.key, publicKey: key.publicKey, accessControl: key.accessControl)
    }

    private func blob(of key: NonPermanentKey, _ gate: AccessGate) throws(DeviceError) -> KeyBlob {
        try key.blob.open(of: key.publicKey) { () throws(DeviceError) in try gate.applicationPassword() }
    }

    /// Returns the key of a reference, if the app may use it: an item of its groups, a key sealed for it, or one of its rights.
    /// Throws `interactionNotAllowed` if the lock state makes the key's class unavailable, regardless of the evidence.
    private func usable(_ reference: KeyReference, for app: App) throws(DeviceError) -> NonPermanentKey {
        let key = try key(behind: reference, for: app)
        _ = try ring.key(for: key.accessControl.accessibility.availability)
        return key
    }

    private func key(behind reference: KeyReference, for app: App) throws(DeviceError) -> NonPermanentKey {
        switch reference {
        case .sealed(let bytes): return try open(bytes, for: app)
        case .right(let identifier): return try key(ofRight: identifier, of: app)
        case .item(let reference):
            let query = ItemQuery(itemClass: .key, synchronization: .either, references: [reference])
            var rows = try candidates(for: query, of: app)
            guard let row = try rows.next() else { throw .item(.notFound) }
            guard let (place, description) = try described(row) else { throw .item(.interactionNotAllowed) }
            guard let key = row.key else { throw .item(.operationNotPermitted) }
            return NonPermanentKey(
                blob: try key.blob(at: place), publicKey: key.publicKey, accessControl: description.accessControl)
        }
    }
}

extension AddItem {
    /// Returns the request with the attributes and bytes that depend on the key.
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
    /// The application label of a key in Apple's keychain: the SHA-1 of its public half.
    fileprivate var label: [UInt8] { Array(Insecure.SHA1.hash(data: x963)) }
}

extension ItemAttributes {
    /// Returns the default label of a key.
    fileprivate static func label(of publicKey: P256PublicKey) -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.applicationLabel, .data(publicKey.label))
        return attributes
    }

    /// The attributes of every enclave key, which override those of the app: `kSecAttrKeyClassPrivate`,
    /// `kSecAttrKeyTypeECSECPrimeRandom`, 256 bits, and the token.
    static var ofEnclaveKeys: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.keyClass, .number(1))
        attributes.set(.type, .number(73))
        attributes.set(.keySizeInBits, .number(256))
        attributes.set(.effectiveKeySize, .number(256))
        attributes.set(.isPermanent, .flag(true))
        attributes.set(.tokenID, .text("com.apple.setoken"))
        return attributes
    }
}

/// Non-permanent keys, held by apps. They are sealed under their class key, as items are. After a renewal of the class key, they
/// open with its former keys. They cannot be opened if the lock state makes the class unavailable, or after the passcode that the
/// class requires was removed.
extension Keychain {
    /// Seals the key, preceded by its class, which determines the key that opens it.
    func seal(_ key: NonPermanentKey, for app: App) throws(DeviceError) -> [UInt8] {
        let availability = key.accessControl.accessibility.availability
        let classKey = try ring.key(for: availability)
        do throws(SealingError) {
            return [availability.rawValue]
                + (try classKey.nonPermanentKeys.seal(key.message, boundTo: Array(app.identifier.rawValue.utf8), random: random)
                    .bytes)
        } catch {
            throw .unavailable("cannot seal a key: \(error)")
        }
    }

    /// Opens a sealed key. Throws `interactionNotAllowed` while the device is locked, and `notDecodable` for bytes that this device
    /// did not seal for this app.
    func open(_ bytes: [UInt8], for app: App) throws(DeviceError) -> NonPermanentKey {
        guard let first = bytes.first, let availability = Accessibility.Availability(rawValue: first) else {
            throw .item(.notDecodable)
        }
        let classKey = try ring.key(for: availability)
        do {
            let opened = try classKey.nonPermanentKeys.open(
                Sealed(bytes: Array(bytes.dropFirst())), boundTo: Array(app.identifier.rawValue.utf8))
            return try opened.withBytes { bytes throws(WireError) in try NonPermanentKey(message: Array(bytes)) }
        } catch {
            throw .item(.notDecodable)
        }
    }
}

/// A non-permanent key, sealed by the broker and held by the app.
struct NonPermanentKey: WireRecord {
    let blob: StoredBlob
    let publicKey: P256PublicKey
    let accessControl: AccessControl

    init(blob: StoredBlob, publicKey: P256PublicKey, accessControl: AccessControl) {
        self.blob = blob
        self.publicKey = publicKey
        self.accessControl = accessControl
    }

    static let wire = WireForm(Self.init, .field(\.blob), .field(\.publicKey), .field(\.accessControl))
}

/// The stored form of a key's blob: as the enclave returned it, or sealed under a password of the app, without which the enclave
/// cannot use it.
struct StoredBlob: WireRecord {
    let bytes: [UInt8]
    /// The salt of the app's password. Nil if the app set none.
    let salt: [UInt8]?

    init(bytes: [UInt8], salt: [UInt8]? = nil) {
        self.bytes = bytes
        self.salt = salt
    }

    static let wire = WireForm(
        Self.init(bytes:salt:), .field(\.bytes, .octets(atMost: 1_152)),
        .field(\.salt, .optional(.octets(atMost: PasswordKey.saltByteCount))))

    /// Seals a blob under the app's password, bound to its public key.
    init(
        _ blob: KeyBlob, of publicKey: P256PublicKey, under password: SecretBytes, random: any RandomBytes
    ) throws(DeviceError) {
        let salt = random.bytes(PasswordKey.saltByteCount)
        let key = try MasterKey(applicationPassword: password, salt: salt).sealingKey(for: .keyBlob)
        do throws(SealingError) {
            bytes = try key.seal(SecretBytes(blob.bytes), boundTo: publicKey.x963, random: random).bytes
        } catch {
            throw .unavailable("cannot seal a key: \(error)")
        }
        self.salt = salt
    }

    /// Returns the enclave's blob. Throws `applicationPassword` for a wrong password, and the errors of `password`.
    func open(
        of publicKey: P256PublicKey, password: () throws(DeviceError) -> SecretBytes
    ) throws(DeviceError) -> KeyBlob {
        guard let salt else { return KeyBlob(bytes) }
        let key = try MasterKey(applicationPassword: try password(), salt: salt).sealingKey(for: .keyBlob)
        do throws(SealingError) {
            return KeyBlob(try key.open(try Sealed(bytes: bytes), boundTo: publicKey.x963).withBytes { Array($0) })
        } catch {
            throw .item(.applicationPassword)
        }
    }
}

extension ItemRow.StoredKey {
    /// Seals the blob under the class key of its item or right. Without the class key, the enclave cannot use it.
    init(
        _ blob: StoredBlob, of publicKey: P256PublicKey, at place: DataSeal.Place, random: any RandomBytes
    ) throws(DeviceError) {
        do throws(SealingError) {
            sealedBlob = try place.classKey.keyBlobs.seal(blob.bytes, boundTo: place.reference.bytes, random: random).bytes
        } catch {
            throw .unavailable("cannot seal a key: \(error)")
        }
        salt = blob.salt
        self.publicKey = publicKey
    }

    /// Opens the blob. Throws `notDecodable` if the bytes were modified or belong to another item or right.
    func blob(at place: DataSeal.Place) throws(DeviceError) -> StoredBlob {
        do throws(SealingError) {
            let opened = try place.classKey.keyBlobs.open(Sealed(bytes: sealedBlob), boundTo: place.reference.bytes)
            return StoredBlob(bytes: opened.withBytes { Array($0) }, salt: salt)
        } catch {
            throw .item(.notDecodable)
        }
    }
}

extension KeyPurpose {
    fileprivate static let keyBlob = KeyPurpose("device-key-blob")
}
