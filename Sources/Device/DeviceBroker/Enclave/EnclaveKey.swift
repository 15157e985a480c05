/// A new key: the blob to store and the public part.
package struct EnclaveKey: Hashable, Sendable {
    /// What the broker stores and shows again to use the key. It is no secret: the private key in it is wrapped by the enclave.
    package let blob: KeyBlob
    /// The public key.
    package let publicKey: EnclavePublicKey

    /// A key as the enclave made it.
    package init(blob: KeyBlob, publicKey: EnclavePublicKey) {
        self.blob = blob
        self.publicKey = publicKey
    }
}

/// A key as the broker stores it: opaque, below 1 KiB, the first byte a version.
package struct KeyBlob: Hashable, Sendable {
    /// The stored bytes.
    package let bytes: [UInt8]

    /// Takes up stored bytes; only using them tells whether they are genuine.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
