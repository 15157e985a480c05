import AppleIdentityEmulator
import Foundation
import Testing

@Suite("The sign-in sheet")
struct SheetTests {
    @Test("the first sign-in asks for name and address, and sends them once")
    func firstSignInSendsTheUser() async throws {
        let bench = try await ServiceBench()
        let sheet = try bench.consentSheet()
        guard case .consent(let form) = sheet.step else { throw Unexpected() }
        #expect(form.isFirst && form.asksName && form.asksEmail)
        #expect(form.givenName == "Anna" && form.familyName == "Berg" && form.email == "anna@example.com")
        guard case .respond(let response) = bench.service.giveConsent(.init(givenName: "Ann", email: .share), in: sheet.id) else {
            throw Unexpected()
        }
        #expect(response.fields.map(\.name) == ["code", "state", "user"])
        #expect(response["state"] == "the-state")
        #expect(
            response["user"] == #"{"email":"anna@example.com","name":{"firstName":"Ann","lastName":"Berg"}}"#)

        guard case .consent(let later) = try bench.consentSheet().step else { throw Unexpected() }
        #expect(!later.isFirst && !later.asksName && !later.asksEmail)
        let second = try bench.signIn()
        #expect(second["user"] == nil)
        #expect(second["code"] != response["code"])
    }

    @Test("a hidden address becomes a relay address of the team, on the configured domain")
    func hiddenAddressIsARelay() async throws {
        for domain in AppleServiceSettings.RelayDomain.allCases {
            var settings = AppleServiceSettings()
            settings.relayDomain = domain
            let bench = try await ServiceBench(settings: settings)
            let response = try bench.signIn(["response_type": "code id_token"], .init(email: .hide))
            let relay = try #require(bench.service.relayAddress(of: bench.anna, for: bench.team))
            #expect(relay.hasSuffix("@" + domain.rawValue))
            #expect(response["user"]?.contains(relay) == true)
            #expect(response["user"]?.contains("anna@example.com") == false)
            let claims = try Claim.part(1, of: #require(response["id_token"]))
            #expect(claims["email"] == .text(relay))
            #expect(claims["is_private_email"] == true)
        }
    }

    @Test("only requested scopes are sent", arguments: [("name", true, false), ("email", false, true), (nil, false, false)])
    func onlyAskedScopesAreSent(_ scope: String?, _ name: Bool, _ email: Bool) async throws {
        let bench = try await ServiceBench()
        let user = try bench.signIn(["scope": scope, "response_mode": "form_post"])["user"]
        #expect((user?.contains("firstName") ?? false) == name)
        #expect((user?.contains("anna@example.com") ?? false) == email)
        #expect((user == nil) == (scope == nil))
    }

    @Test("cancelling sends user_cancelled_authorize and the state, and closes the sheet")
    func cancelling() async throws {
        let bench = try await ServiceBench()
        let sheet = try bench.consentSheet()
        guard case .respond(let response) = bench.service.cancel(sheet.id) else { throw Unexpected() }
        #expect(response.fields.map(\.name) == ["error", "state"])
        #expect(response["error"] == "user_cancelled_authorize" && response["state"] == "the-state")
        #expect(bench.service.sheet(sheet.id) == nil)
        guard case .rejected(.gone, nil) = bench.service.giveConsent(.init(), in: sheet.id) else { throw Unexpected() }
        #expect(bench.service.consents(of: bench.anna).isEmpty)
    }

    @Test("a finished sheet accepts no further step")
    func finishedSheetIsGone() async throws {
        let bench = try await ServiceBench()
        let sheet = try bench.consentSheet()
        guard case .respond = bench.service.giveConsent(.init(), in: sheet.id) else { throw Unexpected() }
        guard case .rejected(.gone, nil) = bench.service.giveConsent(.init(), in: sheet.id) else { throw Unexpected() }
        guard case .rejected(.gone, nil) = bench.service.cancel(sheet.id) else { throw Unexpected() }
    }

    @Test("steps out of order are rejected")
    func stepsKeepTheirOrder() async throws {
        let bench = try await ServiceBench()
        guard case .sheet(let sheet) = bench.service.authorize(try bench.authorizeForm()) else { throw Unexpected() }
        guard case .rejected(.wrongStep, _?) = bench.service.giveConsent(.init(), in: sheet.id) else { throw Unexpected() }
        guard case .rejected(.wrongStep, _?) = bench.service.enterCode("000000", in: sheet.id) else { throw Unexpected() }
        guard case .sheet = bench.service.chooseAccount(bench.anna, in: sheet.id) else { throw Unexpected() }
        guard case .rejected(.wrongStep, _?) = bench.service.giveConsent(.init(), in: sheet.id) else { throw Unexpected() }
    }

    @Test("five wrong codes return the user to the list of accounts")
    func wrongCodes() async throws {
        let bench = try await ServiceBench()
        guard case .sheet(let sheet) = bench.service.authorize(try bench.authorizeForm()),
            case .sheet = bench.service.chooseAccount(bench.anna, in: sheet.id)
        else { throw Unexpected() }
        let code = try #require(bench.service.twoFactorCodes(for: bench.anna).first?.code)
        let wrong = code == "000000" ? "000001" : "000000"
        for _ in 1...4 {
            guard case .rejected(.wrongCode, _?) = bench.service.enterCode(wrong, in: sheet.id) else { throw Unexpected() }
        }
        guard case .rejected(.codeExpired, let shown?) = bench.service.enterCode(wrong, in: sheet.id) else { throw Unexpected() }
        guard case .account = shown.step else { throw Unexpected() }
        guard case .rejected(.wrongStep, _) = bench.service.enterCode(code, in: sheet.id) else { throw Unexpected() }
        #expect(bench.service.twoFactorCodes(for: bench.anna).isEmpty)
        _ = try bench.signIn()
    }

    @Test("a code expires after ten minutes, a sheet after thirty")
    func codesAndSheetsExpire() async throws {
        let bench = try await ServiceBench()
        guard case .sheet(let sheet) = bench.service.authorize(try bench.authorizeForm()),
            case .sheet = bench.service.chooseAccount(bench.anna, in: sheet.id)
        else { throw Unexpected() }
        let code = try #require(bench.service.twoFactorCodes(for: bench.anna).first?.code)
        bench.clock.advance(by: 600)
        guard case .rejected(.codeExpired, _?) = bench.service.enterCode(code, in: sheet.id) else { throw Unexpected() }
        bench.clock.advance(by: 1_200)
        #expect(bench.service.sheet(sheet.id) == nil)
        guard case .rejected(.gone, nil) = bench.service.chooseAccount(bench.anna, in: sheet.id) else { throw Unexpected() }
    }

    @Test("accounts that are locked, lack two-factor authentication, or do not exist are rejected")
    func unfitAccounts() async throws {
        let bench = try await ServiceBench()
        guard case .sheet(let sheet) = bench.service.authorize(try bench.authorizeForm()) else { throw Unexpected() }
        try bench.service.changePerson(bench.anna) { $0.isLocked = true }
        guard case .rejected(.accountLocked, _?) = bench.service.chooseAccount(bench.anna, in: sheet.id) else { throw Unexpected() }
        try bench.service.changePerson(bench.anna) {
            $0.isLocked = false
            $0.hasTwoFactor = false
        }
        guard case .rejected(.twoFactorNotEnabled, _?) = bench.service.chooseAccount(bench.anna, in: sheet.id) else {
            throw Unexpected()
        }
        let nobody = try #require(PersonIdentifier("nobody"))
        guard case .rejected(.unknownAccount, _?) = bench.service.chooseAccount(nobody, in: sheet.id) else { throw Unexpected() }
        try bench.service.changePerson(bench.anna) { $0.hasTwoFactor = true }
        guard case .sheet = bench.service.chooseAccount(bench.anna, in: sheet.id) else { throw Unexpected() }
    }

    @Test("an account that is locked or deleted while the sheet is open gets no consent")
    func accountChangesUnderTheSheet() async throws {
        let bench = try await ServiceBench()
        let sheet = try bench.consentSheet()
        try bench.service.changePerson(bench.anna) { $0.isLocked = true }
        guard case .rejected(.accountLocked, _?) = bench.service.giveConsent(.init(), in: sheet.id) else { throw Unexpected() }
        try bench.service.deleteAccount(bench.anna)
        guard case .rejected(.wrongStep, let shown?) = bench.service.giveConsent(.init(), in: sheet.id),
            case .account(let choices) = shown.step
        else { throw Unexpected() }
        #expect(choices.isEmpty)
    }

    @Test("names are passed on unchanged, including markup, but control characters and more than 100 bytes are rejected")
    func names() async throws {
        let bench = try await ServiceBench()
        let sheet = try bench.consentSheet()
        for name in ["a\u{0}b", "a\nb", String(repeating: "é", count: 51)] {
            guard case .rejected(.unsuitableName, _?) = bench.service.giveConsent(.init(givenName: name), in: sheet.id) else {
                throw Unexpected()
            }
        }
        let markup = "<script>alert(\"1\")</script>"
        guard case .respond(let response) = bench.service.giveConsent(.init(givenName: markup, familyName: ""), in: sheet.id) else {
            throw Unexpected()
        }
        let user = try Claim.json(Array(#require(response["user"]).utf8))
        #expect(user["name"]?["firstName"] == .text(markup))
        #expect(user["name"]?["lastName"] == "")
    }

    @Test("a Work & School account without an address is not asked for one, and its token has none")
    func managedAccount() async throws {
        let bench = try await ServiceBench()
        let pupil = try bench.service.addPerson(
            .init(givenName: "Ole", familyName: "Skov", email: nil, organization: "school-7"))
        guard case .consent(let form) = try bench.consentSheet(as: pupil.id).step else { throw Unexpected() }
        #expect(form.asksName && !form.asksEmail)
        let response = try bench.signIn(["response_type": "code id_token"], as: pupil.id)
        let claims = try Claim.part(1, of: #require(response["id_token"]))
        #expect(claims["email"] == nil && claims["email_verified"] == false && claims["org_id"] == "school-7")
        #expect(response["user"]?.contains("email") == false)
    }

    @Test("at most a thousand sheets are open; the oldest is closed first")
    func sheetsAreBounded() async throws {
        let bench = try await ServiceBench()
        let form = try bench.authorizeForm()
        var ids: [AuthorizationIdentifier] = []
        for _ in 0..<1_001 {
            guard case .sheet(let sheet) = bench.service.authorize(form) else { throw Unexpected() }
            ids.append(sheet.id)
        }
        #expect(bench.service.sheet(ids[0]) == nil)
        #expect(bench.service.sheet(ids[1]) != nil)
        #expect(Set(ids).count == 1_001)
    }
}
