import Crypto
import FoundationEssentials
import Secrets
import Testing

@testable import Accounts

@Suite("Attestation of a device key by a TPM")
struct KeyAttestationTests {
    private let tpm = WrittenTPM()
    private let key = P256.Signing.PrivateKey().publicKey
    private let digest = [UInt8](repeating: 0x5A, count: 32)

    @Test("an attestation is valid for its key, its digest, and a trusted attestation key")
    func holds() throws {
        let bytes = try tpm.statement(of: key, over: digest)
        #expect(try rejection(of: bytes) == nil)
        #expect(try KeyAttestation(bytes).signerName == tpm.name())
        #expect(try KeyAttestation(bytes).rejection(of: try publicKey(), over: digest, trusting: []) == .unknownSigner(try name()))
    }

    @Test("an attestation is invalid for another key, another digest or another TPM")
    func others() throws {
        let bytes = try tpm.statement(of: key, over: digest)
        let read = try KeyAttestation(bytes)
        let other = try #require(DevicePublicKey(x963: Array(P256.Signing.PrivateKey().publicKey.x963Representation)))
        #expect(read.rejection(of: other, over: digest, trusting: [try name()]) == .otherKey)
        #expect(
            read.rejection(of: try publicKey(), over: [UInt8](repeating: 0x5B, count: 32), trusting: [try name()])
                == .otherChallenge)
        let unknownClient = WrittenTPM()
        let foreign = try KeyAttestation(try unknownClient.statement(of: key, over: digest))
        #expect(
            foreign.rejection(of: try publicKey(), over: digest, trusting: [try name()])
                == .unknownSigner(try #require(unknownClient.name())))
        let forged = try tpm.statement(of: key, over: digest, signedBy: unknownClient.signer)
        #expect(try rejection(of: forged) == .wrongSignature)
        let named = WrittenTPM.Statement(object: [0x00, 0x0B] + [UInt8](repeating: 1, count: 32))
        #expect(try rejection(of: try tpm.statement(of: key, over: digest, named)) == .otherKey)
    }

    @Test(
        "an attestation is invalid for a key that may be known elsewhere, exported, or used without its policy",
        arguments: 0..<32 as Range<UInt32>)
    func attributes(bit: UInt32) throws {
        let changed = WrittenTPM.Statement(keyAttributes: WrittenTPM.keyAttributes ^ (1 << bit))
        let bytes = try tpm.statement(of: key, over: digest, changed)
        // Administration with an authorization, lockout after failures, and no key agreement do not export the key.
        let harmless: Set<UInt32> = [7, 10, 17]
        #expect(try rejection(of: bytes) == (harmless.contains(bit) ? nil : .exportable))
    }

    @Test("an attestation is invalid for a key without a policy")
    func policy() throws {
        #expect(try rejection(of: try tpm.statement(of: key, over: digest, .init(keyPolicy: []))) == .exportable)
        #expect(throws: AttestationError.self) {
            try rejection(of: try tpm.statement(of: key, over: digest, .init(keyPolicy: [UInt8](repeating: 7, count: 31))))
        }
    }

    @Test(
        "an attestation is invalid if the trusted key also signs other data or is known outside",
        arguments: [1, 4, 5, 16, 17, 18] as [UInt32])
    func signer(bit: UInt32) throws {
        let changed = WrittenTPM.Statement(signerAttributes: WrittenTPM.signerAttributes ^ (1 << bit))
        let read = try KeyAttestation(try tpm.statement(of: key, over: digest, changed))
        let name = try #require(tpm.name(changed))
        #expect(read.rejection(of: try publicKey(), over: digest, trusting: [name]) == .unfitSigner)
        let open = WrittenTPM.Statement(signerHasScheme: false)
        let second = try KeyAttestation(try tpm.statement(of: key, over: digest, open))
        #expect(second.rejection(of: try publicKey(), over: digest, trusting: [try #require(tpm.name(open))]) == .unfitSigner)
    }

    @Test("an attestation is invalid unless the TPM wrote it about a key that it created")
    func kind() throws {
        let cases: [(WrittenTPM.Statement, Int)] = [
            (.init(magic: [0xFF, 0x54, 0x43, 0x46]), 2), (.init(type: [0x80, 0x17]), 6), (.init(isSafe: 2), 94),
            (.init(object: [0x00, 0x0C] + [UInt8](repeating: 1, count: 32)), 103), (.init(object: [0x00, 0x0B]), 103),
        ]
        for (changed, position) in cases {
            let error = #expect(throws: AttestationError.self) {
                try KeyAttestation(try tpm.statement(of: key, over: digest, changed))
            }
            #expect(error?.position == position)
        }
        #expect(throws: AttestationError(code: .unexpectedLength, position: 44)) {
            try KeyAttestation(try tpm.statement(of: key, over: [1, 2, 3]))
        }
    }

    @Test("an attestation with any flipped bit is invalid")
    func everyBit() throws {
        let bytes = try tpm.statement(of: key, over: digest)
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                #expect(isRejected(changed), "byte \(index), bit \(bit)")
            }
        }
        #expect(!isRejected(bytes))
    }

    @Test("another algorithm, curve or scheme is rejected, with its position")
    func otherNumbers() throws {
        let bytes = try tpm.statement(of: key, over: digest)
        let parts = structures(of: bytes)
        // In the signature: algorithm and digest. In a public area, around its policy: type, name digest, symmetric algorithm,
        // scheme digest, curve, derivation.
        let places = [parts[1]: [0, 2], parts[2]: [0, 2, 42, 46, 48], parts[3]: [0, 2, 10, 14, 16, 18]]
        for (part, offsets) in places {
            for place in offsets.map({ part.lowerBound + $0 }) {
                var changed = bytes
                changed[place + 1] ^= 0x40
                #expect(throws: AttestationError(code: .unexpectedValue, position: place)) { try KeyAttestation(changed) }
            }
        }
    }

    @Test("bytes after any of the four structures are rejected", arguments: 0..<4) func endings(index: Int) throws {
        var bytes = try tpm.statement(of: key, over: digest)
        let part = structures(of: bytes)[index]
        bytes.insert(0, at: part.upperBound)
        let length = UInt16(part.count + 1)
        bytes.replaceSubrange(part.lowerBound - 2..<part.lowerBound, with: [UInt8(length >> 8), UInt8(length & 0xFF)])
        #expect(throws: AttestationError(code: .trailingBytes, position: part.upperBound)) { try KeyAttestation(bytes) }
    }

    @Test("a truncated, extended, oversized or empty attestation is malformed")
    func otherLengths() throws {
        let bytes = try tpm.statement(of: key, over: digest)
        for count in bytes.indices {
            #expect(throws: AttestationError.self) { try KeyAttestation(Array(bytes[..<count])) }
        }
        #expect(throws: AttestationError(code: .trailingBytes, position: bytes.count)) { try KeyAttestation(bytes + [0]) }
        let long = bytes + [UInt8](repeating: 0, count: KeyAttestation.maximumLength + 1 - bytes.count)
        #expect(throws: AttestationError(code: .tooLong, position: KeyAttestation.maximumLength)) { try KeyAttestation(long) }
    }

    @Test(
        "random bytes, and an attestation with randomly changed bytes, are invalid and never crash",
        arguments: 0..<8 as Range<UInt64>)
    func chance(seed: UInt64) throws {
        let random = PredictableRandomBytes(seed: seed)
        let bytes = try tpm.statement(of: key, over: digest)
        for _ in 0..<500 {
            let chance = random.bytes(8)
            let start = (Int(chance[0]) << 8 | Int(chance[1])) % bytes.count
            let end = min(bytes.count, start + 1 + Int(chance[2]) % 40)
            var changed = bytes
            changed.replaceSubrange(start..<end, with: random.bytes(Int(chance[3]) % 48))
            #expect(changed == bytes || isRejected(changed))
            #expect(isRejected(random.bytes(Int(chance[4]) * 4)))
        }
    }

    @Test("the name of an attestation key is 000b and 64 digits, in one spelling")
    func names() throws {
        let text = "000b" + String(repeating: "0f", count: 32)
        #expect(TPMName(text)?.description == text)
        for wrong in [
            "", String(text.dropLast()), text + "0", text.uppercased(), "000c" + text.dropFirst(4), "0x0b" + text.dropFirst(4),
            " " + text.dropFirst(),
        ] { #expect(TPMName(wrong) == nil) }
    }

    /// Returns the range of each structure, after its length in two bytes.
    private func structures(of bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = 0
        while place < bytes.count {
            let start = place + 2
            place = start + Int(bytes[place]) << 8 + Int(bytes[place + 1])
            found.append(start..<place)
        }
        return found
    }

    private func publicKey() throws -> DevicePublicKey { try #require(DevicePublicKey(x963: Array(key.x963Representation))) }
    private func name() throws -> TPMName { try #require(tpm.name()) }

    private func rejection(of bytes: [UInt8]) throws -> AttestationRejection? {
        try KeyAttestation(bytes).rejection(of: try publicKey(), over: digest, trusting: [try name()])
    }

    private func isRejected(_ bytes: [UInt8]) -> Bool {
        do { return try rejection(of: bytes) != nil } catch { return error is AttestationError }
    }
}
