import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Secrets
import Testing

@testable import DeviceServices

@Suite("A sheet on a terminal") struct SheetTextTests {
    @Test("accepts exactly the answers that it lists")
    func words() throws {
        let form = SignInForm(
            isFirst: true, asksName: true, asksEmail: true, givenName: "Jane", familyName: "A", email: "jane@example.com")
        let account = try #require(AppleAccount(rawValue: "jane"))
        let details = try text(.details(form))
        #expect(details.lines.contains("  name     Jane A") && details.lines.contains("  address  jane@example.com"))
        #expect(told(details, "continue") == "proceed")
        #expect(told(details, "hide") == "hide - -")
        #expect(told(details, "share J./Doe") == "share J. Doe")
        #expect(told(details, "share J.") == nil)
        #expect(told(details, "again") == nil)
        #expect(told(try text(.explanation(account)), "continue") == "proceed")
        #expect(told(try text(.explanation(account)), "hide") == nil)
        #expect(told(try text(.createPasskey(user: "j", site: "example.com")), "continue") == "proceed")
        #expect(told(try text(.createPasskey(user: "j", site: "example.com")), "1") == nil)
        let vault = try AppIdentifier("ABCDE12345.com.example.vault")
        let places = try text(.createPasskey(user: "j", site: "example.com", places: [.provider(vault), .securityKey]))
        #expect(places.lines.contains("  1  save it in ABCDE12345.com.example.vault instead"))
        #expect(places.lines.contains("  2  use a security key instead"))
        #expect(told(places, "continue") == "proceed" && told(places, "1") == "choose 0" && told(places, "2") == "choose 1")
        #expect(told(places, "3") == nil)
        let request = try #require(
            AccountCreationRequest(
                relyingParty: "example.com", challenge: [1], userHandle: [1], contacts: [.email], asksName: true))
        let known = AccountDetails(givenName: "Jane", familyName: "A", email: "jane@example.com")
        let creation = try text(.newAccount(AccountForm(request, details: known, phoneNumber: nil)))
        #expect(creation.lines.contains("  name     Jane A") && creation.lines.contains("  contact  jane@example.com"))
        #expect(told(creation, "continue") == "account - - -")
        #expect(told(creation, "continue j@example.org J./Doe") == "account j@example.org J. Doe")
        #expect(told(creation, "continue J./Doe") == "account - J. Doe")
        #expect(told(creation, "continue 01234 56789") == nil && told(creation, "continue  / ") == nil)
        #expect(told(creation, "save 1") == nil)
        let provided = try text(
            .newAccount(AccountForm(request, details: known, phoneNumber: nil, providers: [vault])))
        #expect(provided.lines.contains("  save 1  the passkey in ABCDE12345.com.example.vault"))
        #expect(told(provided, "continue") == "account - - -" && told(provided, "save 1") == "account - - - in 0")
        #expect(told(provided, "save 1 j@example.org J./Doe") == "account j@example.org J. Doe in 0")
        for line in ["save", "save 0", "save 2", "save -1", "save x"] { #expect(told(provided, line) == nil) }
        let empty = try text(.newAccount(AccountForm(request, details: nil, phoneNumber: nil)))
        #expect(told(empty, "continue") == nil && told(empty, "continue j@example.org") == nil)
        #expect(told(empty, "continue j@example.org J./Doe") == "account j@example.org J. Doe")
        let exchange = try text(.importCredentials(ImportCounts(new: 3, known: 2, different: 1, rejected: 4)))
        #expect(exchange.lines.contains("  new        3") && exchange.lines.contains("  rejected   4"))
        #expect(told(exchange, "continue") == "proceed" && told(exchange, "1") == nil && told(exchange, "cancel") == "cancel")
        let provider = try text(.turnOnProvider)
        #expect(told(provider, "continue") == "proceed" && told(provider, "1") == nil && told(provider, "cancel") == "cancel")
        let passkey = Passkey(relyingParty: "example.com", userName: "j", credentialID: [1])
        let choice = try text(
            .choice([
                .appleID(account), .password(SavedPassword(user: "j", site: "example.com")), .passkey(passkey),
                .securityKey(site: "example.com"), .provider(vault),
            ]))
        #expect(told(choice, "2") == "choose 1" && told(choice, "3") == "choose 2" && told(choice, "4") == "choose 3")
        #expect(choice.lines.contains("  4  a security key for example.com"))
        #expect(choice.lines.contains("  5  a passkey in ABCDE12345.com.example.vault") && told(choice, "5") == "choose 4")
        #expect(told(choice, "6") == nil && told(choice, "0") == nil && told(choice, "-1") == nil)
        #expect(told(choice, "cancel") == "cancel")
        #expect(told(try text(.alert(.noAccount)), "settings") == "settings")
        #expect(told(try text(.alert(.notCompleted)), "settings") == nil)
        #expect(told(try text(.alert(.notCompleted)), "again") == "again")
        #expect(told(try text(.alert(.notCompleted)), "close") == "cancel")
        let password = try text(.accountPassword(account, isRepeated: true))
        #expect(password.isSecret && told(password, "cancel") == "password 6" && told(password, "") == "cancel")
        #expect(!details.isSecret)
        let key = try text(.securityKey(site: "example.com"))
        #expect(!key.isSecret && told(key, "continue") == "proceed" && told(key, "1234") == nil)
        let touch = try text(.securityKeyTouch)
        #expect(!touch.isSecret && told(touch, "cancel") == "cancel" && told(touch, "continue") == nil)
        let pin = try text(.securityKeyPIN(site: "example.com", isRepeated: true, attempts: 7))
        #expect(pin.isSecret && pin.lines.prefix(2) == ["Incorrect PIN.", "Attempts left: 7"])
        #expect(told(pin, "1234") == "password 4" && told(pin, "") == "cancel")
    }

    @Test("of an import shows the sites of all new credentials", arguments: [0, 1, 25])
    func importedSites(count: Int) throws {
        let sites = (0..<count).map { "s\($0).example" }
        let counts = ImportCounts(new: count, known: 0, different: 0, rejected: 0)
        let lines = try text(.importCredentials(counts, sites: sites)).lines.filter { $0.hasPrefix("  site ") }
        #expect(lines == sites.map { "  site       \($0)" })
    }

    @Test("of an import with the maximum number of sites can be sent to the owner, and a longer one cannot")
    func mostSites() throws {
        let sites = (0..<ExchangeDocument.Limits().allSites).map { "s\($0).example" }
        let counts = ImportCounts(new: sites.count, known: 0, different: 0, rejected: 0)
        let lines = try text(.importCredentials(counts, sites: sites)).lines
        let notice = NoticeQueue.Notice(number: 1, lines: lines, isSecret: false)
        #expect(try NoticeQueue.Notice(message: notice.message) == notice)
        let longer = NoticeQueue.Notice(number: 1, lines: lines + [""], isSecret: false)
        #expect(throws: WireError.self) { try NoticeQueue.Notice(message: longer.message) }
    }

    @Test(
        "shows user names without controls, isolated and shortened",
        arguments: [
            ("jane", "jane"), ("jane\u{202E}moc", "janemoc"), ("a\u{2066}b\u{2069}\u{200F}", "ab"), ("a\u{2028}b\nc", "abc"),
            ("\u{5D0}\u{202E}", "\u{2068}\u{5D0}\u{2069}"), (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
            (String(repeating: "x", count: 1_024), "\u{2068}" + String(repeating: "x", count: 64) + "…\u{2069}"),
        ])
    func foreignNames(name: String, shown: String) throws {
        let creation = try text(.createPasskey(user: name, site: "example.com"))
        #expect(creation.lines.first == "Create a passkey for \(shown) on example.com?")
        let passkey = Passkey(relyingParty: "example.com", userName: name, credentialID: [1])
        let choice = try text(.choice([.password(SavedPassword(user: name, site: "example.com")), .passkey(passkey)]))
        #expect(choice.lines.contains("  1  \(shown) for example.com"))
        #expect(choice.lines.contains("  2  the passkey of \(shown) for example.com"))
    }

    private func text(_ content: Sheet.Content) throws -> SheetText {
        let app = try #require(AccessGroup(rawValue: "TEAM.com.example.juice"))
        let text = SheetText(Sheet(number: 1, app: App(identifier: app), content: content))
        #expect(text.lines.contains { $0.contains("TEAM.com.example.juice") } || !content.isForApp)
        return text
    }

    private func told(_ text: SheetText, _ line: String) -> String? {
        switch text.answer(to: line) {
        case .proceed: "proceed"
        case .details(let choices): "\(choices.email) \(choices.givenName ?? "-") \(choices.familyName ?? "-")"
        case .account(let choices):
            "account \(choices.contact ?? "-") \(choices.givenName ?? "-") \(choices.familyName ?? "-")"
                + (choices.provider.map { " in \($0)" } ?? "")
        case .choose(let index): "choose \(index)"
        case .password(let password): "password \(password.count)"
        case .openSettings: "settings"
        case .tryAgain: "again"
        case .cancel: "cancel"
        case .interrupted: "interrupted"
        case nil: nil
        }
    }
}

extension Sheet.Content {
    fileprivate var isForApp: Bool {
        switch self {
        case .alert, .accountPassword, .securityKeyPIN: false
        default: true
        }
    }
}
