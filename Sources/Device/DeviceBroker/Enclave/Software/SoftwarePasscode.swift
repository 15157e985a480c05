import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// A passcode as the software enclave keeps it: a key pair whose private half is sealed under the proof.
///
/// What cannot be used without the passcode is encrypted to the public half, and so stays closed even to someone who has the state file
/// and the host's key. A change of the passcode makes another pair, so that the former passcode and an older file open nothing that came after it. The former
/// private half is sealed under the new one: what was encrypted to it follows.
struct SoftwarePasscode: WireValue, Sendable, Redacted {
    /// Which passcode it is, counting from one; a change keeps it.
    let epoch: UInt64
    /// How often it was changed: which of its pairs is the present one.
    let turn: UInt32
    /// X25519 (RFC 7748): 32 bytes.
    let publicKey: [UInt8]
    private let sealedPrivateKey: [UInt8]
    /// The private half before each change, sealed under the one after it, the latest first.
    private let former: [[UInt8]]

    /// How many changes a key outlives that cannot be used without the passcode.
    static let formerLimit = 1_000

    /// A first passcode.
    init(epoch: UInt64, proof: PasscodeProof, random: some RandomBytes) throws(Interruption) {
        try self.init(epoch: epoch, turn: 0, secret: SecretBytes(random.bytes(32)), former: [], proof: proof, random: random)
    }

    /// The same passcode, as another proof and another pair. Refuses a wrong `old`.
    func changed(from old: PasscodeProof, to new: PasscodeProof, random: some RandomBytes) throws(Interruption) -> SoftwarePasscode
    {
        let (before, after) = (try open(old), SecretBytes(random.bytes(32)))
        let sealed = try SoftwareSeal.seal(
            before.withBytes { Array($0) }, under: Self.chainKey(after), boundTo: Self.binding(epoch, turn), random: random)
        return try SoftwarePasscode(
            epoch: epoch, turn: turn + 1, secret: after, former: Array(([sealed] + former).prefix(Self.formerLimit)), proof: new,
            random: random)
    }

    /// The present private half; refuses a wrong proof.
    func open(_ proof: PasscodeProof) throws(Interruption) -> SecretBytes {
        let key = SoftwareSeal.derive(proof.secret, "passcode")
        guard let secret = SoftwareSeal.open(sealedPrivateKey, under: key, boundTo: Self.binding(epoch, turn)) else {
            throw .refused(.wrongPasscode)
        }
        return secret
    }

    /// The private half of that turn, by the present one; nothing where it was let go of.
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
        // Of a passcode that was never changed there is no more to say; it is the last in the state.
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
        guard turn > 0 else { throw WireError(.refusedValue, at: start) }
        former = try reader.list(atMost: Self.formerLimit) { (reader) throws(WireError) in try reader.shortOctets(atMost: 128) }
    }

    private init(
        epoch: UInt64, turn: UInt32, secret: SecretBytes, former: [[UInt8]], proof: PasscodeProof, random: some RandomBytes
    ) throws(Interruption) {
        guard let key = secret.withBytes({ try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }) else {
            throw .failed(EnclaveError(.damagedState, "32 random bytes are no X25519 key"))
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
