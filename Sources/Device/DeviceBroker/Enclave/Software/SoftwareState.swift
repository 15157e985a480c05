import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// The state of the software enclave.
struct SoftwareState: WireRecord, Redacted {
    /// The identifier that distinguishes blobs of this enclave from those of others: 16 bytes.
    let identifier: [UInt8]
    /// The key from which the key of all blobs is derived: 32 bytes.
    let root: SecretBytes
    /// The key that seals blobs. Stored, because deriving it takes nearly as long as signing.
    let blobKey: SymmetricKey
    /// The broker's secret: 32 bytes.
    let deviceSecret: SecretBytes
    /// The generation of the biometric set.
    var generation: UInt64
    /// The number of times that a passcode was set. Changing a passcode does not count.
    var passcodesSet: UInt64
    /// The passcode, if one is set.
    var passcode: SoftwarePasscode?

    /// Creates the state of a new device.
    init(random: some RandomBytes) {
        self.init(
            identifier: random.bytes(Self.identifierByteCount), root: SecretBytes(random.bytes(32)),
            deviceSecret: SecretBytes(random.bytes(32)), generation: 1, passcodesSet: 0, passcode: nil)
    }

    /// Returns the record of the state file: sealed under the host key and bound to the file's header.
    func sealed(under hostKey: SecretBytes, header: [UInt8], random: some RandomBytes) throws(Interruption) -> [UInt8] {
        return try SoftwareSeal.seal(
            message, under: Self.key(hostKey), boundTo: header, random: random)
    }

    /// Opens a record. Throws ``EnclaveError/Code/otherEnclave`` if the host key is another one or the record was modified, which
    /// cannot be distinguished.
    init(sealed record: [UInt8], under hostKey: SecretBytes, header: [UInt8]) throws(EnclaveError) {
        guard let plain = SoftwareSeal.open(record, under: Self.key(hostKey), boundTo: header) else {
            throw EnclaveError(.otherEnclave, "the state file belongs to another host key or was modified")
        }
        do throws(WireError) {
            self = try plain.withBytes { (bytes) throws(WireError) in try SoftwareState(message: Array(bytes)) }
        } catch {
            throw EnclaveError(
                .damagedState,
                "the state file is genuine but malformed: \(error.reason) at byte \(error.position)")
        }
    }

    static let wire = WireForm(
        Self.init(identifier:root:deviceSecret:generation:passcodesSet:passcode:),
        .field(\.identifier, .bareOctets(identifierByteCount)), .field(\.root, .bareSecret(32)),
        .field(\.deviceSecret, .bareSecret(32)), .field(\.generation), .field(\.passcodesSet), .field(\.passcode))

    private init(
        identifier: [UInt8], root: SecretBytes, deviceSecret: SecretBytes, generation: UInt64, passcodesSet: UInt64,
        passcode: SoftwarePasscode?
    ) {
        self.identifier = identifier
        self.root = root
        blobKey = Self.blobKey(root)
        self.deviceSecret = deviceSecret
        self.generation = generation
        self.passcodesSet = passcodesSet
        self.passcode = passcode
    }

    static let identifierByteCount = 16

    private static func blobKey(_ root: SecretBytes) -> SymmetricKey {
        SoftwareSeal.derive(root, "blob")
    }

    private static func key(_ hostKey: SecretBytes) -> SymmetricKey {
        SoftwareSeal.derive(hostKey, "state")
    }
}

/// AES-256-GCM with random nonces (NIST SP 800-38D) and its key derivation: the software enclave's only cipher.
enum SoftwareSeal {
    /// Returns the nonce, ciphertext and tag.
    static func seal(
        _ bytes: [UInt8], under key: SymmetricKey, boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(Interruption) -> [UInt8] {
        do {
            let nonce = try AES.GCM.Nonce(data: random.bytes(12))
            let box = try AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: associatedData)
            return Array(box.nonce) + box.ciphertext + box.tag
        } catch {
            throw .failed(EnclaveError(.damagedState, "AES-GCM sealing failed"))
        }
    }

    /// Returns the plaintext, or nil if the key, the data or the associated data does not match.
    static func open(_ sealed: some Collection<UInt8>, under key: SymmetricKey, boundTo associatedData: [UInt8]) -> SecretBytes? {
        guard let box = try? AES.GCM.SealedBox(combined: Array(sealed)),
            var plain = try? AES.GCM.open(box, using: key, authenticating: associatedData)
        else { return nil }
        defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
        return plain.withUnsafeBytes { SecretBytes($0) }
    }

    /// Derives a key for one purpose: HKDF-SHA256 (RFC 5869) with the purpose as its info.
    static func derive(_ secret: SecretBytes, _ purpose: StaticString, salt: [UInt8] = []) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret.withBytes { SymmetricKey(data: $0) }, salt: salt,
            info: Array("latchkey/v1\nsoftware-enclave\n\(purpose)".utf8), outputByteCount: 32)
    }
}
