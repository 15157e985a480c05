import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// The software enclave's representation of a passcode: a key pair whose private key is sealed under the proof.
///
/// Keys whose every use requires the passcode are encrypted to the public key, and so are protected even from an attacker who has
/// the state file and the host key. A change of the passcode creates a new pair, so the former passcode with an older file does not
/// open anything that was created later. The former private key is sealed under the new one, so that the data encrypted to it can
/// still be opened.
struct SoftwarePasscode: WireValue, Sendable, Redacted {
    /// The number of the passcode, starting at one. A change keeps it.
    let epoch: UInt64
    /// The number of changes, which identifies the current pair.
    let turn: UInt32
    /// The public key of the pair, for X25519 (RFC 7748): 32 bytes.
    let publicKey: [UInt8]
    private let sealedPrivateKey: [UInt8]
    /// The former private keys, each sealed under its successor, the latest first.
    private let former: [[UInt8]]

    /// The number of changes after which a key that requires the passcode is lost.
    static let formerLimit = 1_000

    /// Creates a first passcode.
    init(epoch: UInt64, proof: PasscodeProof, random: some RandomBytes) throws(Interruption) {
        try self.init(epoch: epoch, turn: 0, secret: SecretBytes(random.bytes(32)), former: [], proof: proof, random: random)
    }

    /// Returns the passcode with another proof and another pair. Rejects a wrong `old`.
    func changed(from old: PasscodeProof, to new: PasscodeProof, random: some RandomBytes) throws(Interruption) -> SoftwarePasscode
    {
        let (before, after) = (try open(old), SecretBytes(random.bytes(32)))
        let sealed = try SoftwareSeal.seal(
            before.withBytes { Array($0) }, under: Self.chainKey(after), boundTo: Self.binding(epoch, turn), random: random)
        return try SoftwarePasscode(
            epoch: epoch, turn: turn + 1, secret: after, former: Array(([sealed] + former).prefix(Self.formerLimit)), proof: new,
            random: random)
    }

    /// Returns the current private key. Rejects a wrong proof.
    func open(_ proof: PasscodeProof) throws(Interruption) -> SecretBytes {
        let key = SoftwareSeal.derive(proof.secret, "passcode")
        guard let secret = SoftwareSeal.open(sealedPrivateKey, under: key, boundTo: Self.binding(epoch, turn)) else {
            throw .rejected(.wrongPasscode)
        }
        return secret
    }

    /// Returns the private key of a turn, opened with the current one, or nil if it was discarded.
    func privateKey(ofTurn wanted: UInt32, by present: SecretBytes) -> SecretBytes? {
        guard wanted <= turn, turn - wanted <= UInt32(former.count) else { return nil }
        var (key, reached) = (present, turn)
        for sealed in former.prefix(Int(turn - wanted)) {
            reached -= 1
            guard
                let before = SoftwareSeal.open(sealed, under: Self.chainKey(key), boundTo: Self.binding(epoch, reached))
            else { return nil }
            key = before
        }
        return key
    }

    func write(to writer: inout WireWriter) {
        writer.number(epoch)
        writer.bareOctets(publicKey)
        writer.shortOctets(sealedPrivateKey)
        // For a passcode that was never changed, the encoding ends here. It is the last field of the state.
        guard turn > 0 else { return }
        writer.number(turn)
        writer.list(former) { $0.shortOctets($1) }
    }

    init(from reader: inout WireReader) throws(WireError) {
        epoch = try reader.number()
        publicKey = try reader.bareOctets(32)
        sealedPrivateKey = try reader.shortOctets(atMost: 128)
        guard reader.remaining > 0 else {
            (turn, former) = (0, [])
            return
        }
        let start = reader.position
        turn = try reader.number()
        guard turn > 0 else { throw WireError(.rejectedValue, at: start) }
        former = try reader.list(atMost: Self.formerLimit) { (reader) throws(WireError) in try reader.shortOctets(atMost: 128) }
    }

    private init(
        epoch: UInt64, turn: UInt32, secret: SecretBytes, former: [[UInt8]], proof: PasscodeProof, random: some RandomBytes
    ) throws(Interruption) {
        guard let key = secret.withBytes({ try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }) else {
            throw .failed(EnclaveError(.damagedState, "the random bytes are not a valid X25519 key"))
        }
        self.epoch = epoch
        self.turn = turn
        self.former = former
        publicKey = Array(key.publicKey.rawRepresentation)
        sealedPrivateKey = try SoftwareSeal.seal(
            secret.withBytes { Array($0) }, under: SoftwareSeal.derive(proof.secret, "passcode"),
            boundTo: Self.binding(epoch, turn),
            random: random)
    }

    private static func chainKey(_ secret: SecretBytes) -> SymmetricKey {
        SoftwareSeal.derive(secret, "former passcode")
    }

    private static func binding(_ epoch: UInt64, _ turn: UInt32) -> [UInt8] {
        epoch.bigEndianBytes + (turn == 0 ? [] : turn.bigEndianBytes)
    }
}
