import Testing

@testable import DeviceProtocol

extension WireSample {
    /// One message of each kind that the system handles.
    static let authorization: [WireSample] = [
        WireSample(
            PerformAuthorization(
                context: context,
                subjects: [
                    .appleID(
                        made(AppleIDRequest(scopes: [.fullName, .email], state: "s", nonce: "n", operation: .refresh, user: "u"))),
                    .password,
                    .passkeyRegistration(
                        made(
                            PasskeyRegistrationRequest(
                                relyingParty: "example.com", challenge: [1], userName: "jane", userHandle: [2],
                                excludedCredentials: [[3], [4]], isConditional: true,
                                extensions: PasskeyRegistrationExtensions(prf: .evaluation(inputs), largeBlob: .preferred),
                                wantsEnterpriseAttestation: true))),
                    .passkeyAssertion(
                        made(
                            PasskeyAssertionRequest(
                                relyingParty: "example.com", challenge: [1], allowedCredentials: [[3]],
                                extensions: PasskeyAssertionExtensions(
                                    prf: PasskeyAssertionExtensions.PRF(
                                        nil, byCredential: [PRFCredentialInputs(credentialID: [3], inputs: inputs)]),
                                    largeBlob: .write([4]))))),
                    .accountCreation(
                        made(
                            AccountCreationRequest(
                                relyingParty: "example.com", challenge: [1], userHandle: [2], contacts: [.phoneNumber, .email],
                                asksName: true))),
                    .securityKeyRegistration(
                        made(
                            SecurityKeyRegistrationRequest(
                                relyingParty: "example.com", challenge: [1], userName: "jane", userHandle: [2],
                                excludedCredentials: [[3]], userVerification: .required, residentKey: .preferred,
                                algorithms: [-7, -257], wantsAttestation: true))),
                    .securityKeyAssertion(
                        made(
                            SecurityKeyAssertionRequest(
                                relyingParty: "example.com", challenge: [1], allowedCredentials: [[3]],
                                userVerification: .discouraged))),
                ], style: .modalWhereAvailable)),
        WireSample(ReadCredentialState(context: context, user: "001542.b0.1603")),
        WireSample(AwaitRevocations(context: context, after: 7)),
        WireSample(AwaitRevocations(context: context, after: nil)),
        WireSample(ReadIdentityStore(context: context)),
        WireSample(OpenAutoFillSettings(context: context)), WireSample(TurnOnProvider(context: context)),
        WireSample(ChangeIdentities(context: context, change: .replace, identities: [identity])),
        WireSample(
            OpenWebAuthentication(
                context: context, address: "https://example.com", callback: .https(host: "example.com", path: "/done"),
                isEphemeral: true, headerFields: [made(WebHeaderField(name: "X-Client", value: "juice"))])),
        WireSample(
            OpenWebAuthentication(context: context, address: "http://a", callback: .customScheme("juice"), isEphemeral: false)),
        WireSample(
            ReportCredentials(
                context: context, report: .unknownPasskey(made(UnknownPasskey(relyingParty: "example.com", credentialID: [1]))))),
        WireSample(
            ReportCredentials(
                context: context,
                report: .acceptedPasskeys(
                    made(AcceptedPasskeys(relyingParty: "example.com", userHandle: [2], credentialIDs: [[3], [4]]))))),
        WireSample(
            ReportCredentials(
                context: context,
                report: .userName(made(PasskeyUserName(relyingParty: "example.com", userHandle: [2], userName: "jane"))))),
        WireSample(
            ReportCredentials(
                context: context, report: .unusedPassword(made(UnusedPassword(domain: "example.com", userName: "jane"))))),
        WireSample(ExchangeCredentials(context: context, step: .announce)),
        WireSample(ExchangeCredentials(context: context, step: .export(made(CredentialDocument([1, 2]))))),
        WireSample(ExchangeCredentials(context: context, step: .take(made(ExchangeToken([UInt8](repeating: 3, count: 16)))))),
        WireSample(CredentialExchangeOutcome.done),
        WireSample(CredentialExchangeOutcome.document(made(CredentialDocument([1, 2])))),
        WireSample(CredentialExchangeOutcome.rejected(AuthorizationRejection(.credentialImport, "unknown token"))),
        WireSample(CredentialReportOutcome.accepted),
        WireSample(CredentialReportOutcome.rejected(AuthorizationRejection(.failed, "not associated"))),
        WireSample(
            AuthorizationOutcome.granted(
                .appleID(
                    AppleIDGrant(
                        user: "u", state: "s", authorizedScopes: .email, authorizationCode: "c", identityToken: "t", email: "e",
                        givenName: "g", familyName: nil, realUserStatus: .likelyReal, ageRange: .notChild)))),
        WireSample(AuthorizationOutcome.granted(.password(PasswordGrant(user: "jane", password: "hunter2")))),
        WireSample(
            AuthorizationOutcome.granted(
                .passkeyRegistration(
                    PasskeyRegistration(
                        credentialID: [1], clientData: [2], attestationObject: [3],
                        extensions: PasskeyRegistrationOutputs(prf: .secrets(secrets), supportsLargeBlob: true))))),
        WireSample(PasskeyRegistrationExtensions(prf: .support, largeBlob: .required)),
        WireSample(PasskeyRegistrationOutputs(prf: .supported)),
        WireSample(PasskeyRegistrationOutputs(prf: .unsupported, supportsLargeBlob: false)),
        WireSample(
            AuthorizationOutcome.granted(
                .passkeyAssertion(
                    PasskeyAssertion(
                        credentialID: [1], userHandle: [2], clientData: [3], authenticatorData: [4], signature: [5],
                        extensions: PasskeyAssertionOutputs(prf: secrets, largeBlob: .blob([6])))))),
        WireSample(
            PasskeyAssertionExtensions(
                prf: PasskeyAssertionExtensions.PRF(made(PRFInputs(first: [1]))), largeBlob: .read)),
        WireSample(PasskeyAssertionOutputs(largeBlob: .noBlob)),
        WireSample(PasskeyAssertionOutputs(largeBlob: .written(true))),
        WireSample(
            AuthorizationOutcome.granted(
                .accountCreation(
                    AccountCreationGrant(
                        passkey: PasskeyRegistration(credentialID: [1], clientData: [2], attestationObject: [3]),
                        contact: made(AccountContact("jane@example.com")), givenName: "Jane", familyName: nil)))),
        WireSample(
            AuthorizationOutcome.granted(
                .securityKeyRegistration(PasskeyRegistration(credentialID: [1], clientData: [2], attestationObject: [3])))),
        WireSample(
            AuthorizationOutcome.granted(
                .securityKeyAssertion(
                    PasskeyAssertion(
                        credentialID: [1], userHandle: [], clientData: [3], authenticatorData: [4], signature: [5])))),
        WireSample(AuthorizationOutcome.rejected(AuthorizationRejection(.notInteractive, "locked"))),
        WireSample(CredentialStateOutcome.state(.transferred)),
        WireSample(CredentialStateOutcome.rejected(AuthorizationRejection(.unknown, "offline"))),
        WireSample(Revocations(last: 9, count: 2)),
        WireSample(IdentityStoreContents(isEnabled: true, identities: [identity])),
        WireSample(IdentityStoreOutcome.storeDisabled),
        WireSample(WebAuthenticationOutcome.callback("juice://x")),
        WireSample(WebAuthenticationOutcome.cancelled),
    ]

    private static let context: ContextReference = {
        guard let context = try? ContextReference(message: [0, 0, 0, 16] + [UInt8](1...16)) else {
            preconditionFailure("no sample")
        }
        return context
    }()
    private static let identity = made(
        CredentialIdentity(service: "example.com", serviceKind: .url, user: "jane", record: "r", rank: -3))

    private static let inputs = made(PRFInputs(first: [1], second: [2, 3]))
    private static let secrets = PRFSecrets(
        first: [UInt8](repeating: 1, count: PRFSecrets.length), second: [UInt8](repeating: 2, count: PRFSecrets.length))

    private static func made<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("invalid sample in a test") }
        return value
    }
}

@Suite("Messages about credentials") struct AuthorizationWireTests {
    @Test("descriptions contain no personal data")
    func printing() throws {
        let grant = AppleIDGrant(user: "user-1", identityToken: "token-1", email: "jane@example.com")
        let password = PasswordGrant(user: "jane", password: "hunter2")
        let account = AccountCreationGrant(
            passkey: PasskeyRegistration(credentialID: [1], clientData: [2], attestationObject: [3]),
            contact: try #require(AccountContact("jane@example.com")), givenName: "jane")
        let secrets = PRFSecrets(first: [UInt8](repeating: 211, count: PRFSecrets.length), second: nil)
        let passkey = PasskeyRegistration(
            credentialID: [1], clientData: [2], attestationObject: [3],
            extensions: PasskeyRegistrationOutputs(prf: .secrets(secrets)))
        let outcomes: [AuthorizationOutcome] = [
            .granted(.appleID(grant)), .granted(.password(password)), .granted(.accountCreation(account)),
            .granted(.passkeyRegistration(passkey)),
        ]
        for outcome in outcomes {
            var dumped = ""
            dump(outcome, to: &dumped)
            let text = "\(outcome) \(String(reflecting: outcome)) \(dumped)"
            for secret in ["user-1", "token-1", "jane", "hunter2", "211"] { #expect(!text.contains(secret)) }
        }
    }

    @Test("an overlong text is rejected")
    func limits() {
        let long = String(repeating: "x", count: AppleIDRequest.maximumEchoLength + 1)
        #expect(AppleIDRequest(nonce: long) == nil && AppleIDRequest(state: long) == nil)
        #expect(AppleIDRequest(nonce: String(long.dropLast())) != nil)
        #expect(AppleIDRequest(user: String(repeating: "x", count: 256)) == nil)
        #expect(AuthorizationRejection(.unknown, long).reason.utf8.count <= AuthorizationRejection.maximumReasonLength)
        var writer = WireWriter()
        writer.number(UInt8(4))
        #expect(throws: WireError(.unknownValue, at: 0)) { try AppleIDScopes(message: writer.bytes) }
    }

    @Test("a request for a passkey is within its limits")
    func passkeyLimits() {
        func registration(
            _ relyingParty: Int = 253, _ challenge: Int = 1_024, name: String = String(repeating: "n", count: 1_024),
            handle: Int = 64, excluded: [Int] = [Int](repeating: 1_023, count: 256)
        ) -> PasskeyRegistrationRequest? {
            PasskeyRegistrationRequest(
                relyingParty: String(repeating: "x", count: relyingParty), challenge: [UInt8](repeating: 1, count: challenge),
                userName: name, userHandle: [UInt8](repeating: 1, count: handle),
                excludedCredentials: excluded.map { [UInt8](repeating: 1, count: $0) })
        }
        #expect(registration() != nil && registration(1, 1, name: "", handle: 1, excluded: []) != nil)
        let invalid = [
            registration(254), registration(1, 0), registration(1, 1_025), registration(name: "ja\u{1B}ne"),
            registration(name: String(repeating: "n", count: 1_025)), registration(handle: 0), registration(handle: 65),
            registration(excluded: [1_024]), registration(excluded: [Int](repeating: 1, count: 257)),
        ]
        #expect(invalid.allSatisfy { $0 == nil })
        #expect(PasskeyAssertionRequest(relyingParty: "x", challenge: []) == nil)
    }

    @Test("a request to a security key is within its limits")
    func securityKeyLimits() {
        func registration(
            _ relyingParty: Int = 253, _ challenge: Int = 1_024, name: String = "n", handle: Int = 64, excluded: Int = 256,
            algorithms: Int = 32
        ) -> SecurityKeyRegistrationRequest? {
            SecurityKeyRegistrationRequest(
                relyingParty: String(repeating: "x", count: relyingParty), challenge: [UInt8](repeating: 1, count: challenge),
                userName: name, userHandle: [UInt8](repeating: 1, count: handle),
                excludedCredentials: [[UInt8]](repeating: [1], count: excluded),
                algorithms: [Int32](repeating: -7, count: algorithms))
        }
        #expect(registration() != nil && registration(1, 1, handle: 1, excluded: 0, algorithms: 1) != nil)
        let invalid = [
            registration(254), registration(1, 0), registration(1, 1_025), registration(name: "ja\u{1B}ne"),
            registration(name: String(repeating: "n", count: 1_025)), registration(handle: 0), registration(handle: 65),
            registration(excluded: 257), registration(algorithms: 0), registration(algorithms: 33),
        ]
        #expect(invalid.allSatisfy { $0 == nil })
        #expect(SecurityKeyAssertionRequest(relyingParty: "x", challenge: []) == nil)
        #expect(
            SecurityKeyAssertionRequest(
                relyingParty: "x", challenge: [1], allowedCredentials: [[UInt8](repeating: 1, count: 1_024)]) == nil)
    }

    @Test("the values of the extension prf have at most 1,024 bytes each")
    func prfLimits() {
        let longest = [UInt8](repeating: 1, count: 1_024)
        #expect(PRFInputs(first: longest, second: longest) != nil && PRFInputs(first: [], second: []) != nil)
        #expect(PRFInputs(first: longest + [1]) == nil && PRFInputs(first: [], second: longest + [1]) == nil)
    }

    @Test("values for the extension prf name each allowed passkey at most once, and no other one")
    func prfByCredential() throws {
        let inputs = try #require(PRFInputs(first: [1]))
        func request(_ named: [[UInt8]], allowing allowed: [[UInt8]]) -> PasskeyAssertionRequest? {
            let prf = PasskeyAssertionExtensions.PRF(
                inputs, byCredential: named.map { PRFCredentialInputs(credentialID: $0, inputs: inputs) })
            return PasskeyAssertionRequest(
                relyingParty: "x", challenge: [1], allowedCredentials: allowed,
                extensions: PasskeyAssertionExtensions(prf: prf))
        }
        #expect(request([], allowing: []) != nil && request([[3]], allowing: [[2], [3]]) != nil)
        #expect(request([[3]], allowing: []) == nil)
        #expect(request([[3]], allowing: [[2]]) == nil)
        #expect(request([[3], [3]], allowing: [[3]]) == nil)
    }

    @Test("a blob is written to one allowed passkey, and has at most 65,536 bytes")
    func blobLimits() {
        func write(_ count: Int, allowing allowed: [[UInt8]]) -> PasskeyAssertionRequest? {
            PasskeyAssertionRequest(
                relyingParty: "x", challenge: [1], allowedCredentials: allowed,
                extensions: PasskeyAssertionExtensions(largeBlob: .write([UInt8](repeating: 1, count: count))))
        }
        #expect(write(0, allowing: [[3]]) != nil && write(65_536, allowing: [[3]]) != nil)
        #expect(write(65_537, allowing: [[3]]) == nil)
        #expect(write(1, allowing: []) == nil && write(1, allowing: [[3], [4]]) == nil)
        let read = PasskeyAssertionExtensions(largeBlob: .read)
        #expect(PasskeyAssertionRequest(relyingParty: "x", challenge: [1], extensions: read) != nil)
    }

    @Test("a request for an account is within its limits, and names each kind of contact once")
    func creationLimits() {
        func request(
            _ relyingParty: Int = 253, _ challenge: Int = 1_024, handle: Int = 64, contacts: [ContactKind] = [.email]
        ) -> AccountCreationRequest? {
            AccountCreationRequest(
                relyingParty: String(repeating: "x", count: relyingParty), challenge: [UInt8](repeating: 1, count: challenge),
                userHandle: [UInt8](repeating: 1, count: handle), contacts: contacts, asksName: true)
        }
        #expect(request() != nil && request(1, 1, handle: 1, contacts: [.phoneNumber, .email]) != nil)
        let invalid = [
            request(254), request(1, 0), request(1, 1_025), request(handle: 0), request(handle: 65), request(contacts: []),
            request(contacts: [.email, .email]),
        ]
        #expect(invalid.allSatisfy { $0 == nil })
    }

    @Test(
        "a typed contact is an e-mail address or a phone number",
        arguments: [
            ("jane@example.com", ContactKind.email, "jane@example.com"), ("j@x", .email, "j@x"),
            ("+1 (234) 567-8901", .phoneNumber, "+12345678901"), ("01234.56789", .phoneNumber, "0123456789"),
            ("12345", .phoneNumber, "12345"), (String(repeating: "1", count: 15), .phoneNumber, String(repeating: "1", count: 15)),
        ])
    func contacts(_ typed: String, _ kind: ContactKind, _ value: String) throws {
        let contact = try #require(AccountContact(typed))
        #expect(contact.kind == kind && contact.value == value)
    }

    @Test(
        "a text that is neither an address nor a number is not a contact",
        arguments: [
            "", "jane", "@example.com", "jane@", "j@x@y", "ja ne@x", "ja\u{1B}@x", "1234", "+", "1+2345", "١٢٣٤٥",
            String(repeating: "1", count: 16), String(repeating: "j", count: 253) + "@x",
            String(repeating: " ", count: 60) + "12345",
        ])
    func malformedContacts(_ typed: String) {
        #expect(AccountContact(typed) == nil)
    }

    @Test("a contact in another form than the parsed one is not decoded")
    func contactForm() {
        for (kind, value) in [(ContactKind.email, "12345"), (.phoneNumber, "jane@example.com"), (.phoneNumber, "123 45")] {
            var writer = WireWriter()
            kind.write(to: &writer)
            writer.text(value)
            #expect(throws: WireError.self) { try AccountContact(message: writer.bytes) }
        }
    }

    @Test("a report about credentials is within its limits")
    func reportLimits() {
        let (site, name) = (String(repeating: "x", count: 253), String(repeating: "n", count: 1_024))
        let (id, handle) = ([UInt8](repeating: 1, count: 1_023), [UInt8](repeating: 2, count: 64))
        let ids = [[UInt8]](repeating: id, count: 256)
        #expect(UnknownPasskey(relyingParty: site, credentialID: id) != nil)
        #expect(AcceptedPasskeys(relyingParty: site, userHandle: handle, credentialIDs: ids) != nil)
        #expect(AcceptedPasskeys(relyingParty: site, userHandle: handle, credentialIDs: []) != nil)
        #expect(PasskeyUserName(relyingParty: site, userHandle: handle, userName: name) != nil)
        #expect(UnusedPassword(domain: site, userName: name) != nil)

        #expect(UnknownPasskey(relyingParty: site + "x", credentialID: id) == nil)
        #expect(UnknownPasskey(relyingParty: site, credentialID: id + [1]) == nil)
        #expect(AcceptedPasskeys(relyingParty: site + "x", userHandle: handle, credentialIDs: []) == nil)
        #expect(AcceptedPasskeys(relyingParty: site, userHandle: [], credentialIDs: []) == nil)
        #expect(AcceptedPasskeys(relyingParty: site, userHandle: handle + [2], credentialIDs: []) == nil)
        #expect(AcceptedPasskeys(relyingParty: site, userHandle: handle, credentialIDs: ids + [[1]]) == nil)
        #expect(AcceptedPasskeys(relyingParty: site, userHandle: handle, credentialIDs: [id + [1]]) == nil)
        #expect(PasskeyUserName(relyingParty: site + "x", userHandle: handle, userName: name) == nil)
        #expect(PasskeyUserName(relyingParty: site, userHandle: handle + [2], userName: name) == nil)
        for invalid in ["", name + "n", "ja\u{1B}ne"] {
            #expect(PasskeyUserName(relyingParty: site, userHandle: handle, userName: invalid) == nil)
        }
        #expect(UnusedPassword(domain: site + "x", userName: name) == nil)
        #expect(UnusedPassword(domain: site, userName: name + "n") == nil)
    }
}
