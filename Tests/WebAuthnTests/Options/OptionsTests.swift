import JSONText
import Testing
import WebAuthn

/// Tests of options, encoded to and parsed from the standard's JSON.
struct OptionsTests {
    private static let begun = Result {
        RegistrationChallenge(try Challenge([UInt8](repeating: 7, count: 16)), for: try UserHandle([1, 2, 3]))
    }

    private static func registration(
        policy: RegistrationPolicy = RegistrationPolicy(algorithms: [.es256, .rs256]), excluding: [CredentialDescriptor] = [],
        hints: [AuthenticatorHint] = [], authenticators: AuthenticatorSelection = AuthenticatorSelection(),
        extensions: RegistrationExtensions = RegistrationExtensions()
    ) throws -> RegistrationOptions {
        RegistrationOptions(
            try begun.get(), at: try SampleRegistration.site.get(), userName: "anna@example.org", displayName: "Anna",
            policy: policy, excluding: excluding, authenticators: authenticators, hints: hints, extensions: extensions)
    }

    private static func authentication(
        allowing ids: [[UInt8]] = [], extensions: AuthenticationExtensions = AuthenticationExtensions(),
        policy: AuthenticationPolicy = AuthenticationPolicy()
    ) throws -> AuthenticationOptions {
        try AuthenticationOptions(
            AuthenticationChallenge(Challenge([UInt8](repeating: 8, count: 16)), allowing: ids.map { try CredentialID($0) }),
            at: SampleRegistration.site.get(), policy: policy, transports: [CredentialID([9]): ["usb", "nfc"]],
            extensions: extensions)
    }

    @Test func `the options of a registration are the standard's JSON`() throws {
        let options = try Self.registration(excluding: [CredentialDescriptor(CredentialID([9]), transports: ["internal"])])
        #expect(
            options.value.text()
                == #"{"rp":{"id":"example.org","name":"example.org"},"user":{"id":"AQID","name":"anna@example.org","displayName":"Anna"},"#
                + #""challenge":"BwcHBwcHBwcHBwcHBwcHBw","pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-257}],"#
                + #""timeout":300000,"excludeCredentials":[{"type":"public-key","id":"CQ","transports":["internal"]}],"#
                + #""authenticatorSelection":{"residentKey":"required","requireResidentKey":true,"userVerification":"preferred"},"#
                + #""hints":[],"attestation":"none","attestationFormats":[],"extensions":{"credProps":true}}"#)
    }

    @Test func `the options of an authentication are the standard's JSON`() throws {
        #expect(
            try Self.authentication(allowing: [[9], [8]]).value.text()
                == #"{"challenge":"CAgICAgICAgICAgICAgICA","timeout":300000,"rpId":"example.org","#
                + #""allowCredentials":[{"type":"public-key","id":"CQ","transports":["usb","nfc"]},{"type":"public-key","id":"CA"}],"#
                + #""userVerification":"preferred","hints":[],"extensions":{}}"#)
    }

    @Test func `the default algorithms begin with the three of section 5.4 and omit those that it does not recommend`() throws {
        let offered = try Self.registration(policy: RegistrationPolicy()).algorithms.map(\.rawValue)
        #expect(Set(offered.prefix(3)) == [-7, -8, -257])
        #expect(Set(offered).isDisjoint(with: [-9, -51, -52, -19, -65_535]))
    }

    @Test func `a policy that requires user verification makes the options require it`() throws {
        let registration = try Self.registration(policy: RegistrationPolicy(userVerification: .required))
        #expect(registration.authenticators.userVerification == .required)
        #expect(try Self.authentication(policy: AuthenticationPolicy(userVerification: .required)).userVerification == .required)
        #expect(try Self.registration().authenticators.userVerification == .preferred)
        #expect(try Self.authentication().userVerification == .preferred)
    }

    @Test(
        arguments: [
            ([], nil, nil), ([.securityKey], nil, .crossPlatform), ([.clientDevice], nil, .platform),
            ([.hybrid], nil, .crossPlatform),
            ([.hybrid, .securityKey], nil, .crossPlatform), ([.clientDevice, .hybrid], nil, nil),
            ([.securityKey], .platform, .platform),
        ] as [([AuthenticatorHint], AuthenticatorAttachment?, AuthenticatorAttachment?)])
    func `hints with the same attachment set the attachment`(
        hints: [AuthenticatorHint], chosen: AuthenticatorAttachment?, expected: AuthenticatorAttachment?
    ) throws {
        let options = try Self.registration(hints: hints, authenticators: AuthenticatorSelection(attachment: chosen))
        #expect(options.authenticators.attachment == expected)
        #expect(options.value["authenticatorSelection"]?["authenticatorAttachment"]?.string == expected?.rawValue)
    }

    @Test func `encoded options parse to the same options`() throws {
        let values = PRFValues([1], [2])
        for extensions in [
            RegistrationExtensions(), RegistrationExtensions(credentialProperties: false, prf: .support, largeBlob: .required),
            RegistrationExtensions(prf: .evaluation(values), largeBlob: .preferred),
        ] {
            let options = try Self.registration(
                excluding: [CredentialDescriptor(CredentialID([9]))], hints: [.securityKey, .hybrid], extensions: extensions)
            let read = try RegistrationOptions(json: options.json)
            #expect(read.extensions == extensions)
            #expect(read.authenticators == options.authenticators)
            #expect(read.json == options.json)
        }
        for extensions in [
            AuthenticationExtensions(), AuthenticationExtensions(prf: .init(values), largeBlob: .read),
            AuthenticationExtensions(
                prf: .init(PRFValues([3]), byCredential: [try CredentialID([9]): values]), largeBlob: .write([1, 2])),
        ] {
            let options = try Self.authentication(allowing: [[9]], extensions: extensions)
            let read = try AuthenticationOptions(json: options.json)
            #expect(read.extensions == extensions)
            #expect(read.json == options.json)
        }
    }

    @Test func `unknown values are ignored, and missing members have the standard's defaults`() throws {
        let json = #"""
            {"rp":{"name":"x"},"user":{"id":"AQ","name":"a","displayName":""},"challenge":"BwcHBwcHBwcHBwcHBwcHBw","timeout":null,"new":1,
             "pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"other","alg":-8}],"hints":["chip","hybrid"],"attestation":"some",
             "excludeCredentials":[{"type":"other","id":"CQ"},{"type":"public-key","id":"CA","transports":["mind"]}],
             "authenticatorSelection":{"residentKey":"maybe","userVerification":"maybe"},"attestationFormats":["packed","stone"]}
            """#
        let options = try RegistrationOptions(json: Array(json.utf8))
        #expect(options.relyingPartyID == nil)
        #expect(options.timeout == nil)
        #expect(options.algorithms == [.es256])
        #expect(options.hints == [.hybrid])
        #expect(options.attestation == .none)
        #expect(options.attestationFormats == [.packed])
        #expect(options.excludedCredentials == [CredentialDescriptor(try CredentialID([8]), transports: ["mind"])])
        #expect(options.authenticators == AuthenticatorSelection(residentKey: .discouraged, userVerification: .preferred))
        #expect(options.extensions == RegistrationExtensions(credentialProperties: false))
        let level1 = json.replacing(#""residentKey":"maybe""#, with: #""requireResidentKey":true"#)
        #expect(try RegistrationOptions(json: Array(level1.utf8)).authenticators.residentKey == .required)
    }

    @Test(
        arguments: [
            (#""challenge":"BwcHBwcHBwcHBwcHBwcHBw""#, #""challenge":"Bwc""#, "invalid-challenge"),
            (#""id":"AQID""#, #""id":"""#, "invalid-user-handle"),
            (#""id":"AQID","#, "", "malformed"),
            (#""name":"anna@example.org","#, "", "malformed"),
            (#""timeout":300000"#, #""timeout":-1"#, "malformed"),
            (#""timeout":300000"#, #""timeout":4294967296"#, "malformed"),
            (#""timeout":300000"#, #""timeout":4294967295"#, nil),
            (#""rp":{"#, #""rq":{"#, "malformed"),
            (#""alg":-7"#, #""alg":"-7""#, "malformed"),
            (#""hints":[]"#, #""hints":[1]"#, "malformed"),
            (#""excludeCredentials":[]"#, #""excludeCredentials":[7]"#, "malformed"),
            (#""excludeCredentials":[]"#, #""excludeCredentials":[{"type":"public-key"}]"#, "malformed"),
            (#""excludeCredentials":[]"#, #""excludeCredentials":[{"type":"public-key","id":""}]"#, "invalid-credential-id"),
            (#""credProps":true"#, #""credProps":1"#, "malformed"),
            (#""credProps":true"#, #""prf":{"eval":{}}"#, "malformed"),
            (#""credProps":true"#, #""prf":{"evalByCredential":{}}"#, "invalid-options"),
            (#""credProps":true"#, #""largeBlob":{"read":true}"#, "invalid-options"),
            (#""credProps":true"#, #""largeBlob":{"write":"AA"}"#, "invalid-options"),
        ] as [(String, String, String?)])
    func `registration options that a client would reject are rejected`(part: String, replacement: String, expected: String?)
        async throws
    {
        let written = try Self.registration().value.text()
        #expect(written.contains(part))
        let json = written.replacing(part, with: replacement)
        #expect(await rejection { try RegistrationOptions(json: Array(json.utf8)) } == expected, "\(json)")
    }

    @Test(
        arguments: [
            (#"{"largeBlob":{"write":"AA"}}"#, nil),
            (#"{"largeBlob":{"read":true,"write":"AA"}}"#, "invalid-options"),
            (#"{"largeBlob":{"read":false,"write":"AA"}}"#, nil),
            (#"{"largeBlob":{"support":"required"}}"#, "invalid-options"),
            (#"{"prf":{"evalByCredential":{"CQ":{"first":"AA"}}}}"#, nil),
            (#"{"prf":{"evalByCredential":{"CA":{"first":"AA"}}}}"#, "invalid-options"),
            (#"{"prf":{"evalByCredential":{"":{"first":"AA"}}}}"#, "invalid-credential-id"),
            (#"{"prf":{"evalByCredential":{"=":{"first":"AA"}}}}"#, "malformed"),
            (#"{"prf":{"eval":{"first":"AA="}}}"#, "malformed"),
            (#"{"prf":true}"#, "malformed"),
        ] as [(String, String?)])
    func `extensions that do not suit an authentication are rejected`(extensions: String, expected: String?) async throws {
        let json = try Self.authentication(allowing: [[9]]).value.text().replacing(
            #""extensions":{}"#, with: #""extensions":\#(extensions)"#)
        #expect(await rejection { try AuthenticationOptions(json: Array(json.utf8)) } == expected)
    }

    @Test func `writing a blob requires exactly one allowed credential`() async throws {
        let write = AuthenticationExtensions(largeBlob: .write([1]))
        for (ids, expected) in [([], "invalid-options"), ([[9]], nil), ([[9], [8]], "invalid-options")] as [([[UInt8]], String?)] {
            #expect(await rejection { try Self.authentication(allowing: ids, extensions: write) } == expected)
        }
    }
}
