import ConformanceData
import Foundation
import Testing

@testable import OpenSecurity

@Suite("Wycheproof") struct WycheproofTests {
    struct File<Group: Decodable>: Decodable {
        let numberOfTests: Int
        let testGroups: [Group]
    }

    struct SignatureGroup: Decodable {
        struct Key: Decodable { let uncompressed: String }
        struct Test: Decodable {
            let tcId: Int
            let msg: String
            let sig: String
            let result: String
        }
        let publicKey: Key
        let tests: [Test]
    }

    struct ExchangeGroup: Decodable {
        struct Test: Decodable {
            let tcId: Int
            let `public`: String
            let `private`: String
            let shared: String
            let result: String
            let flags: [String]
        }
        let tests: [Test]
    }

    @Test("ECDSA on P-256 with SHA-256") func ecdsa() throws {
        let file = try ConformanceData.json("wycheproof/ecdsa_secp256r1_sha256.json", as: File<SignatureGroup>.self)
        var count = 0
        for group in file.testGroups {
            let bytes = try #require(Data(hexadecimal: group.publicKey.uncompressed))
            let attributes = KeyImportTests.attributes(kSecAttrKeyTypeEC, isPrivate: false)
            let key = try result { SecKeyCreateWithData(bytes as CFData, attributes, $0) }
            for test in group.tests {
                let message = try #require(Data(hexadecimal: test.msg))
                let signature = try #require(Data(hexadecimal: test.sig))
                let verdict = SignatureTests.verdict(key, .ecdsaSignatureMessageX962SHA256, message, signature)
                #expect(verdict == (test.result == "valid" ? nil : errSecVerifyFailed), "\(test.tcId)")
                count += 1
            }
        }
        #expect(count == file.numberOfTests)
    }

    /// The file's public keys are X.509 structures; Apple's functions read only the point. Keys that name the curve in the usual
    /// way are tested by their point, which includes all valid ones. The others have other curves or structures.
    @Test("ECDH on P-256") func ecdh() throws {
        let file = try ConformanceData.json("wycheproof/ecdh_secp256r1.json", as: File<ExchangeGroup>.self)
        let header = "3059301306072a8648ce3d020106082a8648ce3d030107034200"
        var agreed = 0
        var rejected = 0
        for test in file.testGroups.flatMap(\.tests) {
            guard test.public.hasPrefix(header), let point = Data(hexadecimal: String(test.public.dropFirst(header.count))) else {
                #expect(test.result != "valid" || test.flags.contains("CompressedPoint"), "\(test.tcId)")
                continue
            }
            let peer = SecKeyCreateWithData(point as CFData, KeyImportTests.attributes(kSecAttrKeyTypeEC, isPrivate: false), nil)
            guard test.result == "valid" else {
                if test.result == "invalid" { #expect(peer == nil, "\(test.tcId)") }
                rejected += 1
                continue
            }
            let key = try Self.privateKey(test.private)
            let secret = try KeyExchangeTests.exchange(key, .ecdhKeyExchangeStandard, try #require(peer, "\(test.tcId)"))
            #expect(secret == Data(hexadecimal: test.shared), "\(test.tcId)")
            agreed += 1
        }
        #expect(agreed == 166)
        #expect(rejected >= 8)
    }

    /// The number alone is not a key in Apple's form, where its point precedes it.
    private static func privateKey(_ text: String) throws -> SecKey {
        let digits = try #require(Data(hexadecimal: text.count.isMultiple(of: 2) ? text : "0" + text))
        let number = [UInt8](repeating: 0, count: max(0, 32 - digits.count)) + digits.suffix(32)
        let point = try #require(CurveOrder.all[0].point(number))
        let attributes = KeyImportTests.attributes(kSecAttrKeyTypeEC, isPrivate: true)
        return try result { SecKeyCreateWithData(Data(point + number) as CFData, attributes, $0) }
    }
}
