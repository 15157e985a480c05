import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import FoundationEssentials
import PasswordManager
import Testing

@testable import DeviceSimulator

/// The state of a phone with an app for signing in, associated with example.com, without device, process and thread.
struct StateBench {
    static let app = "ABCDE12345.com.example.shop"
    static let vault = "ABCDE12345.com.example.vault"

    let store: LockableStore
    let associations = MutableAssociations()
    private(set) var state: PhoneState
    var now = at(0)

    init(random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) throws {
        store = LockableStore(InMemoryCredentialStore(device: try #require(DeviceName(rawValue: "phone"))))
        state = PhoneState(name: "iPhone", store: store, associations: associations, random: random, now: now)
        let identifier = try AppIdentifier(Self.app)
        associations.hold(identifier, try DomainName("example.com"))
        observe(.installed(AppDescription(identifier: identifier, name: "Shop")))
    }

    /// Restores a memory, as a restarted phone does.
    mutating func restore(_ memory: PhoneMemory) { state.restore(memory) }

    var view: PhoneView { state.view(1) }
    var suggestions: [PhoneView.Suggestion] { view.keyboard?.suggestions ?? [] }

    func save(_ user: String, _ password: String = "correct horse", at site: String = "example.com") throws {
        let id = try #require(CredentialID(server: try DomainName(site), user: user))
        #expect(try store.save(PrivateText(password), as: id, at: at(-100)) == nil)
    }

    func savedPassword(of user: String, at site: String = "example.com") throws -> String? {
        let id = try #require(CredentialID(server: try DomainName(site), user: user))
        return try store.credential(id)?.password.exposed
    }

    /// Registers passwords of example.com for another password manager, the app `StateBench.vault`.
    mutating func provide(_ users: String...) throws {
        let identities = users.compactMap { CredentialIdentity(service: "example.com", serviceKind: .domain, user: $0) }
        let provider = ProvidedCredentials.Provider(
            app: try AppIdentifier(Self.vault), kinds: [.password], identities: identities)
        state.provided = { ProvidedCredentials([provider]) }
        observe(.installed(AppDescription(identifier: provider.app, name: "Vault")))
    }

    @discardableResult
    mutating func perform(_ action: PhoneAction) throws -> [PhoneEffect] {
        try state.handle(action, at: now)
    }

    @discardableResult
    mutating func observe(_ news: PhoneEvent) -> [PhoneEffect] {
        state.handle(news, at: now)
    }

    /// Launches the app or brings it to the front.
    @discardableResult
    mutating func open() throws -> [PhoneEffect] { try perform(.open(app: Self.app)) }

    var launch: Int { state[app: Self.app]?.launch ?? 0 }

    /// The app shows a screen, and has handled all events.
    @discardableResult
    mutating func show(_ screen: AppScreen) -> [PhoneEffect] {
        observe(.app(Self.app, launch: launch, .screen(screen))) + handleAll()
    }

    @discardableResult
    mutating func handleAll() -> [PhoneEffect] {
        observe(.app(Self.app, launch: launch, .handled(events: state[app: Self.app]?.sent ?? 0)))
    }

    /// The app copies the typed text, as apps do.
    mutating func takeOver() {
        if let screen = state[app: Self.app]?.screen { show(screen) }
    }

    /// Launches the app with a screen, and focuses a field.
    mutating func launch(showing screen: AppScreen, focus: String? = nil) throws {
        try open()
        show(screen)
        if let focus {
            try perform(.focus(field: focus))
            handleAll()
        }
    }

    /// Chooses a suggestion, and answers the authentication. Returns the effects after that.
    mutating func fill(_ place: Int = 0, _ presence: Presence = .confirmed) throws -> [PhoneEffect] {
        let inquiry = try #require(Self.inquiry(try perform(.chooseSuggestion(place))))
        handleAll()
        return observe(.presence(number: inquiry, presence))
    }

    static func inquiry(_ effects: [PhoneEffect]) -> Int? {
        for case .askPresence(let number, _, _) in effects { return number }
        return nil
    }

    /// The events that were sent to the app, in order.
    static func events(_ effects: [PhoneEffect]) -> [AppEvent] {
        effects.compactMap { if case .send(let event, app, _) = $0 { event } else { nil } }
    }
}

/// Seconds after a fixed moment.
func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }

extension AppScreen {
    static let signIn = AppScreen(
        title: "Log In",
        elements: [
            .field(AppTextField("user", label: "User Name", textContentType: "username")),
            .field(AppTextField("password", label: "Password", isSecure: true, textContentType: "password")),
            .button(AppButton("logIn", title: "Log In", style: .prominent)),
        ])

    static let signUp = AppScreen(
        title: "Sign Up",
        elements: [
            .field(AppTextField("user", label: "User Name", textContentType: "username")),
            .field(
                AppTextField(
                    "new", label: "Password", isSecure: true, textContentType: "new-password",
                    passwordRules: "required: upper; required: lower; required: digit; minlength: 20;")),
            .button(AppButton("signUp", title: "Sign Up")),
        ])

    static let code = AppScreen(
        title: "Code",
        elements: [.field(AppTextField("code", label: "Code", textContentType: "one-time-code", keyboard: .numberPad))])

    static let signedIn = AppScreen(title: "Welcome", elements: [.button(AppButton("out", title: "Sign Out"))])

    /// The screen with texts in its fields.
    func filled(_ texts: [String: String]) -> AppScreen {
        var screen = self
        screen.elements = elements.map { element in
            guard case .field(var field) = element, let text = texts[field.id] else { return element }
            field.text = text
            return .field(field)
        }
        return screen
    }

    /// The screen with every field changed.
    func changing(_ change: (inout AppTextField) -> Void) -> AppScreen {
        var screen = self
        screen.elements = elements.map { element in
            guard case .field(var field) = element else { return element }
            change(&field)
            return .field(field)
        }
        return screen
    }
}
