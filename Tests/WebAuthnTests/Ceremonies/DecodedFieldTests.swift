import Testing
import WebAuthn

/// Tests of the division of messages into fields.
struct DecodedFieldTests {
    @Test(arguments: (try? Vectors.all.get())?.vectors ?? [])
    func `the fields of a message cover all of its bytes in order`(_ vector: Vector) throws {
        for (bytes, fields) in try [
            (vector.registration.attestationObject, DecodedMessage.fields(ofAttestationObject:)),
            (vector.registration.clientDataJSON, DecodedMessage.fields(ofClientData:)),
            (vector.authentication.clientDataJSON, DecodedMessage.fields(ofClientData:)),
            (vector.authentication.authenticatorData, DecodedMessage.fields(ofAuthenticatorData:)),
        ].map({ ($0.0.bytes, try $0.1($0.0.bytes)) }) {
            #expect(fields.map(\.range.lowerBound) == [0] + fields.dropLast().map(\.range.upperBound))
            #expect(fields.last?.range.upperBound == bytes.count)
        }
    }

    @Test func `a field has the path, the bytes and the value that the message has`() throws {
        var sample = SampleRegistration()
        sample.flags |= 0x80
        sample.trailer = CBOR.map(CBORMap([(.text("hmac-secret"), .boolean(true))])).encoded
        sample.format = "packed"
        sample.statement = .map(
            CBORMap([(.text("sig"), .bytes([UInt8](repeating: 1, count: 65))), (.text("x5c"), .array([.bytes([5])]))]))
        let object = sample.attestationObject
        let fields = try DecodedMessage.fields(ofAttestationObject: object)
        #expect(
            fields.compactMap(\.name) == [
                "fmt", "attStmt.sig", "attStmt.x5c[0]", "authData.rpIdHash", "authData.flags", "authData.signCount",
                "authData.aaguid",
                "authData.credentialIdLength", "authData.credentialId", "authData.credentialPublicKey.kty",
                "authData.credentialPublicKey.alg", "authData.credentialPublicKey.crv", "authData.credentialPublicKey.x",
                "authData.credentialPublicKey.y", "authData.extensions.hmac-secret",
            ])
        func field(_ name: String) throws -> (bytes: [UInt8], value: String) {
            let field = try #require(fields.first { $0.name == name })
            return (Array(object[field.range]), field.value)
        }
        #expect(try field("fmt") == (CBOR.text("packed").encoded, "packed"))
        #expect(try field("attStmt.sig") == ([UInt8](repeating: 1, count: 65), ""))
        #expect(try field("attStmt.x5c[0]") == ([5], "BQ"))
        #expect(try field("authData.flags") == ([0xDD], "UP UV BE BS AT ED"))
        #expect(try field("authData.credentialIdLength") == ([0, 20], "20"))
        #expect(try field("authData.credentialPublicKey.alg") == ([0x26], "-7"))
        #expect(try field("authData.credentialPublicKey.x").bytes == sample.key.map?[-2]?.bytes)
        #expect(try field("authData.extensions.hmac-secret") == ([0xF5], "true"))
    }

    @Test func `members of client data have their JSON, after a byte order mark too`() throws {
        for mark: [UInt8] in [[], [0xEF, 0xBB, 0xBF]] {
            var sample = SampleRegistration()
            sample.mark = mark
            let fields = try DecodedMessage.fields(ofClientData: sample.clientDataJSON)
            let origin = try #require(fields.first { $0.name == "origin" })
            #expect(origin.value == "https://example.org")
            #expect(Array(sample.clientDataJSON[origin.range]) == Array(#""https://example.org""#.utf8))
            #expect(fields.first { $0.name == "crossOrigin" }?.value == "false")
        }
    }

    @Test func `a malformed message is not divided`() {
        #expect(throws: WebAuthnError.self) { try DecodedMessage.fields(ofClientData: Array("{}".utf8)) }
        #expect(throws: WebAuthnError.self) { try DecodedMessage.fields(ofAuthenticatorData: [0]) }
        #expect(throws: WebAuthnError.self) { try DecodedMessage.fields(ofAttestationObject: [0xA0]) }
    }
}
