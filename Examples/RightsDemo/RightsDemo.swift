import DeviceSimulator
import Foundation
import OpenLocalAuthentication

/// An app that guards a sign-in with a right, answers a server's challenge with a key of the enclave as second factor, and logs out: on a simulated
/// device, with a person who does what the script says.
@main
struct RightsDemo {
    static func main() async throws {
        let device = try DeviceSimulator(biometry: .faceID)
        try await device.run {
            try await signIn(device)
            try await secondFactor(device)
            try await refusedStranger(device)
            await logOut()
        }
        print("\(device.person.promptCount) prompts were shown")
    }

    /// A right of this process: once it is granted, the app opens what it guards.
    private static func signIn(_ device: DeviceSimulator) async throws {
        device.person.will(.match)
        let right = LARight()
        try await right.authorize(localizedReason: "to sign in to your notes")
        print("sign-in: \(right.state == .authorized ? "granted" : "refused")")
        await right.deauthorize()
    }

    /// A right that stands with the device: its key never leaves the enclave, and works only while the right is granted.
    private static func secondFactor(_ device: DeviceSimulator) async throws {
        let requirement = LAAuthenticationRequirement.biometry(fallback: .devicePasscode)
        let right = try await LARightStore.shared.saveRight(
            LARight(requirement: requirement), identifier: Server.rightName, secret: Data("refresh-token".utf8))
        let server = Server(publicKey: try await right.key.publicKey.bytes)

        device.person.will(.match)
        try await right.authorize(localizedReason: "to confirm that it is you")
        let challenge = server.challenge
        let signature = try await right.key.sign(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
        print("second factor: \(server.accepts(signature, for: challenge) ? "accepted" : "refused")")
        print("secret: \(try await right.secret.rawData.count) bytes")
    }

    /// Whoever is not enrolled gets neither the key's work nor the secret.
    private static func refusedStranger(_ device: DeviceSimulator) async throws {
        let right = try await LARightStore.shared.right(forIdentifier: Server.rightName)
        device.person.will(.cancel)
        do {
            try await right.authorize(localizedReason: "to confirm that it is you")
        } catch LAError.userCancel {
            print("stranger: cancelled")
        }
        do {
            _ = try await right.key.sign(Data("anything".utf8), algorithm: .ecdsaSignatureMessageX962SHA256)
            print("stranger: SIGNED, which must not be")
        } catch {
            print("stranger: no signature")
        }
    }

    private static func logOut() async {
        try? await LARightStore.shared.removeRight(forIdentifier: Server.rightName)
        let isGone = (try? await LARightStore.shared.right(forIdentifier: Server.rightName)) == nil
        print("logged out: \(isGone ? "the key is gone" : "the key is STILL there, which must not be")")
    }
}
