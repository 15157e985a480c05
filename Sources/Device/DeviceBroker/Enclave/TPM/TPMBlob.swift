import Crypto
import CTSS2
import DeviceProtocol

/// A key of the TPM enclave in its stored form, or the device secret as stored in its state file.
///
/// | offset | size | content |
/// | --- | --- | --- |
/// | 0 | 1 | version: 2 with a creation part, as keys have it; 1 without, as the device secret and keys of earlier releases |
/// | 1 | 1 | kind of enclave: 2 |
/// | 2 | 1 | content: 1 a P-256 key, 2 the device secret |
/// | 3 | 1 | policy |
/// | 4 | 8 | the value of the passcode's counter that it is bound to, or 0 |
/// | 12 | 8 | the value of the generation's counter that it is bound to, or 0 |
/// | 20 | n | TPM2B_PUBLIC |
/// | 20 + n | m | TPM2B_PRIVATE, wrapped by the primary key |
/// | 20 + n + m | | version 2: ``TPMCreation`` |
///
/// The plain part requires no authentication. The TPM enforces the policy digest in the public area, and the broker rejects a plain
/// part that does not produce this digest.
struct TPMBlob {
    /// The content of a blob. The number is stored in it.
    enum Content: UInt8, WireValue {
        case key = 1
        case deviceSecret = 2
    }

    let content: Content
    let policy: KeyPolicy
    let passcodeEpoch: UInt64
    let generation: UInt64
    let publicArea: TPM2B_PUBLIC
    let privateArea: TPM2B_PRIVATE
    /// The data that an attestation of the key requires.
    let creation: TPMCreation?

    init(
        content: Content, policy: KeyPolicy, passcodeEpoch: UInt64, generation: UInt64, publicArea: TPM2B_PUBLIC,
        privateArea: TPM2B_PRIVATE, creation: TPMCreation? = nil
    ) {
        self.content = content
        self.policy = policy
        self.passcodeEpoch = passcodeEpoch
        self.generation = generation
        self.publicArea = publicArea
        self.privateArea = privateArea
        self.creation = creation
    }

    /// Parses a blob; returns nil unless all bytes are well-formed.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= BlobLimits.byteCount else { return nil }
        var reader = WireReader(bytes)
        let version: UInt8
        do throws(WireError) {
            version = try reader.number()
            guard try reader.number(UInt8.self) == EnclaveDescription.Kind.tpm.rawValue else { return nil }
            content = try reader.value()
            policy = try reader.value()
            passcodeEpoch = try reader.number()
            generation = try reader.number()
        } catch {
            return nil
        }
        let areas = reader.rest()
        var offset = 0
        var publicArea = TPM2B_PUBLIC()
        var privateArea = TPM2B_PRIVATE()
        guard Tss2_MU_TPM2B_PUBLIC_Unmarshal(areas, areas.count, &offset, &publicArea) == 0,
            Tss2_MU_TPM2B_PRIVATE_Unmarshal(areas, areas.count, &offset, &privateArea) == 0
        else { return nil }
        self.publicArea = publicArea
        self.privateArea = privateArea
        switch version {
        case Self.plain where offset == areas.count: creation = nil
        case Self.attestable where content == .key:
            guard let creation = TPMCreation(Array(areas[offset...])) else { return nil }
            self.creation = creation
        default: return nil
        }
        // The library ignores a wrong length of a public area, and a counter that the policy does not use binds nothing. Both are
        // rejected, so that the encoding of a blob is unique.
        guard self.bytes == bytes, policy.namesPasscode || passcodeEpoch == 0,
            policy.factors.contains(.currentBiometry) || generation == 0
        else { return nil }
    }

    /// The blob's bytes. Nil if the library cannot marshal an area, which it has just unmarshalled.
    var bytes: [UInt8]? {
        guard let publicArea = TPMMarshalling.bytes(of: publicArea), let privateArea = TPMMarshalling.bytes(of: privateArea) else {
            return nil
        }
        var writer = WireWriter()
        writer.number(creation == nil ? Self.plain : Self.attestable)
        writer.number(EnclaveDescription.Kind.tpm.rawValue)
        writer.value(content)
        writer.value(policy)
        writer.number(passcodeEpoch)
        writer.number(generation)
        writer.bareOctets(publicArea)
        writer.bareOctets(privateArea)
        if let creation {
            guard let bytes = creation.bytes else { return nil }
            writer.bareOctets(bytes)
        }
        return writer.bytes
    }

    /// Returns whether the public area equals the template except for the key itself. The TPM then enforces the template's
    /// attributes and policy.
    func isOf(_ template: TPM2B_PUBLIC) -> Bool {
        var template = template
        template.publicArea.unique = publicArea.publicArea.unique
        guard let expected = TPMMarshalling.bytes(of: template.publicArea) else { return false }
        return expected == TPMMarshalling.bytes(of: publicArea.publicArea)
    }

    private static let plain: UInt8 = 1
    private static let attestable: UInt8 = 2
}

/// Data that a TPM returns with a new object, and that proves later that it created the object (TPM 2.0 part 3, section 12.1).
///
/// | size | content |
/// | --- | --- |
/// | n | TPM2B_DIGEST of the creation data |
/// | m | TPMT_TK_CREATION, which only this TPM can create |
/// | 32 | SHA-256 of both, which detects damage before an attestation; it is not a protection, and does not need to be one |
struct TPMCreation {
    let digest: TPM2B_DIGEST
    let ticket: TPMT_TK_CREATION

    init(digest: TPM2B_DIGEST, ticket: TPMT_TK_CREATION) {
        self.digest = digest
        self.ticket = ticket
    }

    /// Parses both; returns nil unless all bytes are well-formed.
    init?(_ bytes: [UInt8]) {
        var offset = 0
        var digest = TPM2B_DIGEST()
        var ticket = TPMT_TK_CREATION()
        guard Tss2_MU_TPM2B_DIGEST_Unmarshal(bytes, bytes.count, &offset, &digest) == 0,
            Tss2_MU_TPMT_TK_CREATION_Unmarshal(bytes, bytes.count, &offset, &ticket) == 0,
            bytes[offset...].elementsEqual(SHA256.hash(data: bytes[..<offset]))
        else { return nil }
        self.digest = digest
        self.ticket = ticket
    }

    /// The bytes. Nil if the library cannot marshal a value that it has just unmarshalled.
    var bytes: [UInt8]? {
        guard let digest = TPMMarshalling.bytes(of: digest), let ticket = TPMMarshalling.bytes(of: ticket) else { return nil }
        return digest + ticket + SHA256.hash(data: digest + ticket)
    }
}
