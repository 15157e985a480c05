import AssociatedDomains
import DeviceProtocol
import FoundationEssentials
import OneTimeCodes
import Testing

@testable import PasswordManager

/// A device name.
func device(_ name: String = "phone") throws -> DeviceName { try #require(DeviceName(rawValue: name)) }

func host(_ text: String) throws -> DomainName { try DomainName(text) }

func id(_ user: String, _ server: String = "example.com") throws -> CredentialID {
    try #require(CredentialID(server: try host(server), user: user))
}

func app(_ name: String = "shop") throws -> AppIdentifier { try AppIdentifier("ABCDE12345.com.example.\(name)") }

func page(_ origin: String, in ancestors: [String] = []) throws -> InputPlace {
    .page(try #require(WebOrigin(origin)), ancestors: try ancestors.map { try #require(WebOrigin($0)) })
}

/// Seconds after a fixed moment.
func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }

func field(_ name: String, _ type: FieldType, _ text: String = "") -> ScreenField {
    ScreenField(id: FieldID(rawValue: name), type: type, text: PrivateText(text))
}

/// A sign-in screen.
func signIn(_ place: InputPlace, user: String = "", password: String = "") -> InputScreen {
    InputScreen(place, fields: [field("user", .username, user), field("password", .currentPassword, password)])
}

/// A sign-up screen.
func signUp(_ place: InputPlace, user: String = "", password: String = "") -> InputScreen {
    InputScreen(place, fields: [field("user", .username, user), field("new", .newPassword, password)])
}

/// Associations that a test sets.
struct FixedAssociations: DomainAssociations {
    var held: [AppIdentifier: [DomainName]] = [:]

    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { held[app]?.contains(host) ?? false }
    func hosts(of app: AppIdentifier) -> [DomainName] { held[app] ?? [] }
}

/// The shop app, associated with example.com, and a store in memory.
struct Bench {
    let store: InMemoryCredentialStore
    var associations = FixedAssociations()
    var quirks = SiteQuirks()
    var settings = AutoFillSettings()
    var provided = ProvidedCredentials()
    /// The passkeys that apps request for the bar.
    var passkeys: [InputPlace: [PasskeySuggestion]] = [:]

    init() throws {
        store = InMemoryCredentialStore(device: try device())
        associations.held = [try app(): [try host("example.com")]]
    }

    var autoFill: AutoFill {
        AutoFill(
            store: store, associations: associations, quirks: quirks, settings: settings, provided: { [provided] in provided },
            passkeys: { [passkeys] place in passkeys[place] })
    }

    func save(_ user: String, _ server: String = "example.com", _ password: String = "correct horse", at now: Date = at(0)) throws {
        #expect(try store.save(PrivateText(password), as: id(user, server), at: now) == nil)
    }

    func bar(
        _ name: String, on screen: InputScreen, codes: RecentCodes = RecentCodes(), at now: Date = at(100)
    ) throws -> QuickTypeBar? {
        try autoFill.bar(for: FieldID(rawValue: name), on: screen, codes: codes, at: now)
    }
}
