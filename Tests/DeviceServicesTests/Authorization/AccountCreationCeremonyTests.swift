import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Testing

@testable import DeviceServices

@Suite("The creation of an account") struct AccountCreationCeremonyTests {
    private static let account = AppleAccount(rawValue: "jane")
    private static let details = AccountDetails(
        givenName: "Jane", familyName: "A", email: "jane@example.com", otherEmails: ["j@example.org"])

    private static func request(_ contacts: [ContactKind] = [.email], asksName: Bool = true) throws -> AccountCreationRequest {
        try #require(
            AccountCreationRequest(
                relyingParty: "example.com", challenge: [1], userHandle: [2], contacts: contacts, asksName: asksName))
    }

    private static func ceremony(
        _ request: AccountCreationRequest, usesApp: Bool = false, canCreatePasskeys: Bool = true
    ) -> AuthorizationCeremony {
        AuthorizationCeremony(
            AuthorizationSituation(
                account: account, usesApp: usesApp, creation: request, canCreatePasskeys: canCreatePasskeys))
    }

    @Test("creates a passkey with the contact as user name, and returns contact and name, after user presence")
    func story() throws {
        let request = try Self.request()
        var ceremony = Self.ceremony(request)
        ceremony.receive(AccountForm(request, details: Self.details, phoneNumber: nil), usesApp: false)
        ceremony.receive(.proceed)
        guard case .prove = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(ceremony.purpose == .createPasskey)
        ceremony.receiveProof()
        guard case .create(let registration) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(registration.userName == "jane@example.com" && registration.userHandle == [2] && registration.challenge == [1])
        #expect(!registration.isConditional && registration.relyingParty == "example.com")
        let passkey = PasskeyRegistration(credentialID: [1], clientData: [2], attestationObject: [3])
        ceremony.receive(AuthorizationOutcome.granted(.passkeyRegistration(passkey)))
        guard case .granted(let grant) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        let contact = try #require(AccountContact("jane@example.com"))
        #expect(
            grant
                == .accountCreation(
                    AccountCreationGrant(passkey: passkey, contact: contact, givenName: "Jane", familyName: "A")))
    }

    @Test(
        "has the chosen provider create the passkey, and keeps the sheet for an unknown one", arguments: [nil, 0, 1, -1] as [Int?])
    func provider(index: Int?) throws {
        let vault = try AppIdentifier("ABCDE12345.com.example.vault")
        let request = try Self.request()
        var ceremony = Self.ceremony(request)
        let form = AccountForm(request, details: Self.details, phoneNumber: nil, providers: [vault])
        ceremony.receive(form, usesApp: false)
        ceremony.receive(.account(try #require(AccountChoices(provider: index))))
        ceremony.receiveProof()
        switch ceremony.step {
        case .create: #expect(index == nil)
        case .createProvided(_, vault): #expect(index == 0)
        case .show(.newAccount(form)): #expect(index == 1 || index == -1)
        default: Issue.record("\(ceremony.step)")
        }
    }

    @Test("fails without a sheet if the device cannot create passkeys, or if the user signs in with Apple")
    func withoutSheet() throws {
        let request = try Self.request()
        let form = AccountForm(request, details: Self.details, phoneNumber: nil)
        let unable = Self.ceremony(request, canCreatePasskeys: false)
        guard case .rejected(let rejection) = unable.step else {
            Issue.record("\(unable.step)")
            return
        }
        #expect(rejection.code == .deviceNotConfiguredForPasskeyCreation)
        // The service decides; without its response, the device's memory.
        let table: [(usesApp: Bool, service: Bool?, isRejected: Bool)] = [
            (false, nil, false), (true, nil, true), (false, true, true), (true, false, false),
        ]
        for row in table {
            var ceremony = Self.ceremony(request, usesApp: row.usesApp)
            ceremony.receive(form, usesApp: row.service)
            switch ceremony.step {
            case .rejected(let rejection): #expect(row.isRejected && rejection.code == .preferSignInWithApple)
            case .show(.newAccount(form)): #expect(!row.isRejected)
            default: Issue.record("\(ceremony.step)")
            }
        }
    }

    @Test("shows the sheet again for an incomplete answer, and ends for any other")
    func answers() throws {
        let request = try Self.request()
        let form = AccountForm(request, details: nil, phoneNumber: nil)
        var ceremony = Self.ceremony(request)
        ceremony.receive(form, usesApp: nil)
        let named = try #require(AccountChoices(givenName: "Jane"))
        let phone = try #require(AccountChoices(givenName: "Jane", contact: "0123456789"))
        let unnamed = try #require(AccountChoices(contact: "jane@example.com"))
        let answers: [SheetAnswer] = [.proceed, .account(named), .account(phone), .account(unnamed)]
        for answer in answers {
            ceremony.receive(answer)
            guard case .show(.newAccount(form)) = ceremony.step else {
                Issue.record("\(answer): \(ceremony.step)")
                return
            }
        }
        ceremony.receive(.interrupted)
        guard case .rejected(let rejection) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(rejection.code == .canceled)
    }

    @Test("the form offers the accepted contacts, those of the preferred kind first")
    func form() throws {
        let both = AccountForm(try Self.request([.phoneNumber, .email]), details: Self.details, phoneNumber: "+1 234 5678")
        #expect(both.contacts.map(\.value) == ["+12345678", "jane@example.com", "j@example.org"])
        let email = AccountForm(try Self.request([.email], asksName: false), details: Self.details, phoneNumber: "+1 234 5678")
        #expect(email.contacts.map(\.value) == ["jane@example.com", "j@example.org"])
        #expect(email.givenName.isEmpty && email.familyName.isEmpty)
        let account = try #require(email.account(.unchanged))
        #expect(account.contact.value == "jane@example.com" && account.givenName == nil && account.familyName == nil)
        let empty = AccountForm(try Self.request([.phoneNumber]), details: Self.details, phoneNumber: nil)
        #expect(empty.contacts.isEmpty && empty.account(.unchanged) == nil)
    }

    @Test("a name has at most 100 bytes, no control characters, and more than white space")
    func names() throws {
        let form = AccountForm(try Self.request(), details: Self.details, phoneNumber: nil)
        let long = String(repeating: "x", count: 101)
        #expect(AccountChoices(givenName: long) == nil && AccountChoices(familyName: "a\u{1B}") == nil)
        #expect(AccountChoices(givenName: String(long.dropLast())) != nil)
        for (given, family, isComplete) in [("", "", false), (" ", "\u{A0}", false), ("", "A", true), ("Jane", "", true)] {
            let choices = try #require(AccountChoices(givenName: given, familyName: family))
            #expect((form.account(choices) != nil) == isComplete, "\(given)/\(family)")
        }
        let details = AccountDetails(givenName: long, familyName: "A", email: "jane@example.com")
        #expect(AccountForm(try Self.request(), details: details, phoneNumber: nil).account(.unchanged) == nil)
    }
}
