/// Creates a P-256 key inside the enclave.
package struct CreateKey: DeviceRequest, Equatable {
    package typealias Answer = KeyDescription
    package static let kind = RequestKind.createKey

    package let accessControl: AccessControl
    /// The attributes of the key's keychain item. Nil for a non-permanent key, sealed and held by the app.
    package let item: ItemPlace?
    /// The item of the public half, added in the same transaction. The broker fills in the parts that depend on the key: its bytes
    /// and its label.
    package let publicHalf: AddItem?
    /// The context that holds the app's password, if the list requires one. Never prompts.
    package let authentication: AuthenticationUse

    package init(
        accessControl: AccessControl, item: ItemPlace?, publicHalf: AddItem? = nil,
        authentication: AuthenticationUse = AuthenticationUse()
    ) {
        self.accessControl = accessControl
        self.item = item
        self.publicHalf = publicHalf
        self.authentication = authentication
    }

    package static let wire = WireForm(
        Self.init, .field(\.accessControl), .field(\.item), .field(\.publicHalf), .field(\.authentication))
}

/// The keychain item of a new key.
package struct ItemPlace: WireRecord, Equatable {
    package let attributes: ItemAttributes
    /// The access group of the new key. Nil for the caller's first group.
    package let accessGroup: AccessGroup?

    package init(attributes: ItemAttributes, accessGroup: AccessGroup?) {
        self.attributes = attributes
        self.accessGroup = accessGroup
    }

    package static let wire = WireForm(Self.init, .field(\.attributes), .field(\.accessGroup))
}

/// Signs 32 bytes, usually a digest, with ECDSA.
package struct Sign: DeviceRequest, Equatable {
    package typealias Answer = P256Signature
    package static let kind = RequestKind.sign

    package let key: KeyReference
    package let digest: Octets32
    package let authentication: AuthenticationUse

    package init(key: KeyReference, digest: Octets32, authentication: AuthenticationUse = AuthenticationUse()) {
        self.key = key
        self.digest = digest
        self.authentication = authentication
    }

    package static let wire = WireForm(Self.init, .field(\.key), .field(\.digest), .field(\.authentication))
}

/// Agrees on a secret with the holder of another key: the X coordinate of the shared point (ECDH). Decryption also uses this
/// request.
package struct Exchange: DeviceRequest, Equatable {
    package typealias Answer = Octets32
    package static let kind = RequestKind.exchange

    package let key: KeyReference
    package let peer: P256PublicKey
    package let authentication: AuthenticationUse

    package init(key: KeyReference, peer: P256PublicKey, authentication: AuthenticationUse = AuthenticationUse()) {
        self.key = key
        self.peer = peer
        self.authentication = authentication
    }

    package static let wire = WireForm(Self.init, .field(\.key), .field(\.peer), .field(\.authentication))
}

/// Returns the description of a key that the app holds or has in the keychain. Never prompts, because it does not use the private
/// key.
package struct DescribeKey: DeviceRequest, Equatable {
    package typealias Answer = KeyDescription
    package static let kind = RequestKind.describeKey

    package let key: KeyReference

    package init(_ key: KeyReference) {
        self.key = key
    }

    package static let wire = WireForm(Self.init, .field(\.key))
}

/// Attests, over 32 bytes, that a key was created in the enclave and cannot leave it. Never prompts, because it does not use the
/// private key.
///
/// Fails with ``ItemError/notAttestable`` if the enclave cannot attest the key: any key of a software enclave, and keys created
/// before attestation was supported.
package struct Attest: DeviceRequest, Equatable {
    package typealias Answer = KeyAttestation
    package static let kind = RequestKind.attest

    package let key: KeyReference
    package let digest: Octets32

    package init(key: KeyReference, digest: Octets32) {
        self.key = key
        self.digest = digest
    }

    package static let wire = WireForm(Self.init, .field(\.key), .field(\.digest))
}
