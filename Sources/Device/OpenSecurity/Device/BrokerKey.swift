package import DeviceProtocol

/// A key in the enclave, accessed through the device that was current when the key was created or found.
package struct BrokerKey: RemotePrivateKey {
    private let key: KeyDescription
    private let link: any DeviceLink
    private let authentication: ItemAuthentication

    package init(
        _ key: KeyDescription, authentication: ItemAuthentication = ItemAuthentication(), link: any DeviceLink = CurrentDevice.link
    ) {
        self.key = key
        self.link = link
        self.authentication = authentication
    }

    package var publicKey: [UInt8] { key.publicKey.x963 }

    package var tokenObject: [UInt8]? { if case .sealed(let bytes) = key.reference { bytes } else { nil } }

    package func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        guard let digest = Octets32(digest) else { throw .parameter("the digest must have \(Octets32.length) bytes") }
        return try perform(Sign(key: key.reference, digest: digest, authentication: try authentication.use())).bytes
    }

    package func sharedSecret(with peer: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        guard let peer = P256PublicKey(x963: peer) else { throw .parameter("the peer's key has an unsupported form") }
        return try perform(Exchange(key: key.reference, peer: peer, authentication: try authentication.use())).bytes
    }

    private func perform<Request: DeviceRequest>(_ request: Request) throws(SecurityFailure) -> Request.Answer {
        do throws(DeviceError) {
            return try link.perform(request)
        } catch {
            throw SecurityFailure(error)
        }
    }
}
