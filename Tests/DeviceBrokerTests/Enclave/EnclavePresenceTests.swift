import Crypto
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Presence signed by the broker", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclavePresenceTests {
    /// An enclave with a key that requires a match, and the broker's signature for one use of it.
    private func recorded(_ fixture: EnclaveFixture) throws -> (any Enclave, EnclaveKey, RememberingSigner) {
        let enclave = try fixture.open()
        let key = try enclave.createKey(.biometry).granted()
        let signer = RememberingSigner(try enclave.presenceKey())
        _ = try enclave.sign(input, with: key.blob, authorization: KeyAuthorization(presence: signer)).granted()
        #expect(signer.challenges.count == 1)
        return (enclave, key, signer)
    }

    @Test("a signature is valid once", arguments: EnclaveSubject.available)
    func signatureServesOnce(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let (enclave, key, signer) = try recorded(fixture)
        let old = try #require(signer.signatures.first)
        let replay = KeyAuthorization(presence: ScriptedSigner { _ in old })
        #expect(try enclave.sign(input, with: key.blob, authorization: replay).rejection == .wrongPresence)
        _ = try enclave.sign(input, with: key.blob, authorization: KeyAuthorization(presence: signer)).granted()
        #expect(signer.challenges.count == 2)
        #expect(Set(signer.challenges.map(\.nonce)).count == 2)
    }

    @Test("a signature is valid for one key, one input and one operation", arguments: EnclaveSubject.available)
    func signatureIsForOneUse(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let (enclave, key, signer) = try recorded(fixture)
        let presence = try enclave.presenceKey()
        let first = try #require(signer.challenges.first)
        // A broker that confuses its challenges: the new nonce with the binding of the first use.
        let confused = KeyAuthorization(
            presence: ScriptedSigner { presence.signature(for: PresenceChallenge(nonce: $0.nonce, binding: first.binding)) })
        // For the first use itself this is the right response.
        _ = try enclave.sign(input, with: key.blob, authorization: confused).granted()

        let other = try enclave.createKey(.biometry).granted()
        #expect(try enclave.sign(input, with: other.blob, authorization: confused).rejection == .wrongPresence)
        let otherInput = SignatureInput(digest: SHA256.hash(data: Array("other".utf8)))
        #expect(try enclave.sign(otherInput, with: key.blob, authorization: confused).rejection == .wrongPresence)
        let peer = try #require(EnclavePublicKey(x963: P256.KeyAgreement.PrivateKey().publicKey.x963Representation))
        #expect(try enclave.sharedSecret(of: key.blob, with: peer, authorization: confused).rejection == .wrongPresence)
    }

    @Test("a signature of a wrong length, or of another message, is rejected", arguments: EnclaveSubject.available)
    func otherBytesAreRejected(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let (enclave, key, _) = try recorded(fixture)
        let presence = try enclave.presenceKey()
        let answers: [@Sendable (PresenceChallenge) -> [UInt8]?] = [
            { _ in [] },
            { _ in [UInt8](repeating: 0, count: 64) },
            { _ in [UInt8](repeating: 0xFF, count: 64) },
            { (presence.signature(for: $0) ?? []).dropLast() },
            { (presence.signature(for: $0) ?? []) + [0] },
            { challenge in
                var signature = presence.signature(for: challenge) ?? []
                signature[40] ^= 1
                return signature
            },
            { presence.signature(for: PresenceChallenge(nonce: $0.nonce.reversed(), binding: $0.binding)) },
        ]
        for (index, answer) in answers.enumerated() {
            let authorization = KeyAuthorization(presence: ScriptedSigner(answer: answer))
            #expect(
                try enclave.sign(input, with: key.blob, authorization: authorization).rejection == .wrongPresence, "answer \(index)"
            )
        }
        _ = try enclave.sign(input, with: key.blob, authorization: KeyAuthorization(presence: presence)).granted()
    }

    @Test("presence is only requested if the policy requires it", arguments: EnclaveSubject.available)
    func askedOnlyWhereNeeded(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let expected: [KeyPolicy: Int] = [
            .nothing: 0, .passcode: 0, .passcodeOrBiometry: 0, .passcodeOrCurrentBiometry: 0, .biometry: 1, .currentBiometry: 1,
            .passcodeAndBiometry: 1, .passcodeAndCurrentBiometry: 1,
        ]
        for policy in KeyPolicy.allCases {
            let key = try enclave.createKey(policy).granted()
            let signer = RememberingSigner(try enclave.presenceKey())
            let both = KeyAuthorization(passcode: try proof(1), presence: signer)
            _ = try enclave.sign(input, with: key.blob, authorization: both).granted()
            #expect(signer.challenges.count == expected[policy], "\(policy)")
        }
        // Nor if the passcode is wrong anyway.
        let key = try enclave.createKey(.passcodeAndBiometry).granted()
        let signer = RememberingSigner(try enclave.presenceKey())
        let wrong = KeyAuthorization(passcode: try proof(2), presence: signer)
        #expect(try enclave.sign(input, with: key.blob, authorization: wrong).rejection == .wrongPasscode)
        #expect(signer.challenges.isEmpty)
    }

    @Test("the software enclave accepts each nonce once, for one use, and limits their number")
    func noncesAreSpent() throws {
        let fixture = try EnclaveFixture(.softwareHere)
        let vault = try SoftwareVault(
            fixture.configuration(.createIfAbsent, 7).message, description: .softwareInOwnProcess([]), random: SystemRandomBytes(),
            steps: .unobserved)
        let transport = InProcessTransport(vault)
        guard case .key(let key) = try transport.exchange(.createKey(.biometry)),
            case .secret(let secret) = try transport.exchange(.deviceSecret)
        else {
            Issue.record("no key")
            return
        }
        let presence = try #require(PresenceKey(deviceSecret: secret))
        let use = KeyUse(blob: key.blob.bytes, operation: .sign(input))
        let other = KeyUse(blob: key.blob.bytes, operation: .sign(SignatureInput(digest: SHA256.hash(data: [1]))))
        func signed() throws -> SignedPresence {
            guard case .challenge(let challenge) = try transport.exchange(.challenge(use, nil)) else {
                throw EnclaveError(.protocolViolation, "no challenge")
            }
            return SignedPresence(nonce: challenge.nonce, signature: presence.signature(for: challenge) ?? [])
        }
        func rejection(_ use: KeyUse, _ presence: SignedPresence) throws -> EnclaveRejection? {
            if case .rejected(let rejection) = try transport.exchange(.use(use, nil, presence)) { rejection } else { nil }
        }
        let first = try signed()
        #expect(try rejection(use, first) == nil)
        #expect(try rejection(use, first) == .wrongPresence)
        // A failed use also consumes it.
        let second = try signed()
        #expect(try rejection(other, second) == .wrongPresence)
        #expect(try rejection(use, second) == .wrongPresence)
        let many = try (0...OutstandingChallenges.limit).map { _ in try signed() }
        #expect(try rejection(use, many[0]) == .wrongPresence)
        #expect(try rejection(use, many[1]) == nil)
    }

    @Test("the presence key depends on the device secret")
    func presenceKeyBelongsToSecret() throws {
        let secret = SecretBytes([UInt8](repeating: 3, count: 32))
        let first = try #require(PresenceKey(deviceSecret: secret))
        let second = try #require(PresenceKey(deviceSecret: secret))
        #expect(first.publicKey.rawRepresentation == second.publicKey.rawRepresentation)
        #expect(first.publicKey.rawRepresentation != (try otherPersonsKey()).publicKey.rawRepresentation)
    }
}
