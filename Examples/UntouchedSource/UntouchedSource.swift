import DeviceSimulator
import Foundation
import LocalAuthentication

@main
struct UntouchedSource {
    static func main() throws {
        let device = try DeviceSimulator()
        try device.run {
            let box = PasswordBox(service: "notes")
            try box.set("correct horse", for: "alice")
            let context = LAContext()
            context.localizedReason = "to open your notes"
            device.person.will(.match)
            print("alice: \(try box.password(for: "alice", context: context) ?? "nothing")")
            print("again: \(try box.password(for: "alice", context: context) ?? "nothing")")
            try box.remove("alice")
            print("signs: \(try ChallengeSigner().signs(Data("a challenge".utf8)))")
            print("removed: \(try box.password(for: "alice", context: context) ?? "nothing")")
        }
        print("prompts: \(device.person.prompts.map(\.reason))")
        print("corners: \(signInButton.cornerRadius), requests: \(signInController().authorizationRequests.count)")
    }
}
