import DeviceSimulator
import Foundation
import OpenCryptoKit
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("SecureEnclave keys of CryptoKit", .timeLimit(.minutes(20))) struct SecureEnclaveTests {
    private typealias Signer = SecureEnclave.P256.Signing.PrivateKey
    private typealias Agreer = SecureEnclave.P256.KeyAgreement.PrivateKey

    private static func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil))
    }

    private static func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    @Test("a key signs data and digests of every size, before and after it was stored")
    func signing() throws {
        try DeviceSimulator().run {
            let key = try Signer()
            let kept = try Signer(dataRepresentation: key.dataRepresentation)
            #expect(kept.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
            #expect(kept.dataRepresentation == key.dataRepresentation)
            let message = Data("a challenge".utf8)
            for key in [key, kept] {
                #expect(key.publicKey.isValidSignature(try key.signature(for: message), for: message))
                let longer = SHA512.hash(data: message)
                #expect(key.publicKey.isValidSignature(try key.signature(for: longer), for: longer))
                #expect(!key.publicKey.isValidSignature(try key.signature(for: message), for: Data("another".utf8)))
            }
        }
    }

    @Test("a key agrees with another key on the same secret")
    func agreement() throws {
        try DeviceSimulator().run {
            for _ in 0..<8 {
                let ours = try Agreer()
                let theirs = P256.KeyAgreement.PrivateKey()
                let secret = try ours.sharedSecretFromKeyAgreement(with: theirs.publicKey)
                #expect(secret == (try theirs.sharedSecretFromKeyAgreement(with: ours.publicKey)))
                let kept = try Agreer(dataRepresentation: ours.dataRepresentation)
                #expect(secret == (try kept.sharedSecretFromKeyAgreement(with: theirs.publicKey)))
            }
        }
    }

    @Test("a compactRepresentable key has a compact public key")
    func compact() throws {
        try DeviceSimulator().run {
            for _ in 0..<8 {
                let (signer, agreer) = (try Signer(), try Agreer(compactRepresentable: true))
                #expect(signer.publicKey.compactRepresentation != nil && agreer.publicKey.compactRepresentation != nil)
            }
        }
    }

    @Test("each use prompts, except with an authenticated context")
    func asking() throws {
        let device = try DeviceSimulator()
        try device.run {
            let key = try Signer(accessControl: Self.control([.privateKeyUsage, .userPresence]))
            #expect(device.person.promptCount == 0)
            device.person.will(.match)
            _ = try key.signature(for: Data())
            device.person.will(.cancel)
            #expect(Self.code { _ = try key.signature(for: Data()) } != nil)
            #expect(device.person.promptCount == 2)
            let context = LAContext()
            let kept = try Signer(dataRepresentation: key.dataRepresentation, authenticationContext: context)
            device.person.will(.match)
            for _ in 1...3 { _ = try kept.signature(for: Data()) }
            #expect(device.person.promptCount == 3)
            context.invalidate()
            #expect(Self.code { _ = try kept.signature(for: Data()) } != nil)
        }
    }

    @Test("another app, another device and modified data are rejected")
    func foreign() throws {
        let device = try DeviceSimulator()
        let stored = try device.run { try Signer().dataRepresentation }
        device.run {
            for place in stride(from: 0, to: stored.count, by: 3) {
                var changed = stored
                changed[place] ^= 1
                #expect(Self.code { _ = try Signer(dataRepresentation: changed) } != nil, "octet \(place)")
            }
            for wrong in [Data(), Data("key".utf8), stored + [0], Data(count: 5_000)] {
                #expect(Self.code { _ = try Signer(dataRepresentation: wrong) } != nil)
            }
        }
        let other = try DeviceSimulator()
        #expect(other.run { Self.code { _ = try Signer(dataRepresentation: stored) } } != nil)
    }

    @Test("keys require a device")
    func absent() throws {
        #expect(!SecureEnclave.isAvailable)
        let device = try DeviceSimulator()
        #expect(device.run { SecureEnclave.isAvailable })
        #expect(Self.code { _ = try Signer() } == Int(errSecNotAvailable))
        #expect(Self.code { _ = try Signer(dataRepresentation: Data([1])) } == Int(errSecNotAvailable))
    }
}
