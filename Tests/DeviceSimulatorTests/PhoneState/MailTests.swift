import DeviceScreens
import DeviceServices
import OneTimeCodes
import Testing

@testable import DeviceSimulator

@Suite("Mail on a phone") struct MailTests {
    private static let bound = "Your code is K7QM-2XPA.\n\n@example.com #K7QM-2XPA\n"

    private func bench(account: String? = "ann") throws -> StateBench {
        var bench = try StateBench()
        bench.observe(.account(AccountFacts(account: account)))
        return bench
    }

    private func mail(
        _ id: Int, age: Int = 0, name: String = "Shop", subject: String = "Your code", text: String = MailTests.bound
    ) throws -> AccountMail {
        try #require(
            AccountMail(
                id: id, age: age, from: "help_at_example_com@privaterelay.appleid.com", fromName: name,
                to: "dpdcnf87nu@privaterelay.appleid.com", subject: subject, text: text))
    }

    private func content(_ bench: StateBench) -> PhoneView.MailView? {
        if case .mail(let mail) = bench.view.content { mail } else { nil }
    }

    @Test("opening Mail fetches mail, and shows it newest first with the beginning of its text")
    func list() throws {
        var bench = try bench()
        #expect(try bench.perform(.openMail) == [.work(.readMail)])
        #expect(content(bench) == PhoneView.MailView(account: "ann", mails: [], open: nil))
        bench.now = at(100)
        bench.observe(
            .mail(
                [try mail(4, age: 30, name: ""), try mail(2, age: 90, subject: "", text: "Dear\n  Ann\n\n")],
                account: "ann", after: 0))
        let mails = try #require(content(bench)).mails
        #expect(mails.map(\.id) == [4, 2] && mails.map(\.received) == [at(70), at(10)])
        #expect(mails.map(\.sender) == ["help_at_example_com@privaterelay.appleid.com", "Shop"])
        #expect(mails.map(\.preview) == ["Your code is K7QM-2XPA. @example.com #K7QM-2XPA", "Dear Ann"])
        #expect(bench.view.mailBanner == nil, "Mail is in front")
    }

    @Test("an open mail has the sender's address, the hidden address, the text and its code, and leads back to the list")
    func open() throws {
        var bench = try bench()
        bench.observe(.mail([try mail(1)], account: "ann", after: 0))
        try bench.perform(.openMail)
        let tap = try #require(bench.view.content.tapping("Your code"))
        try bench.perform(tap)
        let open = try #require(content(bench)?.open)
        #expect(open.from == "help_at_example_com@privaterelay.appleid.com" && open.to == "dpdcnf87nu@privaterelay.appleid.com")
        #expect(open.text == "Your code is K7QM-2XPA.\n\n@example.com #K7QM-2XPA" && open.code?.text == "K7QM-2XPA")
        let range = try #require(open.code?.range)
        #expect(String(open.text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)) == "K7QM-2XPA")
        #expect(bench.view.content.tapping("Mail") == .openMail)
        try bench.perform(.openMail)
        #expect(content(bench)?.open == nil)
        let error = #expect(throws: PhoneError.self) { try bench.perform(.readMail(id: 2)) }
        #expect(error?.code == .nothingThere)
    }

    @Test("a phone without an account has no mail, requests none, and leads to Settings")
    func signedOut() throws {
        var bench = try bench(account: nil)
        #expect(try bench.perform(.openMail) == [])
        #expect(content(bench) == PhoneView.MailView(account: nil, mails: [], open: nil))
        #expect(bench.view.content.tapping("Settings") == .openSettings(.account))
        bench.observe(.mail([try mail(1)], account: "ann", after: 0))
        #expect(content(bench)?.mails == [])
    }

    @Test("mail of another account, and a response that does not continue the mailbox, are ignored", arguments: [true, false])
    func lateResponses(isOfOther: Bool) throws {
        var bench = try bench()
        bench.observe(.mail([try mail(1)], account: "ann", after: 0))
        bench.observe(.mail([try mail(2)], account: isOfOther ? "bob" : "ann", after: isOfOther ? 1 : 0))
        try bench.perform(.openMail)
        #expect(content(bench)?.mails.map(\.id) == [1])
        bench.observe(.mail([try mail(2)], account: "ann", after: 1))
        #expect(content(bench)?.mails.map(\.id) == [2, 1])
    }

    @Test("another account on the phone sees neither mail of the former one nor its banner and codes", arguments: ["bob", nil])
    func otherAccount(_ next: String?) throws {
        var bench = try bench()
        bench.observe(.mail([try mail(1)], account: "ann", after: 0))
        bench.observe(.message("Your code is 123456", sender: "Shop"))
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions.count == 2)
        try bench.perform(.readMail(id: 1))
        bench.observe(.account(AccountFacts(account: next)))
        #expect(content(bench) == PhoneView.MailView(account: next, mails: [], open: nil))
        #expect(bench.view.mailBanner == nil)
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions == [.code("123456", sender: "Shop", site: nil)])
    }

    @Test("a new mail is a banner with sender and subject for six seconds, which opens the mail; also on a locked phone")
    func banner() throws {
        var bench = try bench()
        bench.observe(.device(DeviceFacts(isLocked: true)))
        bench.observe(.mail([try mail(1, age: 2)], account: "ann", after: 0))
        let banner = PhoneView.MailBanner(id: 1, sender: "Shop", subject: "Your code")
        #expect(bench.view.mailBanner == banner)
        let error = #expect(throws: PhoneError.self) { try bench.perform(.readMail(id: 1)) }
        #expect(error?.code == .locked)
        bench.observe(.device(DeviceFacts()))
        try bench.perform(.readMail(id: 1))
        #expect(content(bench)?.open?.mail.id == 1 && bench.view.mailBanner == nil)
        try bench.perform(.home)
        bench.observe(.mail([try mail(2)], account: "ann", after: 1))
        bench.now = at(5.9)
        bench.observe(.timePassed)
        #expect(bench.view.mailBanner?.id == 2)
        bench.now = at(6)
        bench.observe(.timePassed)
        #expect(bench.view.mailBanner == nil)
    }

    @Test("a banner is the newest message or mail, and can be dismissed")
    func newest() throws {
        var bench = try bench()
        bench.observe(.message("one", sender: "Bob"))
        bench.observe(.mail([try mail(1)], account: "ann", after: 0))
        #expect(bench.view.banner == nil && bench.view.mailBanner?.id == 1)
        bench.observe(.message("two", sender: "Bob"))
        #expect(bench.view.banner?.text == "two" && bench.view.mailBanner == nil)
        bench.observe(.mail([try mail(2)], account: "ann", after: 1))
        try bench.perform(.dismissBanner)
        #expect(bench.view.banner == nil && bench.view.mailBanner == nil)
    }

    @Test("mail that arrived before the device signed in shows no banner", arguments: [(59, true), (60, false)])
    func oldMail(age: Int, isShown: Bool) throws {
        var bench = try bench()
        bench.observe(.mail([try mail(1, age: age)], account: "ann", after: 0))
        #expect((bench.view.mailBanner != nil) == isShown)
    }

    @Test("the newest hundred mails are kept")
    func limit() throws {
        var bench = try bench()
        bench.observe(.mail(try (1...100).reversed().map { try mail($0) }, account: "ann", after: 0))
        bench.observe(.mail([try mail(101)], account: "ann", after: 100))
        try bench.perform(.openMail)
        #expect(content(bench)?.mails.map(\.id) == Array((2...101).reversed()))
    }

    @Test("mail is not stored on the phone")
    func notStored() throws {
        var bench = try bench()
        let before = bench.state.memory
        bench.observe(.mail([try mail(1)], account: "ann", after: 0))
        #expect(bench.state.memory == before)
    }

    // MARK: - AutoFill

    @Test(
        "the code of a mail is suggested, but one that is bound to a site only for that site's app",
        arguments: [
            ("Your code is 123456.", nil as String?, true), ("Your code is 123456.\n\n@example.com #123456", "example.com", true),
            ("Your code is 123456.\n\n@example.com #123456\n\n \n", "example.com", true),
            ("Your code is 123456.\n\n@other.example #123456", "other.example", false),
            ("Your code is 123456.\n\n@other.example #123456\n", "other.example", false),
            ("Your code is 123456.\n\n@login.example.com #123456", "login.example.com", false),
        ])
    func codes(text: String, site: String?, isOffered: Bool) throws {
        var bench = try bench()
        bench.observe(.mail([try mail(1, text: text)], account: "ann", after: 0))
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions == (isOffered ? [.mailedCode("123456", site: site)] : []))
    }

    @Test("choosing the code fills it in, and ends the banner")
    func filling() throws {
        var bench = try bench()
        bench.observe(.mail([try mail(1)], account: "ann", after: 0))
        try bench.launch(showing: .code, focus: "code")
        let effects = try bench.perform(.chooseSuggestion(0))
        #expect(StateBench.events(effects).contains(.filled(field: "code", text: "K7QM-2XPA")))
        #expect(bench.view.mailBanner == nil)
    }

    @Test(
        "a code is suggested for three minutes after the relay received the mail, even if it reached the phone later",
        arguments: [(0, 179.9, true), (0, 180, false), (120, 59.9, true), (120, 60, false), (180, 0, false)])
    func expiry(age: Int, later: Double, isOffered: Bool) throws {
        var bench = try bench()
        bench.observe(.mail([try mail(1, age: age)], account: "ann", after: 0))
        bench.now = at(later)
        bench.observe(.timePassed)
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions.isEmpty == !isOffered)
    }

    @Test("old codes of a mailbox do not displace a new one of a message")
    func manyOldCodes() throws {
        var bench = try bench()
        bench.observe(.message("Your code is 123456", sender: "Shop"))
        bench.observe(
            .mail(try (1...50).reversed().map { try mail($0, age: 3_600) }, account: "ann", after: 0))
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions == [.code("123456", sender: "Shop", site: nil)])
    }

    @Test(
        "a text that the relay may have cut has no code, because the line that binds it may be missing",
        arguments: [(Mailbox.Entry.longestTextWithCode, true), (Mailbox.Entry.longestTextWithCode + 1, false)])
    func longText(length: Int, hasCode: Bool) throws {
        let start = "Your code is 123456.\n"
        let text = start + String(repeating: "x", count: length - start.utf8.count)
        var bench = try bench()
        bench.observe(.mail([try mail(1, text: text)], account: "ann", after: 0))
        try bench.perform(.readMail(id: 1))
        #expect(content(bench)?.open?.text.count == length)
        #expect((content(bench)?.open?.code != nil) == hasCode)
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions.isEmpty == !hasCode)
    }
}

extension PhoneView.Content {
    /// The action of tapping a title on a screen without keyboard and overlays.
    fileprivate func tapping(_ title: String) -> PhoneAction? {
        PhoneView(
            version: 1, device: "iPhone", time: at(0), biometry: .faceID, isOnline: true, content: self, overlays: []
        ).action(tapping: title)
    }
}
