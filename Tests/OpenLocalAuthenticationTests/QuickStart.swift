import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

/// The quick start of OpenLocalAuthentication.docc.
enum QuickStart {
    static func opensNotes() async throws -> Bool {
        // In Sources/Device/OpenLocalAuthentication/OpenLocalAuthentication.docc/OpenLocalAuthentication.md
        let context = LAContext()
        var error: NSError?
        guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error) else { return false }
        do {
            return try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open your notes")
        } catch LAError.userCancel {
            return false
        }
        // End
    }

    static func signature(of challenge: Data) async throws -> (publicKey: Data, signature: Data) {
        // In Sources/Device/OpenLocalAuthentication/OpenLocalAuthentication.docc/OpenLocalAuthentication.md
        let right = LARight(requirement: .biometryCurrentSet)
        let saved = try await LARightStore.shared.saveRight(right, identifier: "2fa")
        let publicKey = try await saved.key.publicKey.bytes

        // Later, perhaps after a restart:
        let found = try await LARightStore.shared.right(forIdentifier: "2fa")
        try await found.authorize(localizedReason: "Confirm that it is you")
        let signature = try await found.key.sign(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
        // End
        return (publicKey, signature)
    }
}

@Suite("Quick start of OpenLocalAuthentication", .timeLimit(.minutes(20)))
struct QuickStartTests {
    @Test("the code block opens the notes for the owner, and not for a user who cancels")
    func runs() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let isOpen = try await device.run { try await QuickStart.opensNotes() }
        #expect(isOpen)
        let isOpenWithoutOwner = try await device.run { try await QuickStart.opensNotes() }
        #expect(!isOpenWithoutOwner)
    }

    @Test("the code block signs with the key of a right, after one prompt")
    func signs() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let (publicKey, signature) = try await device.run { try await QuickStart.signature(of: Data("challenge".utf8)) }
        #expect(publicKey.count == 65 && !signature.isEmpty)
        #expect(device.person.promptCount == 1)
    }
}
