import DeviceSimulator
import Foundation
import OpenLocalAuthentication

/// An app that guards a sign-in with a right, signs a server's challenge with an enclave key as the second factor, and logs out.
/// It runs on a simulated device with a scripted user.
@main
struct RightsDemo {
    static func main() async throws {
        let device = try DeviceSimulator(biometry: .faceID)
        try await device.run {
            let account = NotesAccount()
            device.person.will(.match)
            print("sign-in: \(try await account.signIn() ? "granted" : "denied")")
            try await secondFactor(account, device)
            try await rejectedCaller(account, device)
            try await account.logOut()
            print("logged out: \(await account.hasSecondFactor ? "ERROR, the key still exists" : "the key was deleted")")
        }
        print("\(device.person.promptCount) prompts were shown")
    }

    private static func secondFactor(_ account: NotesAccount, _ device: DeviceSimulator) async throws {
        let server = Server(publicKey: try await account.addSecondFactor(refreshToken: "refresh-token"))
        device.person.will(.match)
        let (signature, secret) = try await account.answer(server.challenge)
        print("second factor: \(server.accepts(signature) ? "accepted" : "rejected")")
        print("secret: \(secret.count) bytes")
    }

    /// A user who is not enrolled cancels the prompt, and receives neither the secret nor a signature.
    private static func rejectedCaller(_ account: NotesAccount, _ device: DeviceSimulator) async throws {
        device.person.will(.cancel)
        do {
            _ = try await account.answer(Data("anything".utf8))
            print("not enrolled: ERROR, received the secret")
        } catch LAError.userCancel {
            print("not enrolled: cancelled")
        }
        do {
            _ = try await account.answerWithoutAuthorization(Data("anything".utf8))
            print("not enrolled: ERROR, received a signature")
        } catch {
            print("not enrolled: no signature")
        }
    }
}
