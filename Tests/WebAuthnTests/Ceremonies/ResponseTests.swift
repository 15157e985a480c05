import Secrets
import Testing
import WebAuthn

/// Tests of responses in JSON.
struct ResponseTests {
    private static let full = #"""
        {"id":"CQ","rawId":"CQ","type":"public-key","authenticatorAttachment":"platform",
         "clientExtensionResults":{"credProps":{"rk":true},"prf":{"enabled":true,"results":{"first":"AA"}},"largeBlob":{"supported":false}},
         "response":{"clientDataJSON":"e30","attestationObject":"oA","transports":["internal","hybrid"],"authenticatorData":"AA",
                     "publicKey":"AA","publicKeyAlgorithm":-7}}
        """#

    @Test func `the registration response of a browser is parsed`() throws {
        let response = try RegistrationResponse(json: Array(Self.full.utf8))
        #expect(response.clientDataJSON == Array("{}".utf8))
        #expect(response.attestationObject == [0xA0])
        #expect(response.transports == ["internal", "hybrid"])
        #expect(response.extensions.isDiscoverable == true)
        #expect(response.extensions.supportsPRF == true)
        #expect(response.extensions.supportsLargeBlob == false)
        #expect(response.extensions.largeBlob == nil)
    }

    @Test func `a registration response with the members of native clients only is parsed`() throws {
        let response = try RegistrationResponse(
            json: Array(#"{"type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}"#.utf8))
        #expect(response.transports.isEmpty)
        #expect(response.extensions == ExtensionOutputs())
    }

    @Test(arguments: [
        (#"{"type":"public-key","response":{"clientDataJSON":"e30"}}"#, "malformed"),
        (#"{"type":"public-key","response":{"attestationObject":"oA"}}"#, "malformed"),
        (#"{"type":"public-key","response":{"clientDataJSON":"e30=","attestationObject":"oA"}}"#, "malformed"),
        (#"{"type":"public-key","response":{"clientDataJSON":"e31","attestationObject":"oA"}}"#, "malformed"),
        (#"{"type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA","transports":"usb"}}"#, "malformed"),
        (#"{"type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA","transports":[1]}}"#, "malformed"),
        (#"{"type":"public-key","response":[]}"#, "malformed"),
        (#"{"type":"public-key"}"#, "malformed"),
        (#"{"response":{"clientDataJSON":"e30","attestationObject":"oA"}}"#, "malformed"),
        (#"{"type":"password","response":{"clientDataJSON":"e30","attestationObject":"oA"}}"#, "wrong-credential-type R1"),
        (#"{"type":"public-key","id":7,"response":{"clientDataJSON":"e30","attestationObject":"oA"}}"#, "malformed"),
        ("[]", "malformed"),
        ("{", "malformed"),
    ])
    func `a malformed registration is rejected`(json: String, expected: String) async {
        #expect(await rejection { try RegistrationResponse(json: Array(json.utf8)) } == expected)
    }

    @Test func `the authentication response of a browser is parsed, with or without a user handle`() throws {
        func response(_ handle: String) throws -> AuthenticationResponse {
            try AuthenticationResponse(
                json: Array(
                    #"{"id":"CQ","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"MA"\#(handle)}}"#
                        .utf8))
        }
        #expect(try response(#","userHandle":"AQID""#).userHandle?.bytes == [1, 2, 3])
        #expect(try response(#","userHandle":null"#).userHandle == nil)
        #expect(try response("").userHandle == nil)
        #expect(try response("").credentialID.bytes == [9])
        #expect(try response("").signature == [0x30])
        #expect(throws: WebAuthnError.self) { try response(#","userHandle":"""#) }
    }

    @Test func `an authentication response without a credential ID is rejected`() async {
        let json = #"{"type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"MA"}}"#
        #expect(await rejection { try AuthenticationResponse(json: Array(json.utf8)) } == "malformed")
    }

    @Test func `R1 a registration response that names another credential is rejected`() async throws {
        let sample = SampleRegistration()
        let site = try SampleRegistration.site.get()
        func rejected(id: [UInt8], rawID: [UInt8], challenge: UInt8 = 7) async -> String? {
            let json =
                #"{"id":"\#(Base64URL.encode(id))","rawId":"\#(Base64URL.encode(rawID))","type":"public-key","response":{"clientDataJSON":""#
                + #"\#(Base64URL.encode(sample.clientDataJSON))","attestationObject":"\#(Base64URL.encode(sample.attestationObject))"}}"#
            return await rejection {
                try await site.verify(
                    RegistrationResponse(json: Array(json.utf8)),
                    for: RegistrationChallenge(Challenge([UInt8](repeating: challenge, count: 32)), for: UserHandle([1])),
                    now: Vectors.now)
            }
        }
        #expect(await rejected(id: sample.credentialID, rawID: sample.credentialID) == nil)
        #expect(await rejected(id: sample.credentialID, rawID: [9]) == "mismatched-credential-id R1")
        #expect(await rejected(id: [9], rawID: [9]) == "mismatched-credential-id R1")
        // This check precedes all others.
        #expect(await rejected(id: [9], rawID: sample.credentialID, challenge: 6) == "mismatched-credential-id R1")
        #expect(await rejected(id: sample.credentialID, rawID: sample.credentialID, challenge: 6) == "wrong-challenge R4")
    }

    @Test func `R23 and A12 extension outputs of the wrong type count as missing`() throws {
        let results = #""clientExtensionResults":{"credProps":{"rk":"yes"},"prf":7,"largeBlob":{"blob":"=","written":1}}"#
        let registration = #"{"type":"public-key",\#(results),"response":{"clientDataJSON":"e30","attestationObject":"oA"}}"#
        #expect(try RegistrationResponse(json: Array(registration.utf8)).extensions == ExtensionOutputs())
        let authentication =
            #"{"id":"CQ","type":"public-key",\#(results),"#
            + #""response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"MA"}}"#
        #expect(try AuthenticationResponse(json: Array(authentication.utf8)).extensions == ExtensionOutputs())
    }

    /// Outputs that no options of these tests request, with one of an unknown extension.
    private static let unrequested =
        #""clientExtensionResults":{"credProps":{"rk":true},"prf":{"enabled":true,"results":{"first":"AA"}},"#
        + #""largeBlob":{"supported":true,"blob":"AQ","written":false},"unknown":{"x":[1]}}"#

    private func expectAll(_ outputs: ExtensionOutputs) {
        #expect(outputs.isDiscoverable == true && outputs.supportsPRF == true)
        #expect(outputs.prfResults == PRFValues([0]))
        #expect(outputs.supportsLargeBlob == true && outputs.largeBlob == [1] && outputs.wroteLargeBlob == false)
    }

    @Test func `R23 unrequested extension outputs change no verdict on a registration, and reach its result`() async throws {
        let sample = SampleRegistration()
        let json =
            #"{"type":"public-key",\#(Self.unrequested),"response":{"clientDataJSON":""#
            + #"\#(Base64URL.encode(sample.clientDataJSON))","attestationObject":"\#(Base64URL.encode(sample.attestationObject))"}}"#
        let response = try RegistrationResponse(json: Array(json.utf8))
        func verified(challenge: UInt8 = 7) async throws -> VerifiedRegistration {
            try await SampleRegistration.site.get().verify(
                response,
                for: RegistrationChallenge(
                    Challenge([UInt8](repeating: challenge, count: 32)), for: UserHandle([1, 2, 3])), now: Vectors.now)
        }
        let (withOutputs, plain) = (try await verified(), try await sample.verified())
        expectAll(withOutputs.extensions)
        #expect(plain.extensions == ExtensionOutputs())
        #expect(try withOutputs.credential(isRegistered: false) == plain.credential(isRegistered: false))
        #expect(withOutputs.flags == plain.flags)
        #expect(await rejection { try await verified(challenge: 6) } == "wrong-challenge R4")
    }

    @Test func `A12 unrequested extension outputs change no verdict on an authentication, and reach its result`() async throws {
        let sample = SampleAuthentication()
        let credential = try sample.credential()
        let signature = Base64URL.encode(try sample.signature())
        let json =
            #"{"id":"CQ","type":"public-key",\#(Self.unrequested),"response":{"clientDataJSON":""#
            + #"\#(Base64URL.encode(sample.clientDataJSON))","authenticatorData":"\#(Base64URL.encode(sample.authenticatorData))","#
            + #""signature":"\#(signature)","userHandle":"AQID"}}"#
        let response = try AuthenticationResponse(json: Array(json.utf8))
        expectAll(response.extensions)
        func verified(challenge: UInt8 = 8) throws -> VerifiedAuthentication {
            try SampleRegistration.site.get().verify(
                response, for: AuthenticationChallenge(Challenge([UInt8](repeating: challenge, count: 32))), with: credential)
        }
        let (withOutputs, plain) = (try verified(), try sample.verified(with: credential))
        expectAll(withOutputs.extensions)
        #expect(plain.extensions == ExtensionOutputs())
        #expect(withOutputs.credential == plain.credential && withOutputs.flags == plain.flags)
        #expect(withOutputs.counter == plain.counter)
        #expect(await rejection { try verified(challenge: 7) } == "wrong-challenge A4")
    }
}
