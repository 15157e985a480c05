import AccountPages
import Markup
import Testing

extension PageSample {
    /// The pages of the console of operators.
    static let console: [PageSample] = [
        sample("console-accounts", DeskAccountsPage(query: "ann", accounts: [locked], isComplete: true, place: .console(token))),
        sample("console-account", account(isFresh: true, notice: .performed)),
        sample("console-account-stale", account(isFresh: false)),
        sample("console-account-auditor", account(acts: [], isFresh: true)),
        sample("console-approvals-none", ApprovalsPage(requests: [], isFresh: true, formToken: token)),
        sample(
            "console-approvals",
            ApprovalsPage(requests: [request, own], isComplete: false, isFresh: true, notice: .requested, formToken: token)),
        sample("console-approvals-stale", ApprovalsPage(requests: [request], isFresh: false, formToken: token)),
        sample("console-records-none", OperatorRecordsPage(records: [], next: nil, formToken: token)),
        sample("console-records", OperatorRecordsPage(records: [record, granted], next: "r1", formToken: token)),
        sample("console-state", ServiceStatePage(plots: [plot, flat], listings: [operators, listing, empty], formToken: token)),
    ]

    private static func sample(_ name: String, _ page: any Page) -> PageSample {
        PageSample(name, page, to: .signedIn(username: "mira@example.com"))
    }

    private static let time = DisplayTime(seconds: 1_772_366_400)
    private static let locked = DeskAccount(id: "a1", name: "anna@example.com", created: time, locked: time)

    private static let record = ShownRecord(
        summary: "Performed: Lock the account", time: time, account: "a1", actor: "o1", approver: "o2",
        reason: "Case 7: stolen telephone", address: "192.0.2.1")
    private static let granted = ShownRecord(
        summary: "Role granted: support", time: time, account: "o1", actor: nil, approver: nil, reason: nil, address: "127.0.0.1")

    private static let request = ApprovalsPage.Request(
        id: "r1", act: "delete-account", label: "Delete the account", account: "a1", requester: "o1", reason: "Case 7",
        expiry: time, canApprove: true, canDecline: true)
    private static let own = ApprovalsPage.Request(
        id: "r2", act: "lock", label: "Lock the account", account: "a2", requester: "o2", reason: "Case 8", expiry: time,
        canApprove: false, canDecline: false)

    private static let plot = FigurePlot(
        title: "Sign-ins", id: "signIns", days: [.init(date: "2026-03-01", count: 7), .init(date: "2026-03-02", count: 0)])
    private static let flat = FigurePlot(title: "Upgrades", id: "upgrades", days: [.init(date: "2026-03-01", count: 0)])
    private static let operators = ServiceStatePage.Listing(
        title: "Operators", heads: ["Account", "Since"],
        rows: [
            [.account(id: "o1", name: "mira@example.com"), .time(time)], [.account(id: "o2", name: nil), .time(time)],
        ])
    private static let listing = ServiceStatePage.Listing(
        title: "Jobs", heads: ["Kind", "Count"], rows: [[.text("mail"), .text("3")]])
    private static let empty = ServiceStatePage.Listing(title: "Waiting mail", heads: ["Kind"], rows: [])

    private static func account(
        acts: [OperatedAccount.Act] = [.init(name: "lock", label: "Lock the account")], isFresh: Bool, notice: ConsoleNotice? = nil
    ) -> DeskAccountPage {
        DeskAccountPage(
            account: locked, credentials: [], sessions: [], events: [], formToken: token,
            operation: OperatedAccount(
                acts: acts, isFresh: isFresh, records: [record], reasonLengths: 3...500, notice: notice))
    }
}

extension HostileField {
    private static func record(reason: String = "r", address: String = "a") -> OperatorRecordsPage {
        OperatorRecordsPage(
            records: [
                ShownRecord(
                    summary: "s", time: DisplayTime(seconds: 0), account: "a", actor: nil, approver: nil, reason: reason,
                    address: address)
            ], next: nil, formToken: FormToken("t"))
    }

    private static func state(_ cell: ServiceStatePage.Cell) -> ServiceStatePage {
        ServiceStatePage(plots: [], listings: [.init(title: "t", heads: ["h"], rows: [[cell]])], formToken: FormToken("t"))
    }

    private static func request(id: String = "i", reason: String = "r", token: String = "t") -> ApprovalsPage {
        ApprovalsPage(
            requests: [
                .init(
                    id: id, act: "lock", label: "l", account: "a", requester: "o", reason: reason, expiry: DisplayTime(seconds: 0),
                    canApprove: true, canDecline: true)
            ], isFresh: true, formToken: FormToken(token))
    }

    static let console: [HostileField] = [
        HostileField("record reason", record(reason: text)),
        HostileField("record address", record(address: text)),
        HostileField("request reason", request(reason: text)),
        HostileField("request token", request(token: text)),
        HostileField(
            "console search",
            DeskAccountsPage(query: text, accounts: [], isComplete: true, place: .console(FormToken("t")))),
        HostileField("listing cell", state(.text(text))),
        HostileField("name of an operator", state(.account(id: "i", name: text))),
    ]
}

@Suite("The state of the service in the console")
struct ServiceStatePageTests {
    private static func text(_ cell: ServiceStatePage.Cell, now: DisplayTime?) -> String {
        ServiceStatePage(plots: [], listings: [.init(title: "t", heads: ["h"], rows: [[cell]])], formToken: FormToken("t"))
            .document(on: Site(serviceName: "S", now: now)).text
    }

    @Test("an operator is a link with the user name, and the identifier below it; without a name the identifier is the link")
    func operators() {
        let named = Self.text(.account(id: "o1", name: "mira@example.com"), now: nil)
        #expect(named.contains("href=\"/operators/accounts/o1\""))
        #expect(named.contains("<bdi>mira@example.com</bdi></a>") && named.contains("<code>o1</code>"))
        let nameless = Self.text(.account(id: "o2", name: nil), now: nil)
        #expect(nameless.contains("<code>o2</code></a>") && !nameless.contains("<bdi>"))
    }

    @Test("a recent time is relative, with the date as its title; a later one is a date")
    func times() {
        let now = DisplayTime(seconds: 1_772_366_400)
        let recent = Self.text(.time(DisplayTime(seconds: 1_772_366_400 - 7_200)), now: now)
        #expect(recent.contains("datetime=\"2026-03-01T10:00:00Z\" title=\"") && recent.contains(">2 hours ago</time>"))
        let later = Self.text(.time(DisplayTime(seconds: 1_772_366_400 + 7_200)), now: now)
        #expect(later.contains("datetime=\"2026-03-01T14:00:00Z\">") && !later.contains("title=\""))
    }
}

@Suite("Plots of figures")
struct FigurePlotTests {
    @Test("each day has a bar within the picture, the highest as high as the picture, and its number in the list")
    func bars() throws {
        let days = [0, 1, 5_000, 10_000].enumerated().map { FigurePlot.Day(date: "2026-03-0\($0 + 1)", count: $1) }
        let plot = FigurePlot(title: "Sign-ins", id: "signIns", days: days)
        let text = ServiceStatePage(plots: [plot], listings: [], formToken: FormToken("t")).document(on: Site(serviceName: "S"))
            .text
        let heights = text.matches(of: /<rect x="\d+" y="(\d+)" width="8" height="(\d+)"\/>/).map { (Int($0.1), Int($0.2)) }
        // A day with one event has a bar that can be seen.
        #expect(heights.map(\.1) == [0, 1, 30, 60])
        #expect(heights.allSatisfy { ($0.0 ?? 0) + ($0.1 ?? 0) == 60 })
        #expect(text.contains("<li>2026-03-04: 10000</li>") && !text.contains("<li>2026-03-01"))
        #expect(text.contains("aria-hidden=\"true\""))
    }
}
