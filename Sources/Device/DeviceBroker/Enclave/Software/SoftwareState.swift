import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// All that the software enclave remembers.
struct SoftwareState: Sendable, Redacted {
    /// Tells blobs of this enclave from those of another: 16 bytes.
    let identifier: [UInt8]
    /// The key from which that of all blobs is derived: 32 bytes.
    let root: SecretBytes
    /// What seals blobs. Kept, because deriving it takes nearly as long as signing.
    let blobKey: SymmetricKey
    /// The broker's secret: 32 bytes.
    let deviceSecret: SecretBytes
    /// The generation of the biometric set.
    var generation: UInt64
    /// How many passcodes were ever set; changes of one do not count.
    var passcodesSet: UInt64
    /// The passcode, where one is set.
    var passcode: SoftwarePasscode?

    /// The state of a new device.
    init(random: some RandomBytes) {
        identifier = random.bytes(Self.identifierByteCount)
        root = SecretBytes(random.bytes(32))
        blobKey = Self.blobKey(root)
        deviceSecret = SecretBytes(random.bytes(32))
        generation = 1
        passcodesSet = 0
        passcode = nil
    }

    /// The record of the state file: sealed under the host's key, bound to the file's header.
    func sealed(under hostKey: SecretBytes, header: [UInt8], random: some RandomBytes) throws(Interruption) -> [UInt8] {
        var writer = WireWriter()
        writer.bareOctets(identifier)
        root.withBytes { writer.bareOctets($0) }
        deviceSecret.withBytes { writer.bareOctets($0) }
        writer.number(generation)
        writer.number(passcodesSet)
        writer.optional(passcode)
        return try SoftwareSeal.seal(
            writer.bytes, under: Self.key(hostKey), boundTo: header, random: random)
    }

    /// Opens a record. Throws ``EnclaveError/Code/otherEnclave`` where the host's key is another or a bit was changed, which cannot be
    /// told apart.
    init(sealed record: [UInt8], under hostKey: SecretBytes, header: [UInt8]) throws(EnclaveError) {
        guard let plain = SoftwareSeal.open(record, under: Self.key(hostKey), boundTo: header) else {
            throw EnclaveError(.otherEnclave, "the state file does not open under this host key, or was changed")
        }
        var reader = plain.withBytes { WireReader(Array($0)) }
        do throws(WireError) {
            identifier = try reader.bareOctets(Self.identifierByteCount)
            root = SecretBytes(try reader.bareOctets(32))
            blobKey = Self.blobKey(root)
            deviceSecret = SecretBytes(try reader.bareOctets(32))
            generation = try reader.number()
            passcodesSet = try reader.number()
            passcode = try reader.optional()
            try reader.finish()
        } catch {
            throw EnclaveError(
                .damagedState,
                "the state file opens, but is not laid out as it should be: \(error.reason) at byte \(error.position)")
        }
    }

    static let identifierByteCount = 16

    private static func blobKey(_ root: SecretBytes) -> SymmetricKey {
        SoftwareSeal.derive(root, "blob")
    }

    private static func key(_ hostKey: SecretBytes) -> SymmetricKey {
        SoftwareSeal.derive(hostKey, "state")
    }
}
