import AssociatedDomains
import DeviceScreens
import PasswordManager
import Testing

@testable import DeviceSimulator

/// A sequence of screens of an app, and what is saved afterwards.
struct SavingCase: CustomTestStringConvertible, Sendable {
    enum End: Equatable, Sendable {
        case asksToSave, asksToUpdate, savesAtOnce, nothing
    }

    let testDescription: String
    var saved: String?
    var isAssociated = true
    var first = AppScreen.signIn
    var texts = ["user": "ann", "password": "new secret"]
    var takesStrongPassword = false
    var message: String?
    /// The screens that follow.
    var screens: [AppScreen] = [.signedIn]
    var ends = false
    let end: End

    static let all: [SavingCase] = [
        SavingCase(testDescription: "signed in by hand", end: .asksToSave),
        SavingCase(testDescription: "a different password than the saved one", saved: "old", end: .asksToUpdate),
        SavingCase(testDescription: "the saved password", saved: "new secret", end: .nothing),
        SavingCase(
            testDescription: "the fields stay, because the server rejects the password",
            screens: [.signIn.filled(["user": "ann", "password": "new secret"])], end: .nothing),
        SavingCase(testDescription: "the fields are cleared before they disappear", screens: [.signIn, .signedIn], end: .nothing),
        SavingCase(testDescription: "an alert over the fields", screens: [alert], end: .nothing),
        SavingCase(testDescription: "the process ends with text in the fields", ends: true, end: .nothing),
        SavingCase(testDescription: "the app is not associated with a site", isAssociated: false, end: .nothing),
        SavingCase(testDescription: "no password", texts: ["user": "ann"], end: .nothing),
        SavingCase(testDescription: "no user name", texts: ["password": "new secret"], end: .nothing),
        SavingCase(
            testDescription: "the saved password with a code appended", saved: "old",
            texts: ["user": "ann", "password": "old123456"],
            message: "Your code is 123456", end: .nothing),
        SavingCase(
            testDescription: "the saved password with digits appended, without a received code", saved: "old",
            texts: ["user": "ann", "password": "old123456"], end: .asksToUpdate),
        SavingCase(
            testDescription: "signed up with a strong password", first: .signUp, texts: ["user": "ann"], takesStrongPassword: true,
            end: .savesAtOnce),
        SavingCase(
            testDescription: "a strong password, but the sign-up fails", first: .signUp, texts: ["user": "ann"],
            takesStrongPassword: true, screens: [.signUp.filled(["user": "ann"]), .signedIn], end: .nothing),
        SavingCase(
            testDescription: "signed up with a typed password", first: .signUp,
            texts: ["user": "ann", "new": "chosen well"],
            end: .asksToSave),
    ]

    private static var alert: AppScreen {
        var screen = AppScreen.signIn.filled(["user": "ann", "password": "new secret"])
        screen.alert = AppAlert(title: "Try again", message: "")
        return screen
    }
}

@Suite("Passwords that a phone saves") struct SavingTests {
    private func run(_ way: SavingCase) throws -> StateBench {
        var bench = try StateBench()
        if let saved = way.saved { try bench.save("ann", saved) }
        if !way.isAssociated { bench.associations.hold(try AppIdentifier(StateBench.app)) }
        try bench.launch(showing: way.first)
        if let message = way.message { bench.observe(.message(message, sender: "Shop")) }
        for (field, text) in way.texts.sorted(by: { $0.key < $1.key }) {
            try bench.perform(.type(field: field, text: text))
            bench.takeOver()
        }
        if way.takesStrongPassword {
            try bench.perform(.focus(field: "new"))
            try bench.perform(.chooseSuggestion(0))
            bench.takeOver()
        }
        if way.ends {
            bench.observe(.app(StateBench.app, launch: bench.launch, .ended(failure: nil)))
            try bench.perform(.home)
            try bench.open()
        }
        for screen in way.screens { bench.show(screen) }
        return bench
    }

    @Test("are those of the article's cases", arguments: SavingCase.all)
    func rules(way: SavingCase) throws {
        let bench = try run(way)
        let question = bench.view.overlays.compactMap { if case .saveQuestion(let question) = $0 { question } else { nil } }.first
        switch way.end {
        case .asksToSave: #expect(question == PhoneView.SaveQuestion(user: "ann", site: "example.com", isUpdate: false))
        case .asksToUpdate: #expect(question == PhoneView.SaveQuestion(user: "ann", site: "example.com", isUpdate: true))
        case .savesAtOnce, .nothing: #expect(question == nil)
        }
        let now = try bench.savedPassword(of: "ann")
        #expect(way.end == .savesAtOnce ? (now?.count ?? 0) >= 20 : now == way.saved)
    }

    @Test("depend on the user's answer", arguments: PhoneAction.SaveAnswer.allCases, [nil, "old"])
    func answers(answer: PhoneAction.SaveAnswer, saved: String?) throws {
        var bench = try run(SavingCase(testDescription: "", saved: saved, end: .asksToSave))
        #expect(throws: PhoneError.self) { try bench.perform(.press(button: "out")) }
        try bench.perform(.answerSaveQuestion(answer))
        #expect(try bench.savedPassword(of: "ann") == (answer == .save ? "new secret" : saved), "\(answer)")
        #expect(bench.view.overlays.isEmpty)
        #expect(throws: PhoneError.self) { try bench.perform(.answerSaveQuestion(answer)) }
    }

    @Test(
        "a sign-in while the passwords are unreadable leads to a prompt later, even after the process has ended",
        arguments: [false, true])
    func lockedMeanwhile(ends: Bool) throws {
        var bench = try StateBench()
        try bench.launch(showing: AppScreen.signIn.filled(["user": "ann", "password": "new secret"]))
        bench.store.isLocked = true
        bench.show(.signedIn)
        #expect(bench.view.overlays.isEmpty)
        if ends {
            bench.observe(.app(StateBench.app, launch: bench.launch, .ended(failure: nil)))
            try bench.perform(.home)
            try bench.launch(showing: .signedIn)
        }
        bench.observe(.device(DeviceFacts(isLocked: true)))
        bench.store.isLocked = false
        bench.observe(.device(DeviceFacts()))
        #expect(
            bench.view.overlays == [.saveQuestion(PhoneView.SaveQuestion(user: "ann", site: "example.com", isUpdate: false))])
    }

    @Test(
        "after Never for This Website there is no prompt until the user reverts it in Settings, and saved passwords are still suggested"
    )
    func never() throws {
        var bench = try run(SavingCase(testDescription: "", saved: "old", end: .asksToUpdate))
        let never = AutoFillSettings(neverSaved: [try DomainName("example.com")])
        #expect(try bench.perform(.answerSaveQuestion(.never)).contains(.autoFill(never)))
        func signInAgain() throws -> [PhoneView.Overlay] {
            try bench.launch(showing: .signIn, focus: "user")
            #expect(bench.suggestions == [.credential(user: "ann", site: "example.com")])
            try bench.perform(.type(field: "user", text: "ann"))
            try bench.perform(.type(field: "password", text: "another"))
            bench.takeOver()
            bench.show(.signedIn)
            return bench.view.overlays
        }
        #expect(try signInAgain().isEmpty)
        #expect(try bench.savedPassword(of: "ann") == "old")
        #expect(throws: PhoneError.self) { try bench.perform(.askToSave(site: "example.com")) }
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.passwords))))
        func neverSaved() -> [String]? {
            if case .settings(let settings) = bench.view.content { settings.neverSaved } else { nil }
        }
        #expect(neverSaved() == [], "the list is hidden before the authentication")
        #expect(throws: PhoneError.self) { try bench.perform(.askToSave(site: "example.com")) }
        bench.observe(.presence(number: inquiry, .confirmed))
        #expect(neverSaved() == ["example.com"])
        #expect(throws: PhoneError.self) { try bench.perform(.askToSave(site: "other.example")) }
        #expect(try bench.perform(.askToSave(site: "example.com")).contains(.autoFill(AutoFillSettings())))
        #expect(neverSaved() == [])
        #expect(try signInAgain().count == 1)
    }

    @Test("are not saved while AutoFill is off")
    func off() throws {
        var bench = try StateBench()
        try bench.perform(.openSettings(.root))
        #expect(try bench.perform(.setAutoFill(false)).contains(.autoFill(AutoFillSettings(isOn: false))))
        try bench.launch(showing: AppScreen.signIn.filled(["user": "ann", "password": "x y z"]))
        bench.show(.signedIn)
        #expect(bench.view.overlays.isEmpty)
    }
}
