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
            let account = NotesAccount()
            device.person.will(.match)
            print("sign-in: \(try await account.signIn() ? "granted" : "refused")")
            try await secondFactor(account, device)
            try await refusedStranger(account, device)
            try await account.logOut()
            print("logged out: \(await account.hasSecondFactor ? "the key is STILL there, which must not be" : "the key is gone")")
        }
        print("\(device.person.promptCount) prompts were shown")
    }

    private static func secondFactor(_ account: NotesAccount, _ device: DeviceSimulator) async throws {
        let server = Server(publicKey: try await account.addSecondFactor(refreshToken: "refresh-token"))
        device.person.will(.match)
        let (signature, secret) = try await account.answer(server.challenge)
        print("second factor: \(server.accepts(signature) ? "accepted" : "refused")")
        print("secret: \(secret.count) bytes")
    }

    /// Whoever is not enrolled gets neither the key's work nor the secret.
    private static func refusedStranger(_ account: NotesAccount, _ device: DeviceSimulator) async throws {
        device.person.will(.cancel)
        do {
            _ = try await account.answer(Data("anything".utf8))
            print("stranger: ANSWERED, which must not be")
        } catch LAError.userCancel {
            print("stranger: cancelled")
        }
        do {
            _ = try await account.answerUnasked(Data("anything".utf8))
            print("stranger: SIGNED, which must not be")
        } catch {
            print("stranger: no signature")
        }
    }
}
