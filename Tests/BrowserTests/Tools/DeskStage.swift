import AccountServer
import Accounts
import Chromium
import Foundation
import LocalAccess
import Logging
import Secrets
import Synchronization
import Testing
import Traces

/// The desk of `latchkey dev` with two services, credentials, a log, and traces whose clock advances with each step.
struct DeskStage: Sendable {
    let log = DevelopmentLog()
    let traces: TraceStore
    let desk: DevelopmentDesk
    let mailbox = DevelopmentMailbox()
    let mail: DevelopmentMail

    init() {
        let access = LocalAccess(port: 8_080, bearer: OpaqueToken(random: SystemRandomBytes()), random: SystemRandomBytes()) {
            .now
        }
        let clock = TraceClock()
        traces = TraceStore(random: { .random(in: .min ... .max) }, now: { clock.next() })
        desk = DevelopmentDesk(
            access: access, command: "latchkey desk open", log: log, traces: traces,
            services: [
                DevelopmentDesk.RunningService(
                    .phones, name: "Phones", detail: "Two simulated phones of one user",
                    address: "http://127.0.0.1:8082/device",
                    newAddress: { "http://127.0.0.1:8082/device" }, isRunning: { true }),
                DevelopmentDesk.RunningService(
                    nil, name: "Motivation", detail: "The server of an app on the phones", address: "http://localhost:8083",
                    newAddress: { "http://localhost:8083" }, isRunning: { false }),
            ], snapshots: StageSnapshots(), startOver: {})
        desk.show([
            DevelopmentDesk.Credentials(
                title: "Demo account",
                values: [(name: "User name", text: "demo@example.com"), (name: "Password", text: "7fzdkg-fiqumw-xmpzav")],
                remark: "The password is valid until you change it.")
        ])
        mail = DevelopmentMail(mailbox, access: access, command: "latchkey mail open")
    }

    /// Opens the desk, and returns the paths of its pages.
    func pages(for visitor: Visitor) async throws -> [String] {
        try await visitor.signUp(as: String(repeating: "n", count: 254))
        try await visitor.open(desk.newAddress(at: ""))
        log.keep(.info, "audit", details: "account=" + String(repeating: "x", count: 300), at: .current)
        log.keep(.error, "request failed", details: "", at: .current)
        try await visitor.open("/dev/accounts")
        let account = try #require(try await visitor.page.attribute("href", of: ".rows a"))
        return ["/", "/dev/accounts", "/dev/accounts?q=none", account, "/dev/log", "/dev/timeline", "/tools/password-rules"]
    }

    /// Records a sign-in on a phone that fails at the account server, because the token is for another app. Returns the path of its
    /// page.
    func recordFailedSignIn() -> String {
        let reason = "The token's audience is not a configured client ID, or it has others as well."
        let tap = TraceSpan(
            .tap, in: .phone, by: traces,
            [.phone: "Anna’s iPhone", .app: "ABCDE12345.com.example.juice", .person: "anna", .action: "press", .button: "apple"])
        let sheet = tap.child(.sheet, in: .phone, [.subject: "Sign in with Apple"])
        let prompt = sheet.child(.prompt, in: .phone, [.subject: "Face ID"])
        prompt.end()
        let token = sheet.child(.appleRequest, in: .phone, [.method: "POST", .route: "/auth/token"])
        token.child(.appleResponse, in: .apple, [.method: "POST", .route: "/auth/token", .status: "200"]).end()
        token.end()
        sheet.end()
        let sent = tap.child(
            .serverRequest, in: .server,
            [.method: "POST", .route: "/v1/sessions/apple", .status: "401", .problem: "apple-token-rejected"])
        let verification = sent.child(.verification, in: .server)
        verification.add([
            SpanCheck("form", "a signed token of three parts", .passed),
            SpanCheck("signature", "signed with a key of Apple", .passed),
            SpanCheck("claims", "all required claims, in their form", .passed),
            SpanCheck("iss", "Apple's issuer", value: "https://appleid.apple.com", .passed),
            SpanCheck("aud", "a configured client ID", value: "com.example.other", .failed(reason)),
            SpanCheck("exp", "later than now", value: "2026-03-02T12:00:00Z", .skipped),
            SpanCheck("iat", "not in the future, and not older than the maximum age", value: "2026-03-01T12:00:00Z", .skipped),
            SpanCheck("nonce", "the nonce of this sign-in", .skipped),
        ])
        verification.end(.failed(reason))
        sent.end(.failed("status 401: apple-token-rejected"))
        tap.end()
        return "/dev/timeline/\(tap.position.trace)"
    }

    /// Records a sign-in that succeeds.
    func recordSignIn() {
        let tap = TraceSpan(
            .tap, in: .phone, by: traces,
            [.phone: "Ben’s iPhone", .app: "ABCDE12345.com.example.juice", .person: "ben", .action: "press", .button: "apple"])
        let sent = tap.child(.serverRequest, in: .server, [.method: "POST", .route: "/v1/sessions/apple", .status: "201"])
        sent.child(.event, in: .server, [.event: "signed-in-by-apple"]).end()
        sent.end()
        tap.child(.keychain, in: .phone, [.operation: "add"]).end()
        tap.end()
    }
}

/// Two snapshots, of which one is restored.
private struct StageSnapshots: DevelopmentSnapshots {
    let run = 2
    let areKept = false

    var outcome: SnapshotOutcome? { all().first.map { SnapshotOutcome(.restore, $0.name) } }

    func all() -> [Snapshot] {
        ["before-upgrade", String(repeating: "n", count: SnapshotName.lengthLimit)].compactMap { SnapshotName($0) }
            .map { Snapshot(name: $0, savedAt: Timestamp(seconds: 1_772_366_400)) }
    }

    func save(_ name: SnapshotName) {}
    func restore(_ name: SnapshotName) {}
    func delete(_ name: SnapshotName) {}
}

/// A clock of traces that advances by 23 milliseconds with each reading.
private final class TraceClock: Sendable {
    private let time = Mutex<Int64>(1_772_366_400_000_000)

    func next() -> Int64 {
        time.withLock { time in
            time += 23_000
            return time
        }
    }
}
