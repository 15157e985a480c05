import AssociatedDomains
import DeviceProtocol
import Testing

@testable import PasswordManager

@Suite("Passkeys that an app or a page requests for the bar") struct RequestedPasskeyTests {
    private static let passkey = PasskeySuggestion(user: "ann", site: "example.com", credentialID: [1])

    private func bench() throws -> Bench {
        var bench = try Bench()
        bench.passkeys = [.app(try app()): [Self.passkey]]
        return bench
    }

    @Test("precede the saved passwords in the fields of a sign-in")
    func order() throws {
        let bench = try bench()
        try bench.save("saved")
        for field in ["user", "password"] {
            let bar = try #require(try bench.bar(field, on: signIn(.app(app()))))
            #expect(bar.passkeys == [Self.passkey] && bar.credentials.map(\.id.user) == ["saved"])
            guard case .passkey = bar.items.first else {
                Issue.record("\(bar.items)")
                return
            }
        }
    }

    @Test("are suggested without a saved password, for a field with a user name alone")
    func alone() throws {
        let screen = InputScreen(.app(try app()), fields: [field("user", .username)])
        let bar = try #require(try bench().bar("user", on: screen))
        #expect(bar.passkeys == [Self.passkey] && !bar.hasKey)
    }

    @Test("are all in the list behind the key, which the bar has if there are more than it has room for", arguments: [3, 4])
    func list(count: Int) throws {
        var bench = try Bench()
        let place = InputPlace.app(try app())
        let passkeys = (1...count).map { PasskeySuggestion(user: "ann\($0)", site: "example.com", credentialID: [UInt8($0)]) }
        bench.passkeys = [place: passkeys]
        let bar = try #require(try bench.bar("user", on: signIn(place)))
        #expect(bar.passkeys == Array(passkeys.prefix(QuickTypeBar.capacity)) && bar.hasKey == (count > QuickTypeBar.capacity))
        let list = try bench.autoFill.keyList(for: signIn(place))
        #expect(list.passkeys == passkeys && !list.isEmpty)
        let signUp = InputScreen(place, fields: [field("user", .username), field("new", .newPassword)])
        #expect(try bench.bar("user", on: signUp) == nil)
        let code = InputScreen(place, fields: [field("code", .oneTimeCode)])
        #expect(try bench.autoFill.keyList(for: code, at: FieldID(rawValue: "code")).isEmpty)
    }

    @Test("are suggested on the page that requests them, and on no other page")
    func ofPage() throws {
        var bench = try Bench()
        let place = try page("https://example.com")
        bench.passkeys = [place: [Self.passkey]]
        #expect(try bench.bar("user", on: signIn(place))?.passkeys == [Self.passkey])
        #expect(try bench.bar("user", on: signIn(page("https://login.example.com"))) == nil)
    }

    @Test("put the providers of passkeys into the list behind the key, also if the device and the providers' identities have none")
    func providers() throws {
        var bench = try Bench()
        let (place, vault) = (InputPlace.app(try app()), try app("vault"))
        bench.provided = ProvidedCredentials([.init(app: vault, kinds: [.passkey], identities: [])])
        #expect(try bench.bar("user", on: signIn(place)) == nil && bench.autoFill.keyList(for: signIn(place)).isEmpty)
        bench.passkeys = [place: []]
        #expect(try bench.bar("user", on: signIn(place))?.hasKey == true)
        let choice = try #require(try bench.autoFill.keyList(for: signIn(place)).providers.first)
        #expect(choice.provider == vault && choice.kind == .password && choice.sites == ["example.com"])
    }

    @Test("are not suggested to another app, on a page that requests none, in other fields, at a sign-up, or with AutoFill off")
    func nowhereElse() throws {
        var bench = try bench()
        #expect(try bench.bar("user", on: signIn(.app(app("other")))) == nil)
        #expect(try bench.bar("user", on: signIn(page("https://example.com"))) == nil)
        let place = InputPlace.app(try app())
        #expect(try bench.bar("note", on: InputScreen(place, fields: [field("note", .other), field("user", .username)])) == nil)
        let signUp = InputScreen(place, fields: [field("user", .username), field("new", .newPassword)])
        #expect(try bench.bar("user", on: signUp)?.passkeys.isEmpty ?? true)
        bench.settings.isOn = false
        #expect(try bench.bar("user", on: signIn(place)) == nil)
    }
}
