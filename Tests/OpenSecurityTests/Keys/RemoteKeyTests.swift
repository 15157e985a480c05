import Foundation
import Synchronization
import Testing

@testable import OpenSecurity

@Suite("Remote keys") struct RemoteKeyTests {
    let double: RemoteKeyDouble
    let key: SecKey

    init() throws {
        double = RemoteKeyDouble(answering: KeySamples.p256)
        key = try SecKey(remote: double, itemAttributes: [kSecAttrApplicationTag as String: Data("tag".utf8)])
    }

    @Test("every curve algorithm signs, and only 32 bytes are sent to the holder") func signing() throws {
        let half = try KeySamples.p256.publicHalf
        let algorithms = SignatureTests.algorithms(of: key)
        #expect(algorithms.count == 23)
        for algorithm in algorithms {
            let input = SignatureTests.input(algorithm, key)
            let signature = try SignatureTests.sign(key, algorithm, input)
            #expect(SignatureTests.verdict(half, algorithm, input, signature) == nil, "\(algorithm.rawValue)")
        }
        #expect(double.digests.count == 23)
        #expect(double.digests.allSatisfy { $0.count == 32 })
        #expect(double.digests.contains([UInt8](repeating: 0, count: 12) + HashFunction.sha1.digest(of: SignatureTests.message)))
        #expect(double.digests.contains(Array(HashFunction.sha512.digest(of: SignatureTests.message).prefix(32))))
    }

    @Test("every curve algorithm agrees on keys and decrypts") func agreement() throws {
        let half = try KeySamples.p256.publicHalf
        for algorithm in KeyExchangeTests.algorithms {
            let parameters: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 40]
            let ours = try KeyExchangeTests.exchange(key, algorithm, try KeySamples.otherP256.publicHalf, parameters)
            #expect(ours == (try KeyExchangeTests.exchange(KeySamples.otherP256, algorithm, half, parameters)))
        }
        let encryptions = EncryptionTests.algorithms(of: key)
        #expect(encryptions.count == 18)
        for algorithm in encryptions {
            let encrypted = try EncryptionTests.encrypt(half, algorithm, Data("for the enclave".utf8))
            #expect(try EncryptionTests.decrypt(key, algorithm, encrypted) == Data("for the enclave".utf8))
        }
        #expect(double.peers.count == 30)
    }

    @Test("the holder is not called for operations that would be rejected anyway") func rejections() throws {
        let half = try KeySamples.p256.publicHalf
        let algorithm = SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM
        var encrypted = try EncryptionTests.encrypt(half, algorithm, Data("text".utf8))
        encrypted[40] ^= 1
        #expect(status { SecKeyCreateDecryptedData(key, algorithm, encrypted as CFData, $0) } == errSecParam)
        #expect(status { SecKeyCreateDecryptedData(key, algorithm, Data(count: 80) as CFData, $0) } == errSecParam)
        #expect(
            status { SecKeyCreateSignature(key, .ecdsaSignatureDigestX962SHA256, Data(count: 31) as CFData, $0) } == errSecParam)
        #expect(
            status { SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandardX963SHA256, half, [:], $0) } == errSecParam)
        #expect(
            status { SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, KeySamples.p384, [:], $0) } == errSecParam)
        #expect(status { SecKeyCreateSignature(key, .rsaSignatureMessagePSSSHA256, NSData(), $0) } == errSecParam)
        #expect(double.digests.isEmpty)
        #expect(double.peers.isEmpty)
    }

    @Test("the private key cannot be exported, and the error says so; its public half can") func export() throws {
        #expect(status { SecKeyCopyExternalRepresentation(key, $0) } == errSecUnimplemented)
        #expect(try key.publicHalf.bytes == KeySamples.p256.publicHalf.bytes)
        let attributes = try #require(SecKeyCopyAttributes(key))
        #expect(attributes[kSecAttrTokenID] as? String == "com.apple.setoken")
        #expect(attributes[kSecAttrIsExtractable] as? Bool == false)
        #expect(attributes[kSecAttrApplicationTag] as? Data == Data("tag".utf8))
    }

    @Test("the caller receives the holder's error with its own domain") func domains() throws {
        let rejecting = try SecKey(
            remote: RemoteKeyDouble(
                answering: KeySamples.p256,
                failure: SecurityFailure(domain: "com.apple.LocalAuthentication", code: -2, reason: "canceled")))
        do {
            _ = try SignatureTests.sign(rejecting, .ecdsaSignatureMessageX962SHA256, Data())
            Issue.record("a signature")
        } catch let error as NSError {
            #expect(error.domain == "com.apple.LocalAuthentication")
            #expect(error.code == -2)
        }
    }

    @Test("malformed responses of the holder are rejected", arguments: [0, 31, 33, 63, 65])
    func forms(length: Int) throws {
        let broken = try SecKey(remote: RemoteKeyDouble(answering: KeySamples.p256, length: length))
        let half = try KeySamples.otherP256.publicHalf
        #expect(
            status { SecKeyCreateSignature(broken, .ecdsaSignatureMessageRFC4754SHA256, NSData(), $0) } == errSecInternalComponent)
        #expect(status { SecKeyCopyKeyExchangeResult(broken, .ecdhKeyExchangeStandard, half, [:], $0) } == errSecInternalComponent)
    }

    @Test("an invalid public half creates no key") func publicHalf() throws {
        for wrong in [[], [UInt8](repeating: 4, count: 65), Array(try KeySamples.p384.publicHalf.bytes)] {
            #expect(throws: SecurityFailure.self) { try SecKey(remote: RemoteKeyDouble(publicKey: wrong)) }
        }
    }
}

/// A key in memory that simulates an enclave key and records its requests.
final class RemoteKeyDouble: RemotePrivateKey {
    let publicKey: [UInt8]
    private let key: CurvePrivateKey?
    private let failure: SecurityFailure?
    private let length: Int?
    private let asked = Mutex<(digests: [[UInt8]], peers: [[UInt8]])>(([], []))

    init(answering key: SecKey, failure: SecurityFailure? = nil, length: Int? = nil) {
        publicKey = key.publicBytes
        if case .curvePrivate(let key) = key.material { self.key = key } else { self.key = nil }
        self.failure = failure
        self.length = length
    }

    init(publicKey: [UInt8]) {
        self.publicKey = publicKey
        key = nil
        failure = nil
        length = nil
    }

    var digests: [[UInt8]] { asked.withLock { $0.digests } }
    var peers: [[UInt8]] { asked.withLock { $0.peers } }

    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        asked.withLock { $0.digests.append(digest) }
        if let failure { throw failure }
        if let length { return [UInt8](repeating: 1, count: length) }
        guard let signature = key?.signature(over: digest), let joined = CurveSignature.joined(der: signature, on: .p256) else {
            throw SecurityFailure(errSecInternalComponent, "no key")
        }
        return joined
    }

    func sharedSecret(with peer: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        asked.withLock { $0.peers.append(peer) }
        if let failure { throw failure }
        if let length { return [UInt8](repeating: 1, count: length) }
        guard let point = CurvePublicKey(x963: peer, on: .p256), let secret = key?.sharedSecret(with: point) else {
            throw SecurityFailure(errSecInternalComponent, "no key")
        }
        return secret.withBytes { Array($0) }
    }
}
