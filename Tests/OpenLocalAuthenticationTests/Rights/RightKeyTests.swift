import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Key of a right", .timeLimit(.minutes(20))) struct RightKeyTests {
    static let message = Data("challenge".utf8)

    @Test("private operations require an authorized right, and never prompt")
    func authorization() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa", secret: Data([1]))
            let sealed = try await right.key.publicKey.encrypt(
                Self.message, algorithm: .eciesEncryptionStandardVariableIVX963SHA256AESGCM)
            let peer = try await right.key.publicKey.bytes
            func expectRejections() async {
                await #expect(throws: LAError(.notInteractive)) {
                    try await right.key.sign(Self.message, algorithm: .ecdsaSignatureMessageX962SHA256)
                }
                await #expect(throws: LAError(.notInteractive)) {
                    try await right.key.decrypt(sealed, algorithm: .eciesEncryptionStandardVariableIVX963SHA256AESGCM)
                }
                await #expect(throws: LAError(.notInteractive)) {
                    try await right.key.exchangeKeys(publicKey: peer, algorithm: .ecdhKeyExchangeStandard, parameters: [:])
                }
                await #expect(throws: LAError(.notInteractive)) { try await right.secret.rawData }
            }
            await expectRejections()
            try await right.authorize(localizedReason: "sign in")
            _ = try await right.key.sign(Self.message, algorithm: .ecdsaSignatureMessageX962SHA256)
            #expect(
                try await right.key.decrypt(sealed, algorithm: .eciesEncryptionStandardVariableIVX963SHA256AESGCM)
                    == Self.message)
            #expect(try await right.secret.rawData == Data([1]))
            await right.deauthorize()
            await expectRejections()
        }
        #expect(device.person.promptCount == 1)
    }

    @Test("a software enclave cannot attest the key, and the error says so without a prompt")
    func attestation() async throws {
        let device = try DeviceSimulator()
        try await device.run {
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa")
            let error = await #expect(throws: (any Error).self) {
                _ = try await right.key.publicKey.attestation(for: Self.message)
            }
            #expect(status(of: error) == errSecUnimplemented)
        }
        #expect(device.person.promptCount == 0)
    }

    @Test("the key signs messages and digests, in both signature forms, and the public key verifies them")
    func signing() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa")
            try await right.authorize(localizedReason: "sign in")
            let inputs: [(SecKeyAlgorithm, Data)] = [
                (.ecdsaSignatureMessageX962SHA256, Self.message), (.ecdsaSignatureMessageRFC4754SHA512, Self.message),
                (.ecdsaSignatureDigestX962SHA384, Data(repeating: 3, count: 48)),
            ]
            for (algorithm, input) in inputs {
                #expect(right.key.canSign(using: algorithm) && right.key.publicKey.canVerify(using: algorithm))
                let signature = try await right.key.sign(input, algorithm: algorithm)
                try await right.key.publicKey.verify(input, signature: signature, algorithm: algorithm)
                var forged = input
                forged[0] ^= 1
                await expect(errSecVerifyFailed) {
                    try await right.key.publicKey.verify(forged, signature: signature, algorithm: algorithm)
                }
            }
            #expect(!right.key.canSign(using: .rsaSignatureMessagePSSSHA256) && !right.key.canDecrypt(using: .rsaEncryptionPKCS1))
            #expect(!right.key.canSign(using: .ecdhKeyExchangeStandard))
            await expect(errSecParam) { try await right.key.sign(Self.message, algorithm: .ecdsaSignatureDigestX962SHA256) }
        }
    }

    @Test("the key agrees with a key of the app, with every form of the parameters")
    func exchange() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa")
            try await right.authorize(localizedReason: "sign in")
            let own = try #require(
                SecKeyCreateRandomKey(
                    [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256] as NSDictionary, nil))
            let ownPublic = try #require(SecKeyCopyPublicKey(own).flatMap { SecKeyCopyExternalRepresentation($0, nil) }) as Data
            let right963 = try await right.key.publicKey.bytes
            #expect(right963.count == 65 && right963.first == 4)
            let rightPublic = try #require(
                SecKeyCreateWithData(
                    right963 as NSData,
                    [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic] as NSDictionary,
                    nil))
            let information = Data("info".utf8)
            let algorithm = SecKeyAlgorithm.ecdhKeyExchangeCofactorX963SHA256
            let expected = try #require(
                SecKeyCopyKeyExchangeResult(
                    own, algorithm, rightPublic,
                    [
                        SecKeyKeyExchangeParameter.requestedSize.rawValue: 40,
                        SecKeyKeyExchangeParameter.sharedInfo.rawValue: information,
                    ] as NSDictionary, nil))
            let spellings: [[AnyHashable: Any]] = [
                [SecKeyKeyExchangeParameter.requestedSize: 40, SecKeyKeyExchangeParameter.sharedInfo: information],
                [
                    SecKeyKeyExchangeParameter.requestedSize.rawValue: NSNumber(value: 40),
                    SecKeyKeyExchangeParameter.sharedInfo.rawValue: information as NSData,
                ],
                ["requestedSize": 40, "sharedInfo": information],
            ]
            #expect(right.key.canExchangeKeys(using: algorithm))
            for parameters in spellings {
                let secret = try await right.key.exchangeKeys(publicKey: ownPublic, algorithm: algorithm, parameters: parameters)
                #expect(secret == expected as Data)
            }
            for parameters in [[:], ["requestedSize": "many"], ["requestedSize": 40, "sharedInfo": 1]] as [[AnyHashable: Any]] {
                await expect(errSecParam) {
                    try await right.key.exchangeKeys(publicKey: ownPublic, algorithm: algorithm, parameters: parameters)
                }
            }
            await expect(errSecParam) {
                try await right.key.exchangeKeys(publicKey: Data(count: 65), algorithm: .ecdhKeyExchangeStandard, parameters: [:])
            }
        }
    }

    @Test("a missing secret is an error of Security's domain")
    func failures() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa")
            try await right.authorize(localizedReason: "sign in")
            await expect(errSecItemNotFound) { try await right.secret.rawData }
        }
    }

    @Test("the completion handlers do the same")
    func completionHandlers() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa", secret: Data([7]))
            try await right.authorize(localizedReason: "sign in")
            let replies = Replies<Data?>()
            let put: @Sendable (Data?, (any Error)?) -> Void = { data, error in replies.put(error == nil ? data : nil) }
            right.key.publicKey.exportBytes(completion: put)
            let bytes = try await right.key.publicKey.bytes
            #expect(await replies.first() == [bytes])
            right.secret.loadData(completion: put)
            #expect(await replies.first() == [Data([7])])
            right.key.publicKey.encrypt(Self.message, algorithm: .eciesEncryptionCofactorX963SHA256AESGCM, completion: put)
            let sealed = try #require(await replies.first()[0])
            right.key.decrypt(sealed, algorithm: .eciesEncryptionCofactorX963SHA256AESGCM, completion: put)
            #expect(await replies.first() == [Self.message])
            right.key.sign(Self.message, algorithm: .ecdsaSignatureMessageX962SHA256, completion: put)
            let signature = try #require(await replies.first()[0])
            right.key.publicKey.verify(Self.message, signature: signature, algorithm: .ecdsaSignatureMessageX962SHA256) {
                replies.put($0 == nil ? Data("good".utf8) : nil)
            }
            #expect(await replies.first() == [Data("good".utf8)])
            right.key.exchangeKeys(
                publicKey: bytes, algorithm: .ecdhKeyExchangeStandard, parameters: [:], completion: put)
            #expect(await replies.first()[0]?.count == 32)
        }
    }

    private func expect<Value>(_ code: OSStatus, _ body: () async throws -> Value) async {
        do {
            _ = try await body()
            Issue.record("nothing was thrown")
        } catch {
            #expect(status(of: error) == code)
        }
    }
}
