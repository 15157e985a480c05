import DeviceScreens
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing
import Traces

/// The two files beside this one are generated. The compiler checks them, and the first one runs with the other tests.
@Suite("A recorded trace as a test", .timeLimit(.minutes(20)))
struct RecordedTestTests {
    private let traces = TraceStore(random: { .random(in: .min ... .max) }, now: { 0 })

    private func file(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: name), encoding: .utf8)
    }

    @Test("what a user taps becomes the test in RecordedTaps.swift")
    func recorded() async throws {
        let phone = try Phone(name: "Anna’s iPhone")
        phone.record(in: traces)
        try phone.device.signIn(toAppleAccount: "anna", service: "http://127.0.0.1:9")
        try await phone.launch(
            RecordedApp.self, as: "ABCDE12345.com.example.app", name: "Recorded", settings: ["title": "Locked"])
        try await phone.tap("Unlock")
        try await phone.enterPasscode("2468")
        try await phone.screen(titled: "Unlocked")
        let trace = try #require(traces.traces.first { $0.spans.first?.attributes[.button] == "unlock" })
        let app = RecordedTest.App(module: nil, type: "RecordedApp", name: "Recorded", settings: ["title": "Locked"])
        let expected = try file("RecordedTaps.swift")
        #expect(RecordedTest(trace, app: app, apple: "http://127.0.0.1:9")?.source == expected)
    }

    @Test("every recorded action becomes a statement of EveryRecordedTap.swift, and no text ends its literal")
    func every() throws {
        let actions: [(String, String?)] = [
            ("press", "go"), ("submit", "password"), ("answer alert", "1"), ("choose suggestion", "2"), ("choose password", "3"),
            ("answer sheet", "continue"), ("answer sheet", "continue with details"), ("answer sheet", "create account"),
            ("answer sheet", "choose"), ("answer sheet", "choose 2"), ("answer sheet", "choose x"),
            ("answer sheet", "continue with password"), ("answer sheet", "settings"),
            ("answer sheet", "try again"), ("answer sheet", "cancel"), ("present", "owner"), ("present", "non-matching"),
            ("enter passcode", nil), ("enter password of the app", nil), ("allow Face ID", nil), ("confirm on watch", nil),
            ("cancel prompt", nil), ("choose passcode", nil), ("unknown", nil),
        ]
        // The first step names the app.
        let opened = TraceSpan(.tap, in: .phone, by: traces, [.app: "A\u{202E}\"\\(x)", .action: "open app"])
        for (action, button) in actions {
            var attributes: [SpanAttribute: String] = [.action: action]
            attributes[.button] = button
            opened.child(.tap, in: .phone, attributes).end()
        }
        opened.child(.tap, in: .phone, [.action: "press", .button: "covered"]).end(.failed("covered"))
        opened.child(.prompt, in: .phone, [.subject: "passcode"]).end()
        let trace = try #require(traces.traces.first)
        let source = try #require(RecordedTest(trace, app: nil, apple: nil)).source
        let expected = try file("EveryRecordedTap.swift")
        #expect(source.replacing("@Test(\"open app\")\nfunc recordedTaps", with: "private func everyTap") == expected)
    }

    @Test("a trace that no user began cannot become a test")
    func request() throws {
        _ = TraceSpan(.serverRequest, in: .server, by: traces, [.app: "a"])
        let trace = try #require(traces.traces.first)
        #expect(RecordedTest(trace, app: nil, apple: nil) == nil)
    }
}

/// Asks for the owner's authentication.
@MainActor
final class RecordedApp: ScreenApp {
    private(set) var screen: AppScreen {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor () -> Void = {}

    init(launch: AppLaunch) {
        screen = AppScreen(
            title: launch.settings["title"] ?? "", elements: [.button(AppButton("unlock", title: "Unlock"))])
    }

    func receive(_ event: AppEvent) {
        guard case .pressed = event else { return }
        Task {
            let isOwner = try? await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "unlock")
            screen = AppScreen(title: isOwner == true ? "Unlocked" : "Locked")
        }
    }
}

/// What a generated test has in place of an unknown app.
typealias YourApp = RecordedApp
