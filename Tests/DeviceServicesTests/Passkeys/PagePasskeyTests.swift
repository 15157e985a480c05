import Crypto
import DeviceProtocol
import JSONText
import Secrets
import TestKit
import Testing
import WebClient

@testable import DeviceServices

@Suite("A web page's request for a passkey") struct PagePasskeyTests {
    @Test(
        "is for the page's own host, or for a parent domain below a public suffix",
        arguments: [
            ("https://example.com/", nil, "example.com"), ("https://example.com:8443/", "example.com", "example.com"),
            ("https://login.example.com/", "example.com", "example.com"), ("https://login.example.com/", nil, "login.example.com"),
            ("https://anna.github.io/", "anna.github.io", "anna.github.io"), ("http://localhost:8080/", nil, "localhost"),
            ("http://shop.localhost/", nil, "shop.localhost"),
            ("https://example.com/", "login.example.com", nil), ("https://badexample.com/", "example.com", nil),
            ("https://example.com/", "example.org", nil), ("https://shop.co.uk/", "co.uk", nil),
            ("https://anna.github.io/", "github.io", nil), ("https://example.com/", "com", nil),
            ("http://shop.localhost/", "localhost", nil), ("https://example.com/", "", nil),
            ("https://login.example.com/", "Example.com", nil), ("https://example.com/", "example.com.", nil),
            ("https://example.com/", "https://example.com", nil), ("http://example.com/", nil, nil),
            ("http://127.0.0.1:8080/", nil, nil), ("https://93.184.216.34/", nil, nil),
            ("https://93.184.216.34/", "93.184.216.34", nil), ("https://[2001:db8::1]/", nil, nil),
        ] as [(String, String?, String?)])
    func relyingParty(address: String, id: String?, expected: String?) throws {
        let page = PasskeyPage(try WebURL(address), relyingParty: id)
        #expect(page?.relyingParty == expected)
        if let page { #expect(address == page.origin + "/") }
    }

    private static let creation = """
        {"challenge":"AAEC","rp":{"id":"example.com","name":"Shop"},"user":{"id":"Bw","name":"anna","displayName":"Anna"},\
        "pubKeyCredParams":[{"type":"public-key","alg":-8},{"type":"public-key","alg":-7}],"attestation":"enterprise",\
        "excludeCredentials":[{"type":"public-key","id":"AQ"},{"type":"other","id":"Ag"}],"extensions":{"credProps":true},"later":1}
        """
    private static let assertion =
        #"{"challenge":"AAEC","rpId":"example.com","allowCredentials":[{"type":"public-key","id":"AQ"}]}"#

    private static func request(
        _ method: PagePasskeyRequest.Method, _ options: String
    ) throws(PagePasskeyError) -> PagePasskeyRequest {
        guard let url = try? WebURL("https://login.example.com/") else { throw .malformed }
        return try PagePasskeyRequest(method, options: options, on: url)
    }

    @Test("is read from the options in the standard's JSON")
    func options() throws {
        let registration = try #require(
            PasskeyRegistrationRequest(
                relyingParty: "example.com", challenge: [0, 1, 2], userName: "anna", userHandle: [7], excludedCredentials: [[1]],
                wantsEnterpriseAttestation: true))
        #expect(try Self.request(.create, Self.creation).subject == .passkeyRegistration(registration))
        let assertion = try #require(
            PasskeyAssertionRequest(relyingParty: "example.com", challenge: [0, 1, 2], allowedCredentials: [[1]]))
        #expect(try Self.request(.get, Self.assertion).subject == .passkeyAssertion(assertion))
        let open = try #require(PasskeyAssertionRequest(relyingParty: "login.example.com", challenge: [0, 1, 2]))
        for rest in ["", #","allowCredentials":[]"#] {
            let options = #"{"challenge":"AAEC"\#(rest)}"#
            #expect(try Self.request(.get, options).subject == .passkeyAssertion(open))
        }
        let all = Self.creation.replacing(#"{"type":"public-key","alg":-8},{"type":"public-key","alg":-7}"#, with: "")
        #expect(throws: Never.self) { try Self.request(.create, all) }
    }

    /// An invalid change of valid options.
    struct Change: Sendable, CustomTestStringConvertible {
        let method: PagePasskeyRequest.Method
        let old: String
        let new: String
        let error: PagePasskeyError
        var testDescription: String { "\(method): \(old) → \(new)" }

        init(_ method: PagePasskeyRequest.Method, _ old: String, _ new: String, _ error: PagePasskeyError) {
            (self.method, self.old, self.new, self.error) = (method, old, new, error)
        }
    }

    @Test(
        "with other options is rejected",
        arguments: [
            Change(.get, "AAEC", "", .malformed), Change(.get, "AAEC", "AA=", .malformed),
            Change(.get, #""AAEC""#, "1", .malformed),
            Change(.get, "challenge", "other", .malformed), Change(.get, "AQ", "A", .malformed),
            Change(.get, #""example.com""#, "1", .malformed), Change(.get, "example.com", "example.org", .relyingParty),
            Change(.get, "example.com", "com", .relyingParty), Change(.get, "public-key", "other", .unsupported),
            Change(.get, #"[{"type":"public-key","id":"AQ"}]"#, "1", .malformed), Change(.get, "}]}", "}]", .malformed),
            Change(.create, "AAEC", "", .malformed), Change(.create, #""rp":{"id":"example.com","name":"Shop"},"#, "", .malformed),
            Change(.create, #""id":"example.com""#, #""id":"example.org""#, .relyingParty),
            Change(.create, #""id":"Bw""#, #""id":"""#, .malformed), Change(.create, #""name":"anna","#, "", .malformed),
            Change(.create, #""alg":-7"#, #""alg":-257"#, .unsupported), Change(.create, "pubKeyCredParams", "other", .malformed),
            Change(
                .create, #""later":1"#, #""authenticatorSelection":{"authenticatorAttachment":"cross-platform"}"#, .unsupported),
        ])
    func rejected(change: Change) {
        let valid = change.method == .get ? Self.assertion : Self.creation
        #expect(valid.contains(change.old))
        #expect(throws: change.error) { try Self.request(change.method, valid.replacing(change.old, with: change.new)) }
    }

    @Test("with changed bytes is rejected, or is for a relying party of the page")
    func fuzz() throws {
        var random = SeededGenerator(seed: 283)
        var accepted = 0
        for round in 0..<2_000 {
            let method: PagePasskeyRequest.Method = round.isMultiple(of: 2) ? .get : .create
            var bytes = Array((method == .get ? Self.assertion : Self.creation).utf8)
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
                }
            }
            guard let request = try? Self.request(method, String(decoding: bytes, as: UTF8.self)) else { continue }
            accepted += 1
            let relyingParty =
                switch request.subject {
                case .passkeyRegistration(let registration): registration.relyingParty
                case .passkeyAssertion(let assertion): assertion.relyingParty
                default: ""
                }
            #expect(["example.com", "login.example.com"].contains(relyingParty) && request.page.relyingParty == relyingParty)
        }
        #expect(accepted > 0)
    }

    @Test("is answered with the credential in the standard's JSON")
    func responses() throws {
        let signed = AuthorizationOutcome.granted(
            .passkeyAssertion(
                PasskeyAssertion(credentialID: [1], userHandle: [7], clientData: [2], authenticatorData: [4], signature: [5])))
        let start = #"{"id":"AQ","rawId":"AQ","type":"public-key","authenticatorAttachment":"platform","response":{"#
        #expect(
            try Self.request(.get, Self.assertion).response(to: signed) == start
                + #""clientDataJSON":"Ag","authenticatorData":"BA","signature":"BQ","userHandle":"Bw"},"#
                + #""clientExtensionResults":{}}"#)
        let rejected = AuthorizationOutcome.rejected(AuthorizationRejection(.canceled, "the user cancelled"))
        #expect(try Self.request(.get, Self.assertion).response(to: rejected) == nil)
    }
}

@Suite("The response of a web page's new passkey") struct PagePasskeyCreationTests {
    private static let options = """
        {"challenge":"AAEC","rp":{"id":"example.com","name":"Shop"},"user":{"id":"Bw","name":"anna","displayName":"Anna"},\
        "pubKeyCredParams":[{"type":"public-key","alg":-7}],"extensions":{"credProps":true}}
        """

    private static func response(to object: [UInt8]) throws -> String? {
        let request = try PagePasskeyRequest(.create, options: options, on: try WebURL("https://example.com/"))
        let passkey = PasskeyRegistration(credentialID: [1, 2], clientData: [2], attestationObject: object)
        return request.response(to: .granted(.passkeyRegistration(passkey)))
    }

    @Test(
        "repeats the parts of the attestation object, and has the transport hybrid only with a backup",
        arguments: [(0x5D, ["hybrid", "internal"]), (0x4D, ["hybrid", "internal"]), (0x45, ["internal"])] as [(UInt8, [String])])
    func members(flags: UInt8, transports: [String]) throws {
        let key = P256.Signing.PrivateKey().publicKey
        var response = ProvidedRegistrationTests.Response()
        (response.flags, response.key) = (flags, PasskeyAuthenticator.coseKey(key))
        let object = try response.registration().attestationObject
        let text = try #require(try Self.response(to: object))
        let json = try JSONText.parse(Array(text.utf8)).root
        #expect(json["id"]?.string == "AQI" && json["rawId"]?.string == "AQI" && json["type"]?.string == "public-key")
        #expect(json["authenticatorAttachment"]?.string == "platform")
        #expect(json["clientExtensionResults"]?["credProps"]?["rk"]?.boolean == true)
        let members = try #require(json["response"])
        #expect(members["clientDataJSON"]?.string == "Ag")
        #expect(members["attestationObject"]?.string == Base64URL.encode(object))
        #expect(members["transports"]?.elements?.compactMap(\.string) == transports)
        #expect(members["publicKeyAlgorithm"]?.number?.int == -7)
        #expect(members["publicKey"]?.string == Base64URL.encode(Array(key.derRepresentation)))
        let data = try #require(members["authenticatorData"]?.string.flatMap { Base64URL.decode($0) })
        #expect(data == Array(object.suffix(data.count)) && data.count == 57 + response.key.count && data[32] == flags)
    }

    @Test("lacks the key of an algorithm that the device does not know")
    func otherAlgorithm() throws {
        var response = ProvidedRegistrationTests.Response()
        // The map {1: 1, 3: -8} in CBOR.
        response.key = [0xA2, 0x01, 0x01, 0x03, 0x27]
        let text = try #require(try Self.response(to: try response.registration().attestationObject))
        let members = try #require(try JSONText.parse(Array(text.utf8)).root["response"])
        #expect(members["publicKeyAlgorithm"]?.number?.int == -8 && members["publicKey"] == nil)
    }

    @Test(
        "does not exist for a malformed key",
        arguments: [[], [0xA0], [0x01], [0xA1, 0x03], [0xA1, 0x03, 0x26], [0xA2, 0x01, 0x02, 0x03, 0x26]] as [[UInt8]])
    func malformed(key: [UInt8]) throws {
        var response = ProvidedRegistrationTests.Response()
        response.key = key
        #expect(try Self.response(to: try response.registration().attestationObject) == nil)
        response.key = PasskeyAuthenticator.coseKey(P256.Signing.PrivateKey().publicKey)
        response.flags = 0x1D
        #expect(try Self.response(to: try response.registration().attestationObject) == nil)
    }

    @Test("reads any attestation object without a trap")
    func anyObject() throws {
        var random = SeededGenerator(seed: 29)
        var response = ProvidedRegistrationTests.Response()
        response.key = PasskeyAuthenticator.coseKey(P256.Signing.PrivateKey().publicKey)
        let object = try response.registration().attestationObject
        var accepted = 0
        for _ in 0..<2_000 {
            var changed = object
            changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            changed.removeLast(Bool.random(using: &random) ? 0 : Int.random(in: 0...changed.count, using: &random))
            guard let key = AttestedKey(attestationObject: changed) else { continue }
            accepted += 1
            #expect(key.authenticatorData.count > 55)
        }
        #expect(accepted > 0)
    }
}

@Suite("The signals of a web page") struct PagePasskeySignalTests {
    private static func reports(_ json: String, on address: String = "https://login.example.com/") throws -> [CredentialReport] {
        PagePasskeySignal.signals(in: json, on: try WebURL(address)).map(\.report)
    }

    private static let all = """
        {"signalAllAcceptedCredentials":{"rpId":"example.com","userId":"Bw","allAcceptedCredentialIds":["AQ","Ag"]},\
        "signalCurrentUserDetails":{"rpId":"example.com","userId":"Bw","name":"anna","displayName":"Anna"},\
        "signalUnknownCredential":{"rpId":"example.com","credentialId":"AQ"},"signalLater":{"rpId":"example.com"}}
        """

    @Test("are those of the standard")
    func reports() throws {
        let accepted = try #require(
            AcceptedPasskeys(relyingParty: "example.com", userHandle: [7], credentialIDs: [[1], [2]]))
        let name = try #require(PasskeyUserName(relyingParty: "example.com", userHandle: [7], userName: "anna"))
        let unknown = try #require(UnknownPasskey(relyingParty: "example.com", credentialID: [1]))
        #expect(try Self.reports(Self.all) == [.acceptedPasskeys(accepted), .userName(name), .unknownPasskey(unknown)])
    }

    @Test(
        "for foreign sites have no effect",
        arguments: ["https://example.org/", "http://example.com/", "https://badexample.com/", "https://com/"])
    func foreign(address: String) throws {
        #expect(try Self.reports(Self.all, on: address) == [])
    }

    @Test(
        "that are malformed have no effect, and do not disturb the others",
        arguments: [
            (#""rpId":"example.com","userId":"Bw","allAccepted"#, #""userId":"Bw","allAccepted"#, 2),
            (#"["AQ","Ag"]"#, #"["A"]"#, 2),
            (#"["AQ","Ag"]"#, "1", 2), (#""credentialId":"AQ""#, #""credentialId":1"#, 2), (#""name":"anna","#, "", 2),
            (#""userId":"Bw""#, #""userId":"""#, 1), ("{", "", 0),
        ])
    func malformed(old: String, new: String, count: Int) throws {
        #expect(Self.all.contains(old))
        #expect(try Self.reports(Self.all.replacing(old, with: new)).count == count)
    }
}
