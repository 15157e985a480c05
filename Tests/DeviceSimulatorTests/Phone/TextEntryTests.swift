import DeviceScreens
@testable import DeviceSimulator
import Testing

@Suite("Text changes in an app's fields", .timeLimit(.minutes(20)))
struct TextEntryTests {
    enum Fill: String, CaseIterable {
        case signIn, signUp, code

        var fields: [String] {
            switch self {
            case .signIn: ["user", "password"]
            case .signUp: ["new", "again"]
            case .code: ["code"]
            }
        }
    }

    struct Case: CustomStringConvertible {
        let fill: Fill
        let view: AppTextField.View
        let held: String
        let rejects: Bool

        static let all = Fill.allCases.flatMap { fill in
            AppTextField.View.allCases.flatMap { view in
                ["", "old"].flatMap { held in
                    [false, true].map { Case(fill: fill, view: view, held: held, rejects: $0) }
                }
            }
        }

        var description: String { "\(fill) into \(view.rawValue) with “\(held)”\(rejects ? ", rejected" : "")" }

        /// The order of the article.
        func ledger(_ texts: [String]) -> [String] {
            var lines = fill == .signIn ? ["resign", "active"] : []
            for (index, (field, text)) in zip(fill.fields, texts).enumerated() {
                if index > 0 { lines.append("focus \(field)") }
                switch view {
                case .textField: lines.append("textField \(field) 0+\(held.count) \(text)")
                case .textView: lines.append("textView \(field) 0+\(held.count) \(text)")
                case .textInput: lines.append(held.isEmpty ? "insertText \(field) \(text)" : "replace \(field) 0+3 \(text)")
                }
                if !rejects { lines.append("changed \(field) \(text)") }
            }
            return lines
        }
    }

    private func phone(_ settings: [String: String]) async throws -> Phone {
        let phone = try Phone()
        try phone.device.put(
            SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(LedgerApp.identifier)"]}}"#)), at: "example.com")
        try await phone.launch(
            LedgerApp.self, as: LedgerApp.identifier, associatedDomains: ["webcredentials:example.com"], settings: settings)
        return phone
    }

    private func ledger(_ phone: Phone) async -> [String] {
        await phone.isSettled()
        return phone.screen?.elements.compactMap { if case .text(let text) = $0 { text.text } else { nil } } ?? []
    }

    @Test(
        "AutoFill calls the app in the article's order, moves the first responder itself, and a rejected change keeps the field's text",
        arguments: Case.all)
    func order(_ one: Case) async throws {
        var settings = ["form": one.fill.rawValue, "view": one.view.rawValue, "held": one.held]
        settings["rejects"] = one.rejects ? "yes" : nil
        let phone = try await phone(settings)
        phone.device.savePassword("secret", user: "ann", site: "example.com")
        phone.receive(message: "Your code is 123456", from: "Shop")
        try await phone.focus(one.fill.fields[0])
        await phone.isSettled()
        try await phone.tap("Go")
        await phone.isSettled()
        var texts = ["ann", "secret"]
        switch one.fill {
        case .signIn:
            try await phone.tap("ann")
            try await phone.showFace()
            try await phone.wait { $0.overlays.isEmpty && $0.keyboard?.field == "password" }
        case .signUp:
            guard case .strongPassword(let password)? = phone.bar.first else {
                Issue.record("no strong password is suggested")
                return
            }
            texts = [password, password]
            try await phone.tap("Use Strong Password")
        case .code:
            texts = ["123456"]
            try await phone.tap("123456")
        }
        #expect(await ledger(phone) == one.ledger(texts))
        #expect(phone.screen?.fields.map(\.text) == (one.rejects ? one.fill.fields.map { _ in one.held } : texts))
        #expect(phone.view.strongPasswordFields == (one.fill == .signUp && !one.rejects ? one.fill.fields : []))
    }

    @Test(
        "the keyboard requests a change of only the differing part",
        arguments: [
            ("", "a", "textField user 0+0 a"), ("ann", "anna", "textField user 3+0 a"), ("anna", "ann", "textField user 3+1 "),
            ("anna", "alna", "textField user 1+1 l"), ("👨‍👩‍👧x", "👨‍👩‍👧", "textField user 8+1 "), ("aa", "a", "textField user 1+1 "),
        ])
    func typing(old: String, new: String, asked: String) async throws {
        let phone = try await phone(["held": old])
        try await phone.focus("user")
        await phone.isSettled()
        try await phone.tap("Go")
        try await phone.type(new, into: "user")
        #expect(await ledger(phone) == [asked, "changed user \(new)"])
    }

    @Test("the user cannot tap into a field that the app disabled, until AutoFill has made it first responder")
    func tapping() async throws {
        let phone = try await phone([:])
        await #expect(throws: PhoneError.self) { try await phone.perform(.focus(field: "password")) }
        await #expect(throws: PhoneError.self) { try await phone.perform(.type(field: "password", text: "x")) }
        #expect(phone.screen?.fields.map(\.text) == ["", ""])
        phone.device.savePassword("secret", user: "ann", site: "example.com")
        try await phone.focus("user")
        try await phone.tap("ann")
        try await phone.showFace()
        try await phone.wait { $0.overlays.isEmpty && $0.keyboard?.field == "password" }
        try await phone.perform(.type(field: "password", text: "x"))
        await phone.isSettled()
        #expect(phone.screen?.fields.map(\.text) == ["ann", "x"])
    }

    @Test("a field with the strong password offers to choose one's own, which clears both fields; an edited password is not strong")
    func ownPassword() async throws {
        let phone = try await phone(["form": "signUp"])
        try await phone.focus("new")
        try await phone.tap("Use Strong Password")
        await phone.isSettled()
        #expect(phone.bar == [.ownPassword])
        try await phone.tap("Choose My Own Password")
        await phone.isSettled()
        #expect(phone.screen?.fields.map(\.text) == ["", ""])
        #expect(phone.view.strongPasswordFields.isEmpty)
        try await phone.perform(.focus(field: "new"))
        try await phone.tap("Use Strong Password")
        await phone.isSettled()
        let strong = try #require(phone.screen?.field("new")?.text)
        try await phone.type(strong + "!", into: "new")
        await phone.isSettled()
        #expect(phone.view.strongPasswordFields == ["again"])
        #expect(phone.bar == [.strongPassword(strong)])
    }
}
