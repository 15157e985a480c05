import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// A key of the software enclave in its stored form.
///
/// | offset | size | content |
/// | --- | --- | --- |
/// | 0 | 1 | version: 1, or 2 if it is encrypted to a passcode that was changed before |
/// | 1 | 1 | kind of enclave: 1 |
/// | 2 | 1 | content: 1, a P-256 scalar |
/// | 3 | 1 | policy |
/// | 4 | 8 | the epoch of the passcode that it is bound to, or 0 |
/// | 12 | 4 | version 2: the number of previous changes of the passcode |
/// | 12 or 16 | 8 | the generation it is bound to, or 0 |
/// | 20 or 24 | 16 | identifier of the enclave |
/// | 36 or 40 | n | sealed under the enclave's root key, authenticating everything before it |
///
/// The sealed content is the scalar's 32 bytes. If every use requires the passcode, it is their encryption to the passcode's public
/// key.
struct SoftwareBlob {
    let policy: KeyPolicy
    let passcodeEpoch: UInt64
    private let passcodeTurn: UInt32
    let generation: UInt64
    private let enclave: [UInt8]
    private let header: [UInt8]
    private let body: [UInt8]

    /// Parses the plain part; returns nil if it is malformed. It must not be trusted before ``unwrap(by:)``.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= BlobLimits.byteCount else { return nil }
        var reader = WireReader(bytes)
        do throws(WireError) {
            let version = try reader.number(UInt8.self)
            guard version == Self.version || version == Self.versionAfterChange,
                try reader.number(UInt8.self) == EnclaveDescription.Kind.software.rawValue,
                try reader.number(UInt8.self) == Self.scalar
            else { return nil }
            policy = try reader.value()
            passcodeEpoch = try reader.number()
            passcodeTurn = version == Self.versionAfterChange ? try reader.number() : 0
            guard passcodeTurn > 0 || version == Self.version else { return nil }
            generation = try reader.number()
            enclave = try reader.bareOctets(SoftwareState.identifierByteCount)
        } catch {
            return nil
        }
        header = Array(bytes[..<reader.position])
        body = reader.rest()
    }

    /// Wraps a key for storage. Rejects a policy that requires the passcode if none is set.
    static func wrap(
        _ key: SecretBytes, policy: KeyPolicy, by state: SoftwareState, random: some RandomBytes
    ) throws(Interruption) -> [UInt8] {
        if policy.namesPasscode && state.passcode == nil { throw .rejected(.passcodeNotSet) }
        var header = WireWriter()
        let turn = policy.requiresPasscode ? state.passcode?.turn ?? 0 : 0
        header.number(turn == 0 ? version : versionAfterChange)
        header.number(EnclaveDescription.Kind.software.rawValue)
        header.number(scalar)
        header.value(policy)
        header.number(policy.namesPasscode ? state.passcode?.epoch ?? 0 : 0)
        if turn > 0 { header.number(turn) }
        header.number(policy.factors.contains(.currentBiometry) ? state.generation : 0)
        header.bareOctets(state.identifier)

        var plain = key.withBytes { Array($0) }
        if policy.requiresPasscode, let passcode = state.passcode {
            plain = try encrypt(plain, to: passcode, header: header.bytes, random: random)
        }
        return header.bytes
            + (try SoftwareSeal.seal(plain, under: state.blobKey, boundTo: header.bytes, random: random))
    }

    /// Verifies the blob and returns its content: the 32 bytes, or their encryption to the passcode.
    func unwrap(by state: SoftwareState) throws(Interruption) -> SecretBytes {
        guard enclave == state.identifier,
            let inside = SoftwareSeal.open(body, under: state.blobKey, boundTo: header)
        else { throw .rejected(.unknownBlob) }
        return inside
    }

    /// Decrypts the content with the current private key of the passcode.
    func decrypt(_ inside: SecretBytes, with passcodeKey: SecretBytes, of passcode: SoftwarePasscode) throws(Interruption)
        -> SecretBytes
    {
        let bytes = inside.withBytes { Array($0) }
        guard bytes.count > 32,
            let secret = passcode.privateKey(ofTurn: passcodeTurn, by: passcodeKey),
            let key = secret.withBytes({ try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }),
            let ephemeral = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes[..<32]),
            let shared = try? key.sharedSecretFromKeyAgreement(with: ephemeral),
            let plain = SoftwareSeal.open(
                bytes[32...], under: Self.key(shared, ephemeral: bytes[..<32], recipient: Array(key.publicKey.rawRepresentation)),
                boundTo: header)
        else { throw .rejected(.unknownBlob) }
        return plain
    }

    private static func encrypt(
        _ plain: [UInt8], to passcode: SoftwarePasscode, header: [UInt8], random: some RandomBytes
    ) throws(Interruption) -> [UInt8] {
        guard let ephemeral = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: random.bytes(32)),
            let recipient = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: passcode.publicKey),
            let shared = try? ephemeral.sharedSecretFromKeyAgreement(with: recipient)
        else { throw .failed(EnclaveError(.damagedState, "the passcode's public key is invalid")) }
        let sent = Array(ephemeral.publicKey.rawRepresentation)
        let key = key(shared, ephemeral: sent[...], recipient: passcode.publicKey)
        return sent + (try SoftwareSeal.seal(plain, under: key, boundTo: header, random: random))
    }

    private static func key(_ shared: SharedSecret, ephemeral: ArraySlice<UInt8>, recipient: [UInt8]) -> SymmetricKey {
        shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: ephemeral + recipient,
            sharedInfo: Array("latchkey/v1\nsoftware-enclave\npasscode-blob".utf8), outputByteCount: 32)
    }

    private static let version: UInt8 = 1
    private static let versionAfterChange: UInt8 = 2
    private static let scalar: UInt8 = 1
}
