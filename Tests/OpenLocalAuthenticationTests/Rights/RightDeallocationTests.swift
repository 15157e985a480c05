import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("Deallocation of a right", .timeLimit(.minutes(20))) struct RightDeallocationTests {
    @Test("deallocating a right cancels its prompt")
    func inFlight() async throws {
        let device = try DeviceSimulator()
        device.person.will(.wait)
        let replies = Replies<LAError?>()
        await device.run {
            var right: LARight? = LARight()
            right?.authorize(localizedReason: "sign in") { replies.put($0 as? LAError) }
            await device.person.prompted(times: 1)
            right = nil
            #expect(await replies.first() == [LAError(.appCancel)])
        }
    }

    @Test("deallocating a right disables its key and secret, even if these are retained")
    func keyAndSecret() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            var right: LAPersistedRight? = try await LARightStore.shared.saveRight(
                LARight(), identifier: "2fa", secret: Data("secret".utf8))
            let key = try #require(right?.key)
            let secret = try #require(right?.secret)
            try await right?.authorize(localizedReason: "sign in")
            let message = Data("challenge".utf8)
            let signature = try await key.sign(message, algorithm: .ecdsaSignatureMessageX962SHA256)
            #expect(try await secret.rawData == Data("secret".utf8))
            right = nil
            await #expect(throws: LAError(.notInteractive)) {
                try await key.sign(message, algorithm: .ecdsaSignatureMessageX962SHA256)
            }
            await #expect(throws: LAError(.notInteractive)) { try await secret.rawData }
            try await key.publicKey.verify(message, signature: signature, algorithm: .ecdsaSignatureMessageX962SHA256)
        }
        #expect(device.person.promptCount == 1)
    }
}
