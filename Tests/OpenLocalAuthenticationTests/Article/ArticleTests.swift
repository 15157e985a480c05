import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Code of the talk", .timeLimit(.minutes(20))) struct ArticleTests {
    @Test("the app signs in by face, shows the protected section, and prompts again after signing out")
    func login() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .noMatch, .fallback, .passcode("2468"), .cancel)
        await device.run {
            let app = Article()
            await app.login()
            #expect(app.loginRight.state == .authorized)
            await app.logout()
            #expect(app.loginRight.state == .notAuthorized)
            await app.login()
            #expect(app.sections == [.protected, .protected] && app.errors.isEmpty)
            await app.login()
            #expect(app.sections.count == 2 && app.errors == [.authenticationRequired])
        }
        #expect(device.person.prompts.map(\.question) == [.biometry, .biometry, .biometry, .passcode, .biometry])
        #expect(device.person.prompts.allSatisfy { $0.reason == "Sign in to your account" })
    }

    @Test("the app shows the public section if sign-in is impossible")
    func cannot() async throws {
        try await DeviceSimulator(biometry: .none, passcode: nil).run {
            let app = Article()
            await app.login()
            #expect(app.sections == [.public])
        }
    }

    @Test("the app signs a server's challenge after a face match, until another face is enrolled")
    func secondFactor() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .noMatch, .cancel)
        try await device.run {
            let app = Article()
            let publicKey = try await app.generateClientKeys()
            #expect(device.person.promptCount == 0)
            let challenge = Data("challenge of the server".utf8)
            let signature = try await app.signChallenge(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
            // The server's side uses bytes only.
            let serversKey = try #require(
                SecKeyCreateWithData(
                    publicKey as CFData,
                    [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic] as CFDictionary,
                    nil))
            #expect(
                SecKeyVerifySignature(
                    serversKey, .ecdsaSignatureMessageX962SHA256, challenge as CFData, signature as CFData, nil))
            await #expect(throws: LAError(.userCancel)) {
                try await app.signChallenge(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
            }
            try device.enrol("another face")
            await #expect(throws: (any Error).self) {
                try await app.signChallenge(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
            }
        }
        #expect(device.person.promptCount == 3)
    }

    @Test("the manual signature prompts once, where the app wants it, and not for later signatures")
    func signature() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let control = try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.biometryAny, .privateKeyUsage], nil))
        try await device.run {
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                kSecPrivateKeyAttrs: [
                    kSecAttrIsPermanent: true, kSecAttrApplicationTag: "com.example.app.key", kSecAttrAccessControl: control,
                ] as NSDictionary,
            ]
            let made = try #require(SecKeyCreateRandomKey(attributes as NSDictionary, nil))
            let publicKey = try #require(SecKeyCopyPublicKey(made))
            let article = ArticleSignature()
            let accessControl = try article.findAccessControl()
            #expect(device.person.promptCount == 0)
            let context = try await article.authorize(accessControl)
            #expect(device.person.promptCount == 1)
            let key = try article.findKey(context)
            for blob in [Data("first".utf8), Data("second".utf8)] {
                let signature = try article.sign(blob, with: key)
                #expect(SecKeyVerifySignature(publicKey, article.algorithm, blob as NSData, signature as NSData, nil))
            }
            #expect(device.person.promptCount == 1)
            // The binding lasts until the context is invalidated.
            context.invalidate()
            #expect(throws: ArticleSignature.Failure.signatureFailure) { try article.sign(Data([1]), with: key) }
        }
        #expect(device.person.promptCount == 1)
    }

    @Test("a missing key is not found")
    func noKey() throws {
        try DeviceSimulator().run {
            #expect(throws: ArticleSignature.Failure.aclNotFound) { try ArticleSignature().findAccessControl() }
            #expect(throws: ArticleSignature.Failure.keyNotFound) { try ArticleSignature().findKey(LAContext()) }
        }
    }
}
