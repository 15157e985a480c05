import ConformanceData
import Crypto
import Foundation
import Secrets
import Testing

@testable import DeviceBroker

/// Project Wycheproof's vectors.
private enum Vectors {
    struct File: Decodable {
        let testGroups: [Group]
    }

    struct Group: Decodable {
        let tests: [Vector]
    }

    struct Vector: Decodable {
        let tcId: Int
        let `public`: String
        let `private`: String
        let shared: String
        let result: String
        let flags: [String]
    }

    static func agreement() throws -> [Vector] {
        try ConformanceData.json("wycheproof/ecdh_secp256r1.json", as: File.self).testGroups.flatMap(\.tests)
    }

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }
}

@Suite("Key agreement vectors") struct EnclaveVectorTests {
    /// The only prefix of a P-256 SubjectPublicKeyInfo with an uncompressed point (RFC 5480).
    static let prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
        0x03, 0x01,
        0x07, 0x03, 0x42, 0x00,
    ]

    @Test("valid points agree on the vector's secret, and points off the curve are rejected")
    func vectors() throws {
        var agreed = 0
        var rejected = 0
        for vector in try Vectors.agreement() {
            let key = Vectors.bytes(vector.public)
            guard key.starts(with: Self.prefix), vector.result != "acceptable" else { continue }
            let peer = EnclavePublicKey(x963: key.dropFirst(Self.prefix.count))
            if vector.result == "invalid" {
                if peer == nil { rejected += 1 } else { Issue.record("vector \(vector.tcId) was rejected: \(vector.flags)") }
                continue
            }
            // Private keys of the vectors are signed numbers, with a leading zero or without leading zeros.
            let number = Vectors.bytes(vector.private.count % 2 == 0 ? vector.private : "0" + vector.private).drop { $0 == 0 }
            let scalar = [UInt8](repeating: 0, count: 32 - number.count) + number
            let point = try #require(peer, "vector \(vector.tcId)")
            let opened = try SoftwareKey(SecretBytes(scalar), for: .agree(point))
            guard case .secret(let secret) = try opened.perform(.agree(point)) else {
                Issue.record("vector \(vector.tcId) has no secret")
                continue
            }
            #expect(secret.withBytes { Array($0) } == Vectors.bytes(vector.shared), "vector \(vector.tcId)")
            agreed += 1
        }
        #expect(agreed == 166)
        #expect(rejected == 9)
    }

    @Test("every enclave accepts the vectors' points as peers", arguments: EnclaveSubject.available)
    func peers(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let key = try enclave.createKey(.nothing).granted()
        // Points with coordinates near zero and near the prime expose arithmetic errors; the other side is software.
        let special = try Vectors.agreement().filter { $0.result == "valid" && Vectors.bytes($0.public).starts(with: Self.prefix) }
        let reference = try EnclaveFixture(.softwareHere)
        let other = try reference.open()
        let otherKey = try other.createKey(.nothing).granted()
        for vector in special.prefix(60) {
            let peer = try #require(EnclavePublicKey(x963: Vectors.bytes(vector.public).dropFirst(Self.prefix.count)))
            let first = try enclave.sharedSecret(of: key.blob, with: peer, authorization: .none).granted()
            let second = try enclave.sharedSecret(of: key.blob, with: peer, authorization: .none).granted()
            #expect(first.count == 32)
            #expect(first.withBytes { Array($0) } == second.withBytes { Array($0) })
        }
        let ours = try enclave.sharedSecret(of: key.blob, with: otherKey.publicKey, authorization: .none).granted()
        let theirs = try other.sharedSecret(of: otherKey.blob, with: key.publicKey, authorization: .none).granted()
        #expect(ours.withBytes { Array($0) } == theirs.withBytes { Array($0) })
    }

    @Test("a public key has one form: 65 bytes of a point on the curve")
    func oneForm() throws {
        let key = P256.KeyAgreement.PrivateKey().publicKey
        let good = Array(key.x963Representation)
        #expect(EnclavePublicKey(x963: good) != nil)
        #expect(EnclavePublicKey(x963: key.compressedRepresentation) == nil)
        #expect(EnclavePublicKey(x963: good.dropLast()) == nil)
        #expect(EnclavePublicKey(x963: good + [0]) == nil)
        #expect(EnclavePublicKey(x963: [6] + good.dropFirst()) == nil)
        #expect(EnclavePublicKey(x963: [4] + [UInt8](repeating: 0, count: 64)) == nil)
        var off = good
        off[64] ^= 1
        #expect(EnclavePublicKey(x963: off) == nil)
    }
}
