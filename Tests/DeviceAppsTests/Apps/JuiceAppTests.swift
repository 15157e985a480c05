import DeviceScreens
import DeviceSimulator
import JuiceApp
import Testing

@Suite("Sample app with Apple's service and an account server", .serialized, .timeLimit(.minutes(20)))
struct JuiceAppTests {
    @Test("the app performs the whole article", arguments: Running.allCases)
    func article(running: Running) async throws {
        try await AppleParty.run { party in
            let device = try party.device()
            let settings = ["server": party.server]
            let app = AppUser(running.juice, on: device, settings: settings)
            try await app.shows("Sign In")

            device.sheets.will(.proceed, .details(email: .hide))
            device.person.will(.match)
            try app.press("Sign in with Apple")
            let result = try await app.shows { $0.texts.contains("Your account was created.") && $0.title == "Juice" }
            #expect(result.texts.contains("Anna") && result.texts.contains("Lindqvist"))
            #expect(result.texts.contains { $0.hasSuffix("@privaterelay.appleid.com") || $0.contains("@private") })
            #expect(!result.texts.contains("anna@example.com"))
            await app.quit()

            let again = AppUser(running.juice, on: device, settings: settings)
            let known = try await again.shows("Juice")
            #expect(known.texts.contains { result.texts.contains($0) && $0.contains(".") })

            try await device.stopUsing(AppleParty.bundle)
            try await again.shows("Sign In")
            device.sheets.will(.proceed, .details(email: .share))
            device.person.will(.match)
            try again.press("Sign in with Apple")
            try await again.shows { $0.texts.contains("Welcome back.") && $0.title == "Juice" }

            device.savePassword("apple pie", user: "anna", site: "juice.example.com")
            device.sheets.will(.choose(1))
            device.person.will(.match)
            try again.press("Sign Out")
            let alert = try await again.shows { $0.alert != nil }.alert
            #expect(alert?.title == "Keychain Credential Received")
            #expect(alert?.message.contains("apple pie") == true)
            again.send(.answeredAlert(button: 0))
            try await again.shows("Sign In")
            await again.quit()
            #expect(again.end == .ended(failure: nil))
        }
    }

    @Test("the app stays at the login if the user cancels, and reports an unreachable server", arguments: Running.allCases)
    func rejections(running: Running) async throws {
        try await AppleParty.run { party in
            let device = try party.device()
            let app = AppUser(running.juice, on: device, settings: ["server": party.server])
            try await app.shows("Sign In")
            device.sheets.will(.cancel)
            try app.press("Sign in with Apple")
            await device.sheets.shown(times: 1)
            #expect(try await app.shows("Sign In").failure == nil)
            await app.quit()

            let alone = AppUser(running.juice, on: device, settings: ["server": "http://127.0.0.1:9"])
            try await alone.shows { $0.failure == "Could not connect to the account server." }
        }
    }

    @Test("without an account the app shows the login, and the alert that leads to Settings", arguments: Running.allCases)
    func noAccount(running: Running) async throws {
        let device = try DeviceSimulator(app: "ABCDE12345.com.example.juice")
        let app = AppUser(running.juice, on: device)
        try await app.shows("Sign In")
        device.sheets.will(.openSettings)
        try app.press("Sign in with Apple")
        await device.sheets.shown(times: 1)
        #expect(device.sheets.shown.map(\.content) == [.alert(.noAccount)])
    }

    @Test("an app that has ended receives no notifications") @MainActor
    func ended() async throws {
        weak var ended: JuiceApp?
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        do {
            let app = try DeviceSimulator().run { JuiceApp(launch: AppLaunch()) }
            ended = app
            let (changes, change) = AsyncStream.makeStream(of: Void.self)
            let leash = Leash(end)
            app.screenChanged = { withExtendedLifetime(leash) { _ = change.yield() } }
            var turns = changes.makeAsyncIterator()
            // The launch check has completed: no user is signed in.
            while app.screen.title != "Sign In" { await turns.next(isolation: MainActor.shared) }
        }
        for await _ in ends {}
        #expect(ended == nil)
    }
}

/// Reports its deinitialization.
private final class Leash: Sendable {
    private let end: AsyncStream<Never>.Continuation

    init(_ end: AsyncStream<Never>.Continuation) {
        self.end = end
    }

    deinit {
        end.finish()
    }
}
