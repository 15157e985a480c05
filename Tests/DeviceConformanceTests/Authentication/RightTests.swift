import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("Rights, on every device", .tags(.realParts), .timeLimit(.minutes(20))) struct RightTests {
    enum Requirement: String, CaseIterable, Sendable {
        case usual, biometry, biometryCurrentSet, biometryOrPasscode

        var requirement: LAAuthenticationRequirement {
            switch self {
            case .usual: .default
            case .biometry: .biometry
            case .biometryCurrentSet: .biometryCurrentSet
            case .biometryOrPasscode: .biometry(fallback: .devicePasscode)
            }
        }

        var takesPasscode: Bool { self == .usual || self == .biometryOrPasscode }
    }

    static let rows = DeviceSubject.available.flatMap { subject in Requirement.allCases.map { (subject, $0) } }
    static let algorithm = SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM

    /// Every operation that requires the right to be authorized.
    private func privateUses(_ right: LAPersistedRight, _ sealed: Data) async -> [Int] {
        [
            await code { _ = try await right.key.sign(Data("m".utf8), algorithm: .ecdsaSignatureMessageX962SHA256) },
            await code { _ = try await right.key.decrypt(sealed, algorithm: Self.algorithm) },
            await code {
                _ = try await right.key.exchangeKeys(
                    publicKey: try await right.key.publicKey.bytes, algorithm: .ecdhKeyExchangeStandard, parameters: [:])
            },
            await code { _ = try await right.secret.rawData },
        ]
    }

    private static let rejected = [Int](repeating: LAError.Code.notInteractive.rawValue, count: 4)
    private static let granted = [0, 0, 0, 0]

    @Test("a right prompts once, in authorize() only, and its authorization ends with its object", arguments: rows)
    func life(row: (DeviceSubject, Requirement)) async throws {
        let (subject, requirement) = row
        let device = try subject.device()
        try await device.run {
            let store = LARightStore.shared
            let plain = LARight(requirement: requirement.requirement)
            var right: LAPersistedRight? = try await store.saveRight(plain, identifier: "2fa", secret: Data("hush".utf8))
            #expect(await code { try await store.saveRight(plain, identifier: "2fa") } == Int(errSecDuplicateItem))
            let sealed = try await #require(right).key.publicKey.encrypt(Data("m".utf8), algorithm: Self.algorithm)
            try await #require(right).checkCanAuthorize()
            #expect(await privateUses(try #require(right), sealed) == Self.rejected)
            #expect(right?.state == .unknown)
            #expect(await device.promptCount() == 0)
            device.person.will(.cancel)
            #expect(
                await code { try await #require(right).authorize(localizedReason: "sign in") } == LAError.Code.userCancel.rawValue)
            #expect(right?.state == .notAuthorized)
            if requirement.takesPasscode {
                device.person.will(.noMatch, .fallback, .passcode("2468"))
            } else {
                device.person.will(.match)
            }
            try await #require(right).authorize(localizedReason: "sign in")
            let asked = await device.promptCount()
            #expect(asked == (requirement.takesPasscode ? 4 : 2) && right?.state == .authorized)
            #expect(await privateUses(try #require(right), sealed) == Self.granted)
            try await #require(right).authorize(localizedReason: "sign in")
            // Another object of the same right must be authorized separately.
            let other = try await store.right(forIdentifier: "2fa")
            #expect(await privateUses(other, sealed) == Self.rejected)
            await right?.deauthorize()
            #expect(await privateUses(try #require(right), sealed) == Self.rejected)
            #expect(await device.promptCount() == asked)
            device.person.will(.match)
            try await #require(right).authorize(localizedReason: "sign in")
            let key = try #require(right).key
            right = nil
            #expect(
                await code { _ = try await key.sign(Data("m".utf8), algorithm: .ecdsaSignatureMessageX962SHA256) }
                    == LAError.Code.notInteractive.rawValue)
            try await key.publicKey.rejectsNonsense()
        }
        #expect(device.person.remainingAnswers.isEmpty)
    }

    @Test("a right survives a restart, and an enrolment unless it is bound to the set", arguments: rows)
    func survival(row: (DeviceSubject, Requirement)) async throws {
        let (subject, requirement) = row
        let device = try subject.device()
        try await device.run {
            let store = LARightStore.shared
            let saved = try await store.saveRight(
                LARight(requirement: requirement.requirement), identifier: "2fa", secret: Data("hush".utf8))
            let bytes = try await saved.key.publicKey.bytes
            try device.reboot()
            // The contents of a right are unavailable on a locked device; its existence is not secret.
            try device.unlock(passcode: "2468")
            let right = try await store.right(forIdentifier: "2fa")
            #expect(try await right.key.publicKey.bytes == bytes)
            device.person.will(.match)
            try await right.authorize(localizedReason: "sign in")
            #expect(try await right.secret.rawData == Data("hush".utf8))
            try device.enrol("a glove")
            let found = await code { _ = try await store.right(forIdentifier: "2fa") }
            #expect(found == (requirement == .biometryCurrentSet ? Int(errSecItemNotFound) : 0))
            if found == 0 {
                #expect(try await right.secret.rawData == Data("hush".utf8))
                try await store.removeRight(right)
                #expect(await code { _ = try await right.secret.rawData } == Int(errSecItemNotFound))
            } else {
                #expect(await code { _ = try await right.secret.rawData } == Int(errSecItemNotFound))
            }
            #expect(await code { _ = try await store.right(forIdentifier: "2fa") } == Int(errSecItemNotFound))
        }
    }

    @Test("a right belongs to one app", arguments: DeviceSubject.available)
    func apps(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run { try await LARightStore.shared.saveRight(LARight(), identifier: "2fa") }
        try await device.run(as: .other) {
            #expect(await code { _ = try await LARightStore.shared.right(forIdentifier: "2fa") } == Int(errSecItemNotFound))
            #expect(await code { try await LARightStore.shared.removeRight(forIdentifier: "2fa") } == Int(errSecItemNotFound))
            try await LARightStore.shared.removeAllRights()
            try await LARightStore.shared.saveRight(LARight(), identifier: "2fa")
        }
        try await device.run { _ = try await LARightStore.shared.right(forIdentifier: "2fa") }
    }
}

extension LAPublicKey {
    /// Verifies that the public key works, and rejects an invalid signature, also after the end of the right.
    fileprivate func rejectsNonsense() async throws {
        let number = await code {
            try await verify(Data("m".utf8), signature: Data([1]), algorithm: .ecdsaSignatureMessageX962SHA256)
        }
        #expect(number == Int(errSecVerifyFailed))
    }
}
