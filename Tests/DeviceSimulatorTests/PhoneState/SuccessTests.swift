import AssociatedDomains
import DeviceScreens
import PasswordManager
import Testing

@testable import DeviceSimulator

/// Successful sign-ins, until they are saved or declined.
@Suite("A successful sign-in on a phone") struct SuccessTests {
    private static let other = "ABCDE12345.com.example.other"

    private static func question(_ user: String, isUpdate: Bool = false, at site: String = "example.com") -> PhoneView.Overlay {
        .saveQuestion(PhoneView.SaveQuestion(user: user, site: site, isUpdate: isUpdate))
    }

    private static func signIn(_ bench: inout StateBench, _ user: String = "ann", _ password: String = "new secret") throws {
        try bench.launch(showing: AppScreen.signIn.filled(["user": user, "password": password]))
        bench.show(.signedIn)
    }

    @Test("leads to a prompt above its app only, until the user answers")
    func home() throws {
        var bench = try StateBench()
        try Self.signIn(&bench)
        #expect(bench.view.overlays == [Self.question("ann")])
        for place in [PhoneAction.home, .openMessages, .openSettings(.root)] {
            try bench.perform(place)
            #expect(bench.view.overlays.isEmpty)
            #expect(throws: PhoneError.self) { try bench.perform(.answerSaveQuestion(.save)) }
        }
        try bench.open()
        #expect(bench.view.overlays == [Self.question("ann")])
        try bench.perform(.quit(app: StateBench.app))
        bench.observe(.app(StateBench.app, launch: 1, .ended(failure: nil)))
        try bench.launch(showing: .signIn)
        #expect(bench.view.overlays == [Self.question("ann")])
        try bench.perform(.answerSaveQuestion(.save))
        #expect(bench.view.overlays.isEmpty)
        #expect(try bench.savedPassword(of: "ann") == "new secret")
        try bench.perform(.home)
        try bench.open()
        #expect(bench.view.overlays.isEmpty)
    }

    @Test("in a second app does not replace the first app's prompt")
    func secondApp() throws {
        var bench = try StateBench()
        let identifier = try AppIdentifier(Self.other)
        bench.associations.hold(identifier, try DomainName("other.example"))
        bench.observe(.installed(AppDescription(identifier: identifier, name: "Other")))
        try bench.perform(.open(app: Self.other))
        let launch = try #require(bench.state[app: Self.other]?.launch)
        bench.observe(.app(Self.other, launch: launch, .screen(AppScreen.signIn.filled(["user": "bob", "password": "his own"]))))
        try Self.signIn(&bench)
        // The server has answered the app in the background meanwhile.
        bench.observe(.app(Self.other, launch: launch, .screen(.signedIn)))
        #expect(bench.view.overlays == [Self.question("ann")])
        try bench.perform(.open(app: Self.other))
        #expect(bench.view.overlays == [Self.question("bob", at: "other.example")])
        try bench.perform(.answerSaveQuestion(.save))
        try bench.open()
        #expect(bench.view.overlays == [Self.question("ann")])
        try bench.perform(.answerSaveQuestion(.notNow))
        #expect(try bench.savedPassword(of: "bob", at: "other.example") == "his own")
        #expect(try bench.savedPassword(of: "ann") == nil)
    }

    @Test("a second save prompt waits for the first, and one for the same user replaces it")
    func queue() throws {
        var bench = try StateBench()
        try Self.signIn(&bench, "ann", "mistyped")
        bench.show(AppScreen.signIn.filled(["user": "bob", "password": "his own"]))
        bench.show(.signedIn)
        #expect(bench.view.overlays == [Self.question("ann")])
        bench.show(AppScreen.signIn.filled(["user": "ann", "password": "her own"]))
        bench.show(.signedIn)
        #expect(bench.view.overlays == [Self.question("bob")])
        try bench.perform(.answerSaveQuestion(.save))
        #expect(bench.view.overlays == [Self.question("ann")])
        try bench.perform(.answerSaveQuestion(.save))
        #expect(try bench.savedPassword(of: "ann") == "her own")
        #expect(bench.view.overlays.isEmpty)
    }

    @Test("with “Never” ends every prompt for the site")
    func never() throws {
        var bench = try StateBench()
        try Self.signIn(&bench, "ann")
        bench.show(AppScreen.signIn.filled(["user": "bob", "password": "his own"]))
        bench.show(.signedIn)
        try bench.perform(.answerSaveQuestion(.never))
        #expect(bench.view.overlays.isEmpty)
    }

    // MARK: - Strong passwords

    private static func signUp(_ bench: inout StateBench) throws -> String {
        try bench.launch(showing: AppScreen.signUp.filled(["user": "ann"]), focus: "new")
        guard case .strongPassword(let password)? = bench.suggestions.first else {
            throw PhoneError(.nothingThere, "no suggestion")
        }
        try bench.perform(.chooseSuggestion(0))
        bench.takeOver()
        return password
    }

    private static func next(after bench: StateBench) -> PhoneState {
        PhoneState(
            name: "iPhone", store: bench.store, unsavedPasswords: bench.state.unsavedPasswords, associations: bench.associations,
            now: bench.now)
    }

    @Test(
        "with a strong password is stored while the passwords are unreadable or read-only, and saved by the next phone",
        arguments: [true, false])
    func stored(isLocked: Bool) throws {
        var bench = try StateBench()
        let password = try Self.signUp(&bench)
        if isLocked { bench.store.isLocked = true } else { bench.store.isReadOnly = true }
        bench.observe(.device(DeviceFacts(isLocked: true)))
        bench.show(.signedIn)
        #expect(try bench.state.unsavedPasswords.stored().map(\.password) == [PrivateText(password)])
        var next = Self.next(after: bench)
        _ = next.handle(.started, at: bench.now)
        (bench.store.isLocked, bench.store.isReadOnly) = (false, false)
        #expect(try bench.savedPassword(of: "ann") == nil)
        _ = next.handle(.timePassed, at: bench.now)
        #expect(try bench.savedPassword(of: "ann") == password)
        #expect(try bench.state.unsavedPasswords.stored().isEmpty)
    }

    @Test("with a strong password waits for the app’s site if the association is still unknown after a start")
    func notAssociatedYet() throws {
        var bench = try StateBench()
        let password = try Self.signUp(&bench)
        bench.store.isLocked = true
        bench.show(.signedIn)
        bench.store.isLocked = false
        let app = try AppIdentifier(StateBench.app)
        bench.associations.hold(app)
        var next = Self.next(after: bench)
        _ = next.handle(.started, at: bench.now)
        #expect(try bench.savedPassword(of: "ann") == nil)
        bench.associations.hold(app, try DomainName("example.com"))
        _ = next.handle(.passwordsChanged, at: bench.now)
        #expect(try bench.savedPassword(of: "ann") == password)
    }

    @Test("with a typed password is not stored, because the user knows it")
    func typed() throws {
        var bench = try StateBench()
        try bench.launch(showing: AppScreen.signIn.filled(["user": "ann", "password": "new secret"]))
        bench.store.isLocked = true
        bench.show(.signedIn)
        #expect(bench.state.successes.count == 1)
        #expect(try bench.state.unsavedPasswords.stored().isEmpty)
    }
}
