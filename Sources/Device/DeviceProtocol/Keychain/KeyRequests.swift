/// Makes a P-256 key inside the enclave.
package struct CreateKey: DeviceRequest, Equatable {
    package typealias Answer = KeyDescription
    package static let kind = RequestKind.createKey

    package let accessControl: AccessControl
    /// Present: the key stands in the keychain under these attributes. Absent: the app holds it, sealed.
    package let item: ItemPlace?
    /// The public half as an item beside it, in the same step. What follows from the key, its octets and label, is the broker's to fill in.
    package let publicHalf: AddItem?
    /// With the context that has the app's password, where the list wants one. Nobody is asked.
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

/// Where a new key is to stand in the keychain.
package struct ItemPlace: WireRecord, Equatable {
    package let attributes: ItemAttributes
    /// Absent: the caller's first group.
    package let accessGroup: AccessGroup?

    package init(attributes: ItemAttributes, accessGroup: AccessGroup?) {
        self.attributes = attributes
        self.accessGroup = accessGroup
    }

    package static let wire = WireForm(Self.init, .field(\.attributes), .field(\.accessGroup))
}

/// Signs 32 bytes, a digest or what stands for one, by ECDSA.
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

/// Agrees on a secret with the holder of another key: the X coordinate of the shared point (ECDH). Decryption rests on it as well.
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

/// Tells what a key is that the app holds, or has in the keychain. Nobody is asked, as the private key is not used.
package struct DescribeKey: DeviceRequest, Equatable {
    package typealias Answer = KeyDescription
    package static let kind = RequestKind.describeKey

    package let key: KeyReference

    package init(_ key: KeyReference) {
        self.key = key
    }

    package static let wire = WireForm(Self.init, .field(\.key))
}

/// States that a key was made in the enclave and cannot leave it, over 32 bytes. Nobody is asked, as the private key is not used.
///
/// Refused with ``ItemRefusal/notAttestable`` where the enclave states nothing of it: every software enclave, and keys from before this.
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
