import DeviceBroker
import DeviceProtocol
import DeviceScreens
import HTTPTypes
import OpenAuthenticationServices
import Synchronization
import Testing
import Traces
import UpgradableShop

@testable import DeviceSimulator

@Suite("The record of a user's actions", .timeLimit(.minutes(20)))
struct PhoneRecordingTests {
    private static let app = "ABCDE12345.com.example.traced"
    private let traces = TraceStore(random: { .random(in: .min ... .max) }, now: { 0 })

    private func phone() async throws -> Phone {
        let phone = try Phone(name: "Anna’s iPhone")
        phone.record(in: traces)
        try await phone.launch(TracedApp.self, as: Self.app)
        return phone
    }

    @Test("each action in an app begins a trace, and the app receives its position before the event")
    func positions() async throws {
        let phone = try await phone()
        try await phone.tap("Go")
        let first = try await phone.screen { $0.title != "Traced" }.title
        try await phone.tap("Go")
        let second = try await phone.screen { $0.title != first }.title
        let recorded = traces.traces.filter { $0.spans.first?.attributes[.button] == "go" }
        #expect(recorded.reversed().map { $0.spans.first.map(\.id.description) } == [first, second])
        #expect(recorded.allSatisfy { $0[.app] == Self.app && $0[.phone] == "Anna’s iPhone" && $0[.person] == nil })
        #expect(traces.traces.last?.spans.first?.attributes[.action] == "open app")
    }

    @Test("typed text is not recorded")
    func typing() async throws {
        let phone = try await phone()
        try await phone.type("secret-text", into: "Password")
        try await phone.pressReturn(in: "Password")
        await phone.isSettled()
        #expect(!traces.traces.map { "\($0)" }.joined().contains("secret-text"))
        #expect(traces.traces.first?.spans.first?.attributes[.action] == "submit")
    }

    @Test("an action that the phone rejects is a failed step")
    func rejected() async throws {
        let phone = try await phone()
        await #expect(throws: PhoneError.self) { try await phone.perform(.press(button: "missing")) }
        #expect(traces.traces.first?.outcome == .failed(PhoneError.Code.nothingThere.rawValue))
    }

    @Test(
        "a request that the system rejects is a failed step with the reason, unless it is conditional",
        arguments: [("Create a passkey", true), ("Create quietly", false)])
    func rejectedRequest(button: String, hasFailed: Bool) async throws {
        let phone = try Phone()
        phone.record(in: traces)
        try await phone.launch(PasskeyApp.self, as: Self.app)
        try await phone.tap(button)
        try await phone.screen(titled: "1004")
        let step = try #require(traces.traces.first?.spans.first { $0.kind == .authorization })
        let reason = "Application with identifier \(Self.app) is not associated with domain example.com"
        let expected: SpanOutcome = hasFailed ? .failed(reason) : .succeeded
        #expect(step.outcome == expected)
    }

    @Test("a message to the broker belongs to the step that the app sends, and a foreign step is linked to the user's last action")
    func messages() async throws {
        let phone = try await phone()
        try await phone.tap("Go")
        let first = try #require(traces.traces.first)
        try await phone.tap("Go")
        let second = try #require(traces.traces.first)
        let foreign = try #require(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        let app = App(identifier: try #require(AccessGroup(rawValue: Self.app)))
        let link = SimulatorLink(broker: phone.device.device.broker, app: app)
        var attributes = ItemAttributes()
        attributes.set(.account, .text("secret-account"))
        let item = AddItem(
            itemClass: .genericPassword, attributes: attributes, accessControl: AccessControl(accessibility: .always),
            data: Array("secret-value".utf8))
        link.follow("\(TraceParent(trace: first.id, span: first.spans[0].id))")
        try link.perform(item)
        link.follow("\(foreign)")
        #expect(throws: DeviceError.item(.duplicate)) { try link.perform(item) }
        let right = try #require(RightIdentifier(rawValue: "secret-right"))
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(ReadRight(identifier: right)) }

        #expect(first.id != second.id)
        let own = try #require(traces.trace(first.id)?.spans.last)
        #expect(own.kind == .keychain && own.lane == .app && own.parent == first.spans[0].id && own.link == nil)
        #expect(own.outcome == .succeeded && own.attributes == [.operation: "add item", .result: "done"])
        let others = try #require(traces.trace(second.id)?.spans.suffix(2))
        #expect(others.map(\.kind) == [.keychain, .brokerMessage] && others.map(\.link) == [foreign, foreign])
        #expect(others.allSatisfy { $0.parent == second.spans[0].id })
        #expect(others.map(\.outcome) == [.failed("duplicate"), .succeeded])
        #expect(others.map { $0.attributes[.result] } == ["duplicate", "not found"])
        #expect(!traces.traces.map { "\($0)" }.joined().contains("secret-"))
    }

    @Test("unlocking the phone belongs to no trace, and neither do settings")
    func unrelated() async throws {
        let phone = try await phone()
        let count = traces.traces.flatMap(\.spans).count
        try await phone.perform(.home)
        try await phone.perform(.openSettings(.account))
        try await phone.perform(.lock)
        try await phone.perform(.present(isOwner: true))
        #expect(traces.traces.flatMap(\.spans).count == count)
    }

    @Test(
        "an action in Settings begins a trace of Settings, which requests to Apple and an extension that it starts belong to",
        arguments: [
            (.openRecommendation(id: "secret-id"), "open recommendation"), (.chooseRemedy(1), "choose remedy"),
            (.signInToAppleAccount("secret-name", password: "secret-password"), "sign in to the Apple Account"),
            (.unlockAppleAccount(password: "secret-password"), "unlock the Apple Account"),
            (.enterAccountCode("secret-code"), "enter the code of the Apple Account"),
            (.turnOnTwoFactor, "turn on two-factor authentication"), (.addAddress("secret-address"), "add an address"),
            (.removeAddress("secret-address"), "remove an address"), (.signOutOfAppleAccount, "sign out of the Apple Account"),
            (.stopUsing(app: app), "stop using the Apple Account in"),
        ] as [(PhoneAction, String)])
    func settings(action: PhoneAction, name: String) throws {
        let recording = PhoneRecording(traces)
        recording.begin(.press(button: "go"), in: Self.app, phone: "iPhone", person: nil)?.end()
        #expect(recording.traceparent(for: Self.app) != nil)
        recording.begin(action, in: nil, phone: "iPhone", person: nil)?.end()
        recording.beginRequest("POST", "/emulator/native/account")?.end()
        let trace = try #require(traces.traces.first)
        #expect(trace[.app] == SpanAttribute.settings && trace[.action] == name)
        #expect(trace.spans.map(\.kind) == [.tap, .appleRequest] && traces.traces.last?.spans.count == 1)
        #expect(recording.traceparent(for: Self.app) == nil)
        let position = try #require(recording.traceparent(forExtensionOf: Self.app))
        #expect(TraceParent(position) == TraceParent(trace: trace.id, span: trace.spans[0].id))
        recording.begin(.brokerMessage, of: Self.app, at: nil)?.end()
        #expect(traces.trace(trace.id)?.spans.last?.kind == .brokerMessage)
        #expect(RecordedTest(trace, app: nil, apple: nil) == nil)
        #expect(!traces.traces.map { "\($0)" }.joined().contains("secret-"))
    }

    @Test("the choice on a sheet is recorded with its index, and becomes the same choice of a test")
    func choice() throws {
        let action = try #require(TracedAction(.answerSheet(number: 1, .choose(2))))
        let opened = TraceSpan(.tap, in: .phone, by: traces, [.app: Self.app, .action: "open app"])
        opened.child(.tap, in: .phone, [.action: action.name, .button: try #require(action.target)]).end()
        let test = RecordedTest(try #require(traces.traces.first), app: nil, apple: nil)
        #expect(test?.source.contains("try await phone.answerSheet(.choose(2))\n") == true)
    }

    @Test(
        "after the user left an app, requests to Apple belong to no trace",
        arguments: [.home, .openSettings(.account)] as [PhoneAction])
    func left(action: PhoneAction) {
        let recording = PhoneRecording(traces)
        recording.begin(.press(button: "go"), in: Self.app, phone: "iPhone", person: nil)?.end()
        #expect(recording.beginRequest("POST", "/emulator/native/sign-ins") != nil)
        _ = recording.begin(action, in: Self.app, phone: "iPhone", person: nil)
        #expect(recording.beginRequest("POST", "/emulator/native/account") == nil)
        #expect(recording.traceparent(forExtensionOf: Self.app) == nil)
    }

    @Test("the browser sends the position of the user's last action, and no address or name of a page is recorded")
    func browser() async throws {
        let web = ScriptedWeb()
        web.put("<title>One</title><a href='/secret-link'>Go on</a>", at: "GET https://example.com/")
        web.put("<title>Two</title>", at: "GET https://example.com/secret-link")
        let phone = try web.phone()
        try await phone.browse("example.com")
        phone.record(in: traces)
        func expectPosition() throws {
            let trace = try #require(traces.traces.first)
            #expect(trace[.app] == Browser.id && trace[.button] == nil)
            #expect(web.traceparents.last == "\(TraceParent(trace: trace.id, span: trace.spans[0].id))")
        }
        try await phone.browse("example.com")
        try expectPosition()
        try await phone.tap("Go on")
        try await phone.pageIsLoaded()
        try expectPosition()
        #expect(web.traceparents.count == 3 && web.traceparents.first == "" && Set(web.traceparents).count == 3)
        #expect(!traces.traces.map { "\($0)" }.joined().contains("secret-"))
    }

    @Test("an extension receives the position of the action that started it")
    func upgrade() async throws {
        let (created, continuation) = AsyncStream.makeStream(of: String.self)
        TracedExtension.created.withLock { $0 = continuation }
        let scene = try await UpgradeScene()
        scene.phone.record(in: traces)
        try scene.phone.device.installUpgradeExtension(
            TracedExtension.self, infoPlist: ShopExtension.information.infoPlist, of: "ABCDE12345.com.example.safe")
        try await scene.openRecommendation()
        try await scene.phone.tap("Use Strong Password")
        var positions = created.makeAsyncIterator()
        let position = await positions.next()
        let trace = try #require(traces.traces.first { $0[.action] == "choose remedy" })
        #expect(position == "\(TraceParent(trace: trace.id, span: trace.spans[0].id))")
    }

    @Test("a phone that does not record sends its apps no position")
    func unrecorded() async throws {
        let phone = try Phone()
        try await phone.launch(TracedApp.self, as: Self.app)
        try await phone.tap("Go")
        #expect(try await phone.screen { $0.title != "Traced" }.title == "none")
    }
}

extension ScriptedWeb {
    /// The position in each request, empty without one.
    fileprivate var traceparents: [String] {
        sent.map { sent in HTTPField.Name(TraceParent.headerName).flatMap { sent.headers[$0] } ?? "" }
    }
}

/// An extension that reports the position at its creation.
private final class TracedExtension: ASAccountAuthenticationModificationViewController {
    nonisolated static let created = Mutex<AsyncStream<String>.Continuation?>(nil)

    nonisolated required init() {
        super.init()
        Self.created.withLock { _ = $0?.yield(ScreenDevice.traceparent ?? "none") }
    }
}

/// Shows the span of the position that it received before the last press.
@MainActor
private final class TracedApp: ScreenApp, ScreenTracing {
    var screen = AppScreen(
        title: "Traced",
        elements: [
            .button(AppButton("go", title: "Go")), .field(AppTextField("password", label: "Password", text: "", isSecure: true)),
        ])
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var traceparent: String?

    init(launch: AppLaunch) {}

    func receive(_ event: AppEvent) {
        guard case .pressed = event else { return }
        screen.title = traceparent.flatMap { TraceParent($0) }.map(\.span.description) ?? "none"
    }

    func follow(traceparent: String) {
        self.traceparent = traceparent
    }
}
