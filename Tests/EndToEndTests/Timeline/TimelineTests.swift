import AccountServer
import AppleIdentity
import struct AppleIdentity.ClientID
import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
import FoundationEssentials
import HTTPTypes
import JuiceApp
import LocalAccess
import Secrets
import Testing
import Traces

@Suite("The timeline of a sign-in on a phone", .serialized, .timeLimit(.minutes(20)))
struct TimelineTests {
    /// A kind of step, and a value of one of its attributes.
    private struct Step {
        let kind: SpanKind
        let value: String?

        init(_ kind: SpanKind, _ value: String? = nil) {
            self.kind = kind
            self.value = value
        }

        func matches(_ span: SpanRecord) -> Bool {
            span.kind == kind && (value.map { span.attributes.values.contains($0) } ?? true)
        }
    }

    private static let expected = [
        Step(.tap, "sign-in-with-apple"), Step(.serverRequest, "/v1/challenges"), Step(.authorization),
        Step(.sheet, "Sign in with Apple, explanation"), Step(.tap, "continue"),
        Step(.sheet, "Sign in with Apple, name and address"), Step(.tap, "continue with details"), Step(.prompt, "face or finger"),
        Step(.tap, "owner"), Step(.appleRequest, "/emulator/native/sign-ins"), Step(.appleResponse),
        Step(.serverRequest, "/v1/sessions/apple"), Step(.verification), Step(.transaction, "create"),
        Step(.event, "account-created"), Step(.keychain, "add item"), Step(.redemption), Step(.appleRequest, "/auth/token"),
        Step(.appleResponse, "/auth/token"), Step(.verification),
    ]

    private let traces = TraceStore(
        random: { .random(in: .min ... .max) }, now: { Int64(Date().timeIntervalSince1970 * 1_000_000) })

    private func desk() -> DevelopmentDesk {
        let access = LocalAccess(port: 8_080, bearer: OpaqueToken(random: SystemRandomBytes()), random: SystemRandomBytes()) {
            .now
        }
        return DevelopmentDesk(access: access, command: "c", log: DevelopmentLog(), traces: traces, services: []) {}
    }

    /// Returns a phone of Anna whose screen shows Juice, and the identifier of Juice.
    private static func phone(
        _ bench: AppleBench, _ client: AppleBenchClient, recordingIn traces: TraceStore
    ) async throws -> (Phone, app: String) {
        let phone = try Phone(name: "Anna’s iPhone")
        phone.record(in: traces)
        try phone.device.signIn(toAppleAccount: bench.person.rawValue, service: bench.emulator.baseURL)
        let app = "\(bench.team.rawValue).\(bench.app.rawValue)"
        try await phone.install(
            PhoneApp(
                app, name: "Juice", settings: ["server": "http://127.0.0.1:\(client.port)"],
                program: ScreenAppProgram(JuiceApp.self)))
        try await phone.open(app)
        try await phone.screen(titled: "Sign In")
        return (phone, app)
    }

    /// Returns the page of a trace as the developer sees it.
    private static func page(of trace: TraceRecord, on desk: DevelopmentDesk, _ client: AppleBenchClient) async throws -> String {
        let entry = try await client.send(.get, desk.newAddress(at: ""))
        let cookie = String(try #require(entry.headers[.setCookie]).prefix { $0 != ";" })
        let answer = try await client.send(.get, "/dev/timeline/\(trace.id)", headers: [.cookie: cookie])
        return String(decoding: answer.body, as: UTF8.self)
    }

    @Test("the steps of phone, app, server and Apple are one trace, in order and without a secret, and the desk shows them")
    func wholeSignIn() async throws {
        let desk = desk()
        try await AppleBench.run(timeline: (desk: desk, traces: traces)) { [traces] bench, client in
            let (phone, app) = try await Self.phone(bench, client, recordingIn: traces)
            try await phone.tap("Sign in with Apple")
            try await phone.answerSheet(.proceed)
            try await phone.answerSheet(.details(givenName: "Typed", familyName: "Name", hidesEmail: true))
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Your account was created.") }
            // The job that exchanges the code.
            await bench.work()

            let trace = try #require(traces.traces.first { $0.spans.first?.attributes[.button] == "sign-in-with-apple" })
            var steps = Self.expected[...]
            for span in trace.spans where steps.first?.matches(span) == true {
                #expect(span.outcome == .succeeded, "\(span)")
                steps.removeFirst()
            }
            #expect(
                steps.isEmpty,
                "missing: \(steps.map(\.kind)) in \(trace.spans.map { "\($0.lane) \($0.kind) \($0.attributes.values.sorted())" })")
            #expect(Set(trace.spans.map(\.lane)) == Set(TraceLane.allCases))
            for span in trace.spans {
                if case .failed = span.outcome { Issue.record("\(span)") }
                // These repeat every second.
                #expect(span.attributes[.route]?.contains("/device-") != true, "\(span)")
            }
            #expect(trace[.app] == app && trace[.person] == bench.person.rawValue && trace[.phone] == "Anna’s iPhone")
            let ids = Set(trace.spans.map(\.id))
            #expect(trace.spans.dropFirst().allSatisfy { $0.parent.map(ids.contains) == true })
            // The app is in this process, and sends the position of its step with each message to the broker.
            let messages = trace.spans.filter { $0.kind == .keychain }
            #expect(messages.allSatisfy { $0.lane == .app && $0.parent == trace.spans.first?.id && $0.link == nil })
            #expect(messages.compactMap { $0.attributes[.result] }.contains("done"))
            let redemption = try #require(trace.spans.first { $0.kind == .redemption })
            let request = try #require(trace.spans.first { $0.parent == redemption.id })
            #expect(trace.spans.contains { $0.parent == request.id && $0.kind == .appleResponse && $0.lane == .apple })
            let requests = trace.spans.filter {
                [.serverRequest, .appleRequest, .appleResponse].contains($0.kind) && $0.outcome == .succeeded
            }
            #expect(requests.allSatisfy { $0.messages[.request] != nil && $0.messages[.response] != nil })
            for kind in [SpanKind.appleRequest, .appleResponse] {
                let exchange = try #require(requests.first { $0.kind == kind && $0.attributes[.route] == "/auth/token" })
                let names = MessageSide.allCases.map { side in exchange.messages[side]?.body?.members.map(\.name) ?? [] }
                #expect(names[0].contains("client_secret") && names[1].contains("id_token"), "\(exchange)")
                let native = try #require(requests.first { $0.kind == kind && $0.messages[.request]?.body?.kind == .json })
                #expect(native.messages[.response]?.body?.kind == .json, "\(native)")
            }
            let creation = try #require(trace.spans.first { $0.attributes[.operation] == "create" })
            #expect(creation.attributes[.tables]?.contains("sessions") == true)

            // "eyJ" begins the JSON of every token in base64url.
            let recorded = traces.traces.map { "\($0)" }.joined()
            for secret in ["Typed", "eyJ", "Bearer", "@"] { #expect(!recorded.contains(secret), "\(secret)") }

            let page = try await Self.page(of: trace, on: desk, client)
            for text in [
                "Sheet: Sign in with Apple, explanation", "Request to Apple: POST /emulator/native/sign-ins",
                "Verification of the identity token", "Event: account-created", "Keychain: add item", "Phone → Account server",
                "Transaction: create", "Redemption of the authorization code", "Request to Apple: POST /auth/token",
                "Apple handles POST /auth/token",
            ] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }

    @Test("a cancelled sheet is a cancelled step, a tap below it a failed one, and the next tap begins another trace")
    func cancelled() async throws {
        let desk = desk()
        try await AppleBench.run(timeline: (desk: desk, traces: traces)) { [traces] bench, client in
            let (phone, _) = try await Self.phone(bench, client, recordingIn: traces)
            for _ in 0..<2 {
                try await phone.tap("Sign in with Apple")
                try await phone.wait { !$0.overlays.isEmpty }
                // Below the sheet.
                await #expect(throws: PhoneError.self) { try await phone.perform(.press(button: "sign-in-with-apple")) }
                try await phone.answerSheet(.cancel)
                try await phone.wait { $0.overlays.isEmpty }
            }
            let taps = traces.traces.filter { $0.spans.first?.attributes[.button] == "sign-in-with-apple" }
            #expect(taps.count == 2)
            for tap in taps {
                #expect(tap.spans.contains { $0.kind == .sheet && $0.outcome == .cancelled })
                #expect(tap.spans.contains { $0.kind == .tap && $0.outcome == .failed(PhoneError.Code.covered.rawValue) })
            }
        }
    }

    @Test("the page says that an app is not associated with the domain of its passkey")
    func missingAssociation() async throws {
        let desk = desk()
        try await AppleBench.run(timeline: (desk: desk, traces: traces)) { [traces] bench, client in
            let (phone, app) = try await Self.phone(bench, client, recordingIn: traces)
            try await phone.tap("sign-up-with-passkey")
            // The silent request that the app sends when it starts can be part of the same trace, and can end first.
            try await phone.screen { $0.texts.contains("The account was not created.") }
            let found = traces.traces.first { $0.spans.first?.attributes[.button] == "sign-up-with-passkey" }
            let page = try await Self.page(of: try #require(found), on: desk, client)
            #expect(page.contains("Application with identifier \(app) is not associated with domain accounts.example.com"))
            #expect(page.contains("data-failed=\"trace\"") && page.contains("Request to the system for a credential"))
        }
    }

    @Test(
        "the page says that the server does not accept the app's tokens, or that the clock of one service is wrong",
        arguments: [
            ("aud", "is not a configured client ID", false), ("iat", "check the clock of this machine", true),
        ])
    func rejectedToken(claim: String, reason: String, movesClock: Bool) async throws {
        let desk = desk()
        try await AppleBench.run(
            timeline: (desk: desk, traces: traces), now: { Date(timeIntervalSince1970: 1_800_000_000) },
            server: { if !movesClock { $0.apple?.nativeClients = Self.otherClients } }
        ) { [traces] bench, client in
            if movesClock { bench.apple.clock.advance(by: 3_600) }
            let (phone, _) = try await Self.phone(bench, client, recordingIn: traces)
            let changes = try #require(traces.changes())
            try await phone.tap("Sign in with Apple")
            try await phone.answerSheet(.proceed)
            try await phone.answerSheet(.details(givenName: "Anna", familyName: "Lind", hidesEmail: true))
            try await phone.showFace()
            var found: TraceRecord?
            for await _ in changes {
                found = traces.traces.first { $0.spans.contains { $0.kind == .verification && $0.end != nil } }
                if found != nil { break }
            }
            let page = try await Self.page(of: try #require(found), on: desk, client)
            let notice = try #require(page.split(separator: "data-failed=\"trace\">").dropFirst().first).prefix { $0 != "<" }
            #expect(notice.hasPrefix("\(claim): ") && notice.contains(reason), "\(notice)")
        }
    }

    /// Clients of another app.
    private static let otherClients = [try? ClientID("com.example.other")].compactMap(\.self)
}
