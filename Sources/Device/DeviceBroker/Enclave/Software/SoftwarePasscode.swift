import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// A passcode as the software enclave keeps it: a key pair whose private half is sealed under the proof.
///
/// What cannot be used without the passcode is encrypted to the public half, and so stays closed even to someone who has the state file
/// and the host's key. A change of the passcode seals the private half anew; nothing else has to follow.
struct SoftwarePasscode: WireValue, Sendable, Redacted {
    /// Which passcode it is, counting from one; a change keeps it.
    let epoch: UInt64
    /// X25519 (RFC 7748): 32 bytes.
    let publicKey: [UInt8]
    private let sealedPrivateKey: [UInt8]

    /// A first passcode.
    init(epoch: UInt64, proof: PasscodeProof, random: some RandomBytes) throws(Interruption) {
        let secret = SecretBytes(random.bytes(32))
        guard let key = secret.withBytes({ try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }) else {
            throw .failed(EnclaveError(.damagedState, "32 random bytes are no X25519 key"))
        }
        self.epoch = epoch
        publicKey = Array(key.publicKey.rawRepresentation)
        sealedPrivateKey = try Self.seal(secret, epoch: epoch, proof: proof, random: random)
    }

    /// The same pair under another proof. Refuses a wrong `old`.
    func changed(from old: PasscodeProof, to new: PasscodeProof, random: some RandomBytes) throws(Interruption) -> SoftwarePasscode
    {
        let secret = try open(old)
        return SoftwarePasscode(
            epoch: epoch, publicKey: publicKey,
            sealedPrivateKey: try Self.seal(secret, epoch: epoch, proof: new, random: random))
    }

    /// The private half; refuses a wrong proof.
    func open(_ proof: PasscodeProof) throws(Interruption) -> SecretBytes {
        let key = SoftwareSeal.derive(proof.secret, "passcode")
        guard let secret = SoftwareSeal.open(sealedPrivateKey, under: key, boundTo: epoch.bigEndianBytes) else {
            throw .refused(.wrongPasscode)
        }
        return secret
    }

    func write(to writer: inout WireWriter) {
        writer.number(epoch)
        writer.bareOctets(publicKey)
        writer.shortOctets(sealedPrivateKey)
    }

    init(from reader: inout WireReader) throws(WireError) {
        epoch = try reader.number()
        publicKey = try reader.bareOctets(32)
        sealedPrivateKey = try reader.shortOctets(atMost: 128)
    }

    private init(epoch: UInt64, publicKey: [UInt8], sealedPrivateKey: [UInt8]) {
        self.epoch = epoch
        self.publicKey = publicKey
        self.sealedPrivateKey = sealedPrivateKey
    }

    private static func seal(
        _ secret: SecretBytes, epoch: UInt64, proof: PasscodeProof, random: some RandomBytes
    ) throws(Interruption) -> [UInt8] {
        try SoftwareSeal.seal(
            secret.withBytes { Array($0) }, under: SoftwareSeal.derive(proof.secret, "passcode"), boundTo: epoch.bigEndianBytes,
            random: random)
    }
}
