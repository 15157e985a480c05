import AssociatedDomains
import FoundationEssentials
import PasswordManager
import Testing

/// The quick start of PasswordManager.docc.
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
}
