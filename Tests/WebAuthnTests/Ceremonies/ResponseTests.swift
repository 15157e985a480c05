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
        let json = #"""
            {"type":"public-key","clientExtensionResults":{"credProps":{"rk":"yes"},"prf":7,"largeBlob":{"blob":"=","written":1}},
             "response":{"clientDataJSON":"e30","attestationObject":"oA"}}
            """#
        #expect(try RegistrationResponse(json: Array(json.utf8)).extensions == ExtensionOutputs())
    }
}
