import DeviceScreens
import DeviceSimulator
import Glibc
import PasswordManager

/// A phone in a folder.
struct PhoneHost {
    private let phone: Phone

    init(folder: String) throws {
        phone = try Phone(storedIn: folder)
        if phone.device.isLocked { try phone.device.unlock(passcode: "2468") }
    }

    func save(from first: Int) async throws {
        try await open()
        for number in first... {
            // Every other time an earlier user has another password.
            let user = "user\(number % 2 == 0 ? number : max(0, number - 1 - number % 5))"
            let password = "\(user)-password-\(number)"
            try await phone.type(user, into: "User")
            try await phone.type(password, into: "Password")
            try await phone.tap("Sign In")
            let view = try await phone.wait { view in
                if case .saveQuestion? = view.overlays.last { true } else { false }
            }
            guard case .saveQuestion(let question)? = view.overlays.last else { continue }
            try await phone.tap(question.isUpdate ? "Update Password" : "Save Password")
            say("saved \(user) \(password)")
            if number % 3 == 0 {
                phone.receive(message: "Number \(number)", from: "Host")
                // Another thread may be storing it.
                await phone.isSettled()
                say("message \(number)")
            }
            try await phone.tap("Sign Out")
        }
    }

    /// Signs up with a strong password, and is locked before the app has its response. Then it does nothing until it is killed.
    func signUp(as user: String) async throws {
        try await open()
        try await phone.tap("New Here")
        // The previous screen has fields with the same titles.
        _ = try await phone.screen { $0.title == "Sign Up" }
        try await phone.type(user, into: "User")
        try await phone.focus("Password")
        try await phone.tap("Use Strong Password")
        let screen = try await phone.screen { !Self.chosenPassword(on: $0).isEmpty }
        let password = Self.chosenPassword(on: screen)
        try await phone.tap("Create Account")
        try await phone.perform(.lock)
        await phone.isSettled()
        say("created \(user) \(password)")
        while true { try await Task.sleep(for: .seconds(60)) }
    }

    private static func chosenPassword(on screen: AppScreen) -> String {
        for case .field(let field) in screen.elements where field.id == "chosen" { return field.text }
        return ""
    }

    private func open() async throws {
        try phone.device.put(
            SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(SignInApp.identifier)"]}}"#)), at: SignInApp.site)
        try await phone.launch(
            SignInApp.self, as: SignInApp.identifier, name: "Host", associatedDomains: ["webcredentials:\(SignInApp.site)"])
    }

    func read() async throws {
        // Unsaved changes are saved when the phone is unlocked.
        _ = phone.view
        print("damaged \(try phone.device.passwords.contents().damaged.count)")
        for credential in try phone.device.passwords.credentials() {
            print("password \(credential.id.user) \(credential.password.exposed)")
        }
        try await phone.perform(.openMessages)
        if case .messages(let messages) = phone.view.content {
            for message in messages { print("message \(message.text.split(separator: " ").last ?? "")") }
        }
        try await phone.perform(.home)
        if case .home(let apps) = phone.view.content {
            for app in apps { print("app \(app.id)") }
        }
    }

    /// Immediately, because the listener is about to kill this process.
    private func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
