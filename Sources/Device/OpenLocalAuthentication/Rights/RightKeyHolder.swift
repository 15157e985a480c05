import DeviceProtocol
import OpenSecurity

/// The private key of a saved right, which the device uses for whoever has the right authorised.
struct RightKeyHolder: RemotePrivateKey {
    let identifier: RightIdentifier
    let key: P256PublicKey
    let authorization: RightAuthorization

    var publicKey: [UInt8] { key.x963 }

    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        guard let digest = Octets32(digest) else { throw .parameter("a digest for P-256 has \(Octets32.length) bytes") }
        return try answer { (use) throws(DeviceRefusal) in Sign(key: .right(identifier), digest: digest, authentication: use) }
            .bytes
    }

    func sharedSecret(with peer: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        guard let peer = P256PublicKey(x963: peer) else { throw .parameter("the peer's key is none on P-256") }
        return try answer { (use) throws(DeviceRefusal) in Exchange(key: .right(identifier), peer: peer, authentication: use) }
            .bytes
    }

    /// What the enclave states of the key. The right need not be authorised.
    func attestation(over digest: Octets32) throws(DeviceRefusal) -> KeyAttestation {
        try authorization.device.perform(Attest(key: .right(identifier), digest: digest))
    }

    /// Nobody is asked by the way, here or by the device.
    private func answer<Request: DeviceRequest>(
        _ request: (AuthenticationUse) throws(DeviceRefusal) -> Request
    ) throws(SecurityFailure) -> Request.Answer {
        do throws(DeviceRefusal) {
            let use = AuthenticationUse(context: try authorization.authorizedContext(), interface: .fail)
            return try authorization.device.perform(try request(use))
        } catch {
            throw error.securityFailure
        }
    }
}
