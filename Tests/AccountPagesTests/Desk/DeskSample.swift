import AccountPages
import Markup
import Testing

extension PageSample {
    /// The pages of the desk, and a tool with the desk's navigation.
    static let desk: [PageSample] = [
        PageSample(
            "desk", DeskPage(services: deskServices, credentials: deskCredentials, links: deskLinks, formToken: token),
            desk: everySection),
        PageSample(
            "desk-snapshots",
            DeskPage(
                services: deskServices, credentials: [], links: [],
                snapshots: DeskSnapshots(
                    rows: [.init(name: "before-upgrade", saved: deskTime), .init(name: "first", saved: deskTime)], areKept: false,
                    lengthLimit: 40, notice: "The snapshot first was not saved: the disk is full.", hasFailed: true),
                formToken: token),
            desk: everySection),
        PageSample(
            "desk-snapshots-none",
            DeskPage(
                services: deskServices, credentials: [], links: [],
                snapshots: DeskSnapshots(rows: [], areKept: true, lengthLimit: 40), formToken: token),
            desk: everySection),
        PageSample("desk-starting-over", DeskRestartPage(.startOver), desk: everySection),
        PageSample("desk-saving", DeskRestartPage(.save), desk: everySection),
        PageSample("desk-restoring", DeskRestartPage(.restore), desk: everySection),
        PageSample("desk-accounts-none", DeskAccountsPage(query: "", accounts: [], isComplete: true), desk: everySection),
        PageSample(
            "desk-accounts", DeskAccountsPage(query: "ann", accounts: [deskAnna, deskNameless], isComplete: true),
            desk: everySection),
        PageSample("desk-accounts-many", DeskAccountsPage(query: "", accounts: [deskAnna], isComplete: false), desk: everySection),
        PageSample(
            "desk-account-new", DeskAccountPage(account: deskNameless, credentials: [], sessions: [], events: [], formToken: token),
            desk: everySection),
        PageSample(
            "desk-account",
            DeskAccountPage(
                account: deskAnna, credentials: deskFactors, sessions: [deskSession], events: [deskEvent], hasEndedSessions: true,
                formToken: token),
            desk: everySection),
        PageSample("desk-log-empty", DeskLogPage([]), desk: everySection),
        PageSample(
            "desk-log", DeskLogPage([deskAudit, deskFailure]), desk: [.desk, .accounts, .mail, .log, .apple, .api, .signIn]),
        PageSample(
            "desk-timeline-empty", TimelinePage(filter: TimelineFilter(), people: [], apps: [], traces: []), desk: everySection),
        PageSample(
            "desk-timeline",
            TimelinePage(
                filter: TimelineFilter(person: "anna", status: .failed), people: ["anna"], apps: ["Juice"],
                traces: [
                    TimelineTrace(
                        id: "4bf92f3577b34da6a3ce929d0e0e4736", title: "The user acts: press Sign in", origin: ["anna", "Juice"],
                        start: deskTime, duration: "12 ms", steps: 2, outcome: .failed("The token has expired."))
                ]), desk: everySection),
        PageSample(
            "desk-trace",
            TracePage(
                title: "The user acts: press Sign in", outcome: .failed("The token has expired."), start: deskTime,
                steps: [deskTap, deskRequest, deskVerification], dropped: 3,
                file: PagePath.deskTraceFile("4bf92f3577b34da6a3ce929d0e0e4736"), test: "import Testing\n"),
            desk: everySection),
        PageSample(
            "desk-trace-opened",
            TracePage(title: "Trace", outcome: .succeeded, start: deskTime, steps: [deskRequest], dropped: 0), desk: everySection),
        PageSample("desk-timeline-opened-none", OpenedTracesPage([]), desk: everySection),
        PageSample(
            "desk-timeline-opened",
            OpenedTracesPage([
                TimelineTrace(
                    id: "4bf92f3577b34da6a3ce929d0e0e4736", title: "Trace", origin: ["ben"], start: deskTime, duration: "12 ms",
                    steps: 1, outcome: .succeeded)
            ]), desk: everySection),
        PageSample("mailbox-desk", MailboxPage(.sent, []), desk: everySection),
    ]

    private static let everySection = DeskSection.allCases
    private static let deskTime = DisplayTime(seconds: 1_772_366_400)

    private static let deskServices = [
        DeskService(
            name: "Account server", detail: "The API, and pages for users", address: "http://localhost:8080", isRunning: true,
            opening: PagePath.signIn),
        DeskService(
            name: "Motivation", detail: "The server of an app on the phones", address: "http://localhost:8083", isRunning: false),
        DeskService(name: "Phones", detail: "Off, because of --no-phones", address: "", isRunning: false),
    ]

    private static let deskCredentials = [
        DeskCredentials(
            title: "Demo account",
            values: [.init(name: "User name", text: "demo@example.com"), .init(name: "Password", text: "7fzdkg-fiqumw-xmpzav")],
            remark: "The password is valid until you change it."),
        DeskCredentials(title: "Phones", values: [.init(name: "Passcode", text: "2468")]),
    ]

    private static let deskLinks = [
        DeskLink(title: "Mailbox", detail: "All mail of this server", path: PagePath.mailbox),
        DeskLink(title: "API reference", detail: "Each operation with an example", path: PagePath.apiReference),
    ]

    private static let deskAnna = DeskAccount(id: "a1", name: "anna@example.com", created: deskTime)
    private static let deskNameless = DeskAccount(id: "a2", name: nil, created: deskTime)

    private static let deskFactors = [
        DeskCredential(kind: "Password", added: deskTime),
        DeskCredential(kind: "Passkey", name: "iCloud Keychain", state: "suspended", added: deskTime),
        DeskCredential(kind: "Recovery codes", state: "9 unused"),
    ]

    private static let deskSession = DeskSession(
        id: "s1", device: "Firefox on Linux", address: "127.0.0.1", origin: "password, one-factor", firstUse: deskTime,
        lastUse: deskTime)

    private static let deskEvent = DeskEvent(
        summary: .eventSignedIn, kind: "signed-in", time: deskTime, address: "127.0.0.1", device: "Firefox on Linux")

    private static let deskTap = TimelineStep(
        lane: .phone, title: "The user acts: press Sign in", offset: "+0 ms", duration: nil, outcome: .running,
        values: [.init(name: "app", text: "Juice")])

    private static let deskRequest = TimelineStep(
        lane: .server, title: "Request to the account server: POST /v1/sessions", offset: "+2 ms", duration: "9 ms",
        outcome: .failed("status 401"),
        messages: [
            .init(
                title: "Request", fields: [.init(name: "content-type", text: "text of 16: application/json")],
                body: "json, at most 64 bytes",
                members: [.init(name: "username", text: "text of 5"), .init(name: "password", text: "text")], omitted: 0),
            .init(title: "Response", fields: [], body: nil, members: [], omitted: 2),
        ],
        command: "curl http://localhost:8080/v1/sessions \\\n  -d '{}'")

    private static let deskVerification = TimelineStep(
        lane: .server, origin: .phone, title: "Verification of the identity token", offset: "+4 ms", duration: "1 ms",
        outcome: .failed("The token has expired."),
        checks: [
            .init(claim: "iss", requirement: "Apple's issuer", value: "https://appleid.apple.com", outcome: .succeeded),
            .init(claim: "exp", requirement: "later than now", value: nil, outcome: .failed("The token has expired.")),
            .init(claim: "nonce", requirement: "the nonce of this sign-in", value: nil, outcome: nil),
        ])

    private static let deskAudit = DeskLogLine(
        time: deskTime, level: "info", message: "audit event recorded", details: "address=127.0.0.1 event=signed-in")
    private static let deskFailure = DeskLogLine(time: deskTime, level: "error", message: "request failed", details: "")
}

extension HostileField {
    private static let deskToken = FormToken("t")
    private static let deskTime = DisplayTime(seconds: 0)

    private static func deskAccount(id: String = "i", name: String? = "n") -> DeskAccount {
        DeskAccount(id: id, name: name, created: deskTime)
    }

    private static func deskPage(
        of account: DeskAccount = deskAccount(), credential: DeskCredential? = nil, session: DeskSession? = nil,
        event: DeskEvent? = nil, formToken: FormToken = deskToken
    ) -> DeskAccountPage {
        DeskAccountPage(
            account: account, credentials: credential.map { [$0] } ?? [], sessions: session.map { [$0] } ?? [],
            events: event.map { [$0] } ?? [], formToken: formToken)
    }

    private static func deskSession(id: String = "i", device: String = "d", address: String = "a") -> DeskSession {
        DeskSession(id: id, device: device, address: address, origin: "o", firstUse: deskTime, lastUse: deskTime)
    }

    private static func deskFirst(service: DeskService? = nil, credentials: DeskCredentials? = nil, token: FormToken = deskToken)
        -> DeskPage
    {
        DeskPage(
            services: service.map { [$0] } ?? [], credentials: credentials.map { [$0] } ?? [], links: [], formToken: token)
    }

    private static func deskSnapshots(name: String = "n", notice: String? = nil) -> DeskPage {
        DeskPage(
            services: [], credentials: [], links: [],
            snapshots: DeskSnapshots(
                rows: [.init(name: name, saved: deskTime)], areKept: true, lengthLimit: 40, notice: notice), formToken: deskToken)
    }

    private static func deskLog(message: String = "m", details: String = "d") -> DeskLogPage {
        DeskLogPage([DeskLogLine(time: deskTime, level: "info", message: message, details: details)])
    }

    private static func timeline(
        _ filter: TimelineFilter = TimelineFilter(), people: [String] = [], title: String = "t", origin: String = "o",
        outcome: TimelineOutcome = .running
    ) -> TimelinePage {
        TimelinePage(
            filter: filter, people: people, apps: people,
            traces: [
                TimelineTrace(id: "i", title: title, origin: [origin], start: deskTime, duration: "d", steps: 1, outcome: outcome)
            ])
    }

    private static func trace(
        title: String = "t", value: String = "v", reason: String = "r", check: TimelineStep.Check? = nil,
        message: TimelineStep.Message? = nil, command: String? = nil, test: String? = nil
    ) -> TracePage {
        TracePage(
            title: "t", outcome: .running, start: deskTime,
            steps: [
                TimelineStep(
                    lane: .app, title: title, offset: "o", duration: nil, outcome: .failed(reason),
                    values: [.init(name: "n", text: value)], checks: check.map { [$0] } ?? [],
                    messages: message.map { [$0] } ?? [], command: command)
            ], dropped: 0, test: test)
    }

    static let desk: [HostileField] = [
        HostileField("timeline person", timeline(people: [text])),
        HostileField("timeline title", timeline(title: text)),
        HostileField("timeline origin", timeline(origin: text)),
        HostileField("timeline outcome", timeline(outcome: .failed(text))),
        HostileField("step title", trace(title: text)),
        HostileField("step command", trace(command: text)),
        HostileField("trace as a test", trace(test: text)),
        HostileField(
            "opened trace",
            OpenedTracesPage([
                TimelineTrace(id: "i", title: text, origin: [], start: deskTime, duration: "d", steps: 1, outcome: .running)
            ])),
        HostileField("step value", trace(value: text)),
        HostileField("step reason", trace(reason: text)),
        HostileField(
            "header field",
            trace(message: .init(title: "t", fields: [.init(name: "n", text: text)], body: nil, members: [], omitted: 0))),
        HostileField(
            "body member",
            trace(message: .init(title: "t", fields: [], body: "b", members: [.init(name: text, text: "m")], omitted: 0))),
        HostileField("check value", trace(check: .init(claim: "c", requirement: "r", value: text, outcome: nil))),
        HostileField("check reason", trace(check: .init(claim: "c", requirement: "r", value: nil, outcome: .failed(text)))),
        HostileField("desk service", deskFirst(service: DeskService(name: text, detail: "d", address: "a", isRunning: true))),
        HostileField("desk address", deskFirst(service: DeskService(name: "n", detail: "d", address: text, isRunning: true))),
        HostileField(
            "desk credential", deskFirst(credentials: DeskCredentials(title: "t", values: [.init(name: "n", text: text)]))),
        HostileField("desk token", deskFirst(token: FormToken(text))),
        HostileField("desk snapshot", deskSnapshots(name: text)),
        HostileField("desk outcome of a snapshot", deskSnapshots(notice: text)),
        HostileField("desk search", DeskAccountsPage(query: text, accounts: [], isComplete: true)),
        HostileField("desk user name", DeskAccountsPage(query: "", accounts: [deskAccount(name: text)], isComplete: true)),
        HostileField("desk account name", deskPage(of: deskAccount(name: text))),
        HostileField("desk account identifier", deskPage(of: deskAccount(id: text))),
        HostileField("desk passkey name", deskPage(credential: DeskCredential(kind: "Passkey", name: text))),
        HostileField("desk session identifier", deskPage(session: deskSession(id: text))),
        HostileField("desk session device", deskPage(session: deskSession(device: text))),
        HostileField("desk session address", deskPage(session: deskSession(address: text))),
        HostileField(
            "desk event device",
            deskPage(event: DeskEvent(summary: .eventSignedIn, kind: "k", time: deskTime, address: "a", device: text))),
        HostileField("desk account token", deskPage(session: deskSession(), formToken: FormToken(text))),
        HostileField("desk log message", deskLog(message: text)),
        HostileField("desk log details", deskLog(details: text)),
    ]
}

@Suite("The desk")
struct DeskPageTests {
    @Test("the navigation names the current section, and omits sections that do not run")
    func navigation() throws {
        let log = try #require(PageSample.all.first { $0.name == "desk-log" })
        let links = HTMLTag.elements("nav", in: log.text).flatMap { $0 }.filter { $0.name == "a" }
        #expect(
            links.map { $0["href"] } == [
                "/", "/dev/accounts", "/dev/mail", "/dev/log", "/dev/open/apple", "/docs/api", "/sign-in",
            ])
        #expect(links.filter { $0["aria-current"] == "page" }.map { $0["href"] } == ["/dev/log"])
    }

    @Test("a page has the navigation only on a site with a desk")
    func production() {
        #expect(!DeskLogPage([]).document(on: Site(serviceName: "S")).text.contains("<nav"))
        #expect(DeskLogPage([]).document(on: Site(serviceName: "S", desk: [.desk])).text.contains("<nav"))
    }

    @Test("every value that can be copied is shown without the script, and its button is hidden")
    func copies() throws {
        let desk = try #require(PageSample.all.first { $0.name == "desk" })
        let tags = HTMLTag.all(in: desk.text)
        let buttons = tags.filter { $0["data-copies"] != nil }
        #expect(buttons.count == 3 && buttons.allSatisfy { $0["hidden"] != nil && $0["type"] == "button" })
        for button in buttons { #expect(tags.contains { $0.name == "code" && $0["id"] == button["data-copies"] }) }
        #expect(desk.text.contains(">7fzdkg-fiqumw-xmpzav</code>"))
    }

    @Test("the button that deletes all data is behind a disclosure")
    func startOver() throws {
        let desk = try #require(PageSample.all.first { $0.name == "desk" })
        let forms = HTMLTag.elements("details", in: desk.text).flatMap { $0 }.filter { $0.name == "form" }
        #expect(forms.map { $0["action"] } == ["/dev/start-over"])
    }

    @Test("the buttons that replace the data or delete a snapshot are behind a disclosure, and name the snapshot")
    func snapshots() throws {
        let desk = try #require(PageSample.all.first { $0.name == "desk-snapshots" })
        let hidden = HTMLTag.elements("details", in: desk.text).flatMap { $0 }.filter { $0.name == "form" }
        let paths = ["before-upgrade", "first"].flatMap { ["/dev/snapshots/\($0)/restore", "/dev/snapshots/\($0)/delete"] }
        #expect(hidden.compactMap { $0["action"] } == paths + ["/dev/start-over"])
        #expect(desk.text.contains("Restore<span class=\"visually-hidden\"> before-upgrade</span>"))
    }

    @Test("sessions can be ended only while there are some")
    func endSessions() throws {
        for (name, count) in [("desk-account", 1), ("desk-account-new", 0)] {
            let sample = try #require(PageSample.all.first { $0.name == name })
            let forms = HTMLTag.all(in: sample.text).filter { $0["action"]?.hasSuffix("/end-sessions") == true }
            #expect(forms.count == count)
        }
    }
}
