import AssociatedDomains
import FoundationEssentials
import PasswordManager
import Testing

/// The code of PasswordManager.docc.
enum QuickStart {
    static func bar(
        store: any CredentialStore, associations: any DomainAssociations, app: AppIdentifier, now: Date
    ) throws -> QuickTypeBar? {
        // In Sources/Device/PasswordManager/PasswordManager.docc/PasswordManager.md
        let autoFill = AutoFill(store: store, associations: associations)
        let (user, password) = (FieldID(rawValue: "user"), FieldID(rawValue: "password"))
        let screen = InputScreen(
            .app(app),
            fields: [
                ScreenField(id: user, type: .username), ScreenField(id: password, type: .currentPassword),
            ])

        let bar = try autoFill.bar(for: password, on: screen, at: now)
        // End
        return bar
    }

    static func fill(
        _ suggestion: CredentialSuggestion, by autoFill: AutoFill, on screen: InputScreen, now: Date,
        perform: ([FillEffect]) -> Void
    ) throws {
        // In Sources/Device/PasswordManager/PasswordManager.docc/PasswordManager.md
        // The app resigns active, and the phone asks for the face or finger.
        let fill = autoFill.choose(suggestion)
        perform(fill.effects)

        // The app is active again, and each field becomes first responder and receives its text.
        let outcome = try autoFill.finish(fill, presence: .confirmed, on: screen, at: now)
        perform(outcome.effects)
        // End
    }

    static func save(
        _ screen: InputScreen, seenBy observer: inout SaveObserver, autoFill: AutoFill, codes: RecentCodes, now: Date,
        show: (String) -> Void
    ) throws {
        // In Sources/Device/PasswordManager/PasswordManager.docc/PasswordManager.md
        // Keep one observer for each running app, and for each tab.
        guard let entered = observer.observe(screen, at: now) else { return }
        // On a locked device this call throws; decide later.
        switch try autoFill.decide(on: entered, codes: codes) {
        case .ask(let prompt): show(prompt.question)
        case .save(let order): try autoFill.perform(order, at: now)
        case .nothing: break
        }
        // End
    }

    static func fields(of bytes: [UInt8]) throws -> [String] {
        // In Sources/Device/PasswordManager/PasswordManager.docc/PasswordManager.md
        let page = try FormPage(html: bytes)
        let fields = page.classify().map { "\($0.index) \($0.type.rawValue) \($0.evidence)" }
        // End
        return fields
    }

    static func types() -> [FieldType] {
        // In Sources/Device/PasswordManager/PasswordManager.docc/FieldClassification.md
        let screen = FormPage(
            screen: "Create account", buttons: ["Sign up"],
            fields: [FormField(id: "mail", keyboard: "emailAddress"), FormField(id: "password", isSecure: true)])
        let types = screen.classify().map(\.type)  // email, newPassword
        // End
        return types
    }
}

@Suite("Quick start of PasswordManager")
struct QuickStartTests {
    @Test("the code block offers the saved credential of the associated site")
    func runs() throws {
        let bench = try Bench()
        try bench.save("ann")
        let bar = try QuickStart.bar(store: bench.store, associations: bench.associations, app: app(), now: at(100))
        #expect(bar?.credentials.map(\.id.user) == ["ann"])
    }

    @Test("the code block fills in the user name and the password")
    func fills() throws {
        let bench = try Bench()
        try bench.save("ann")
        let screen = signIn(.app(try app()))
        let suggestion = try #require(try bench.bar("password", on: screen)?.credentials.first)
        var effects: [FillEffect] = []
        try QuickStart.fill(suggestion, by: bench.autoFill, on: screen, now: at(200)) { effects += $0 }
        #expect(effects.first == .resignActive)
        #expect(effects.last == .setText(FieldID(rawValue: "password"), PrivateText("correct horse")))
    }

    @Test("the code block asks whether to save a new password")
    func saves() throws {
        let bench = try Bench()
        let place = InputPlace.app(try app())
        var observer = SaveObserver()
        var questions: [String] = []
        for screen in [signIn(place, user: "ann", password: "new secret"), InputScreen(place, fields: [])] {
            try QuickStart.save(
                screen, seenBy: &observer, autoFill: bench.autoFill, codes: RecentCodes(), now: at(1)
            ) { questions.append($0) }
        }
        #expect(questions.count == 1)
    }

    @Test("the code blocks classify the fields of a page and of a screen")
    func classifies() throws {
        let fields = try QuickStart.fields(of: Array(#"<form><input name="user"><input type="password"></form>"#.utf8))
        #expect(fields.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == ["0 username", "1 current-password"])
        #expect(QuickStart.types() == [.email, .newPassword])
    }
}
