import ConformanceData
import Crypto
import JSONText
import Secrets
import Testing
import WebAuthn

/// Tests with the standard's test vectors of the extension `prf`.
struct PRFTests {
    struct Vectors: Decodable {
        let credRandom: Hex
        let vectors: [Vector]

        struct Vector: Decodable, Sendable {
            let inputs: [Hex]
            let salts: [Hex]
            let outputs: [Hex]
        }
    }

    @Test func `inputs convert to the salts of CTAP2, and outputs are parsed`() throws {
        let vectors = try ConformanceData.json("webauthn/prf-vectors.json", as: Vectors.self)
        #expect(vectors.vectors.map(\.inputs.count) == [1, 2])
        for vector in vectors.vectors {
            let inputs = PRFValues(vector.inputs[0].bytes, vector.inputs.dropFirst().first?.bytes)
            #expect(inputs.hmacSecretSalts == vector.salts.map(\.bytes))
            // The authenticator computes this output, and the client decrypts it.
            let outputs = inputs.hmacSecretSalts.map {
                [UInt8](HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: vectors.credRandom.bytes)))
            }
            #expect(outputs == vector.outputs.map(\.bytes))
            let results = zip(["first", "second"], outputs).map { #""\#($0)":"\#(Base64URL.encode($1))""# }.joined(separator: ",")
            let response = try RegistrationResponse(
                json: Array(
                    #"{"type":"public-key","clientExtensionResults":{"prf":{"enabled":true,"results":{\#(results)}}},"#.utf8
                ) + Array(#""response":{"clientDataJSON":"e30","attestationObject":"oA"}}"#.utf8))
            #expect(response.extensions.supportsPRF == true)
            #expect(response.extensions.prfResults == PRFValues(outputs[0], outputs.dropFirst().first))
        }
    }

    @Test func `the description of values is redacted`() {
        let values = PRFValues(Array("secret".utf8), Array("other".utf8))
        #expect("\(values)" == "PRFValues(redacted)")
        var dumped = ""
        dump(values, to: &dumped)
        #expect(!dumped.contains("115"))
        #expect(!dumped.contains("first"))
    }
}

/// Tests of signals and of the names of authenticators.
struct SignalTests {
    @Test func `each signal is a member with the method's name and argument`() throws {
        let site = try SampleRegistration.site.get()
        #expect(
            String(decoding: Signals.unknown(try CredentialID([9]), at: site).json, as: UTF8.self)
                == #"{"signalUnknownCredential":{"rpId":"example.org","credentialId":"CQ"}}"#)
        let account = Signals.account(
            try UserHandle([1, 2, 3]), credentials: [try CredentialID([9]), try CredentialID([8])], name: "anna",
            displayName: "Anna",
            at: site)
        #expect(
            String(decoding: account.json, as: UTF8.self)
                == #"{"signalAllAcceptedCredentials":{"rpId":"example.org","userId":"AQID","allAcceptedCredentialIds":["CQ","CA"]},"#
                + #""signalCurrentUserDetails":{"rpId":"example.org","userId":"AQID","name":"anna","displayName":"Anna"}}"#)
    }

    @Test func `the signals of an account without credentials contain an empty list`() throws {
        let signals = Signals.account(
            try UserHandle([1]), credentials: [], name: "", displayName: "", at: try SampleRegistration.site.get())
        #expect(signals.value["signalAllAcceptedCredentials"]?["allAcceptedCredentialIds"] == [])
    }

    @Test(
        arguments: [
            ("fbfc3007154e4ecc8c0b6e020557d7bd", "Apple Passwords"),
            ("ea9b8d664d011d213ce4b6b48cb575d4", "Google Password Manager"),
            ("6028b017b1d44c02b4b3afcdafc96bb2", "Windows Hello"), ("00000000000000000000000000000000", nil),
            ("01020304050607080102030405060708", nil),
        ] as [(String, String?)])
    func `a known AAGUID has the published name`(bytes: String, expected: String?) async throws {
        var sample = SampleRegistration()
        sample.aaguid = [UInt8](hex: bytes)
        #expect(try await sample.verified().aaguid.name == expected)
    }
}
