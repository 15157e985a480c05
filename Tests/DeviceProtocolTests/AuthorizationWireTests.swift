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
                ], style: .modalWhereAvailable)),
        WireSample(ReadCredentialState(context: context, user: "001542.b0.1603")),
        WireSample(AwaitRevocations(context: context, after: 7)),
        WireSample(AwaitRevocations(context: context, after: nil)),
        WireSample(ReadIdentityStore(context: context)),
        WireSample(ChangeIdentities(context: context, change: .replace, identities: [identity])),
        WireSample(
            OpenWebAuthentication(
                context: context, address: "https://example.com", callback: .https(host: "example.com", path: "/done"),
                isEphemeral: true, headerFields: [made(WebHeaderField(name: "X-Client", value: "juice"))])),
        WireSample(
            OpenWebAuthentication(context: context, address: "http://a", callback: .customScheme("juice"), isEphemeral: false)),
        WireSample(
            AuthorizationOutcome.granted(
                .appleID(
                    AppleIDGrant(
                        user: "u", state: "s", authorizedScopes: .email, authorizationCode: "c", identityToken: "t", email: "e",
                        givenName: "g", familyName: nil, realUserStatus: .likelyReal, ageRange: .notChild)))),
        WireSample(AuthorizationOutcome.granted(.password(PasswordGrant(user: "jane", password: "hunter2")))),
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

    private static func made<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("invalid sample in a test") }
        return value
    }
}

@Suite("Messages about credentials") struct AuthorizationWireTests {
    @Test("descriptions contain no personal data")
    func printing() {
        let grant = AppleIDGrant(user: "user-1", identityToken: "token-1", email: "jane@example.com")
        let password = PasswordGrant(user: "jane", password: "hunter2")
        let outcomes: [AuthorizationOutcome] = [.granted(.appleID(grant)), .granted(.password(password))]
        for outcome in outcomes {
            var dumped = ""
            dump(outcome, to: &dumped)
            let text = "\(outcome) \(String(reflecting: outcome)) \(dumped)"
            for secret in ["user-1", "token-1", "jane", "hunter2"] { #expect(!text.contains(secret)) }
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
}
