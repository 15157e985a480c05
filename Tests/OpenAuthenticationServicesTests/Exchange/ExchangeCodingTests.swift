import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Exchanged credentials as JSON") struct ExchangeCodingTests {
    /// An export with every kind of credential, with the names and values of CXF 1.0.
    private static let export = #"""
        {"accounts":[{"collections":[{"creationAt":1600000000,"id":"Yw","items":[{"account":"YQ","item":"aQ"}],"modifiedAt":1650000000,
        "subCollections":[{"id":"ZA","items":[],"title":"Inner"}],"subtitle":"s","title":"Home"}],"email":"jane@example.com",
        "fullName":"Jane","id":"YQ","items":[{"creationAt":1600000000,"credentials":[
        {"password":{"fieldType":"concealed-string","id":"cA","label":"l","value":"one"},"type":"basic-auth",
        "username":{"fieldType":"string","value":"jane"}},
        {"cardType":{"fieldType":"string","value":"v"},"number":{"fieldType":"concealed-string","value":"4111"},"type":"credit-card"},
        {"given":{"fieldType":"string","value":"Jane"},"type":"person-name"},
        {"fields":[{"fieldType":"boolean","value":"true"}],"id":"Zg","label":"l","type":"custom-fields"},
        {"reference":{"item":"aQ"},"type":"item-reference"},
        {"licenseClass":{"fieldType":"string","value":"B"},"type":"drivers-license"},
        {"issuingCountry":{"fieldType":"country-code","value":"DE"},"type":"identity-document"},
        {"password":"p","type":"generated-password"},
        {"content":{"fieldType":"string","value":"n"},"type":"note"},
        {"algorithm":"sha256","digits":6,"issuer":"i","period":30,"secret":"JBSWY3DPEHPK3PXP","type":"totp","username":"jane"},
        {"hidden":{"fieldType":"boolean","value":"false"},"networkSecurityType":{"fieldType":"wifi-network-security-type","value":"wpa3"},
        "passphrase":{"fieldType":"concealed-string","value":"p"},"ssid":{"fieldType":"string","value":"home"},"type":"wifi"},
        {"key":{"fieldType":"concealed-string","value":"k"},"type":"api-key","username":{"fieldType":"string","value":"jane"},
        "validFrom":{"fieldType":"date","value":"2026-11-28"}},
        {"keyType":"ssh-ed25519","privateKey":"AQI","type":"ssh-key"},
        {"country":{"fieldType":"country-code","value":"DE"},"tel":{"fieldType":"string","value":"1"},
        "territory":{"fieldType":"subdivision-code","value":"DE-BE"},"type":"address"},
        {"credentialId":"AQID","key":"AQI","rpId":"example.com","type":"passkey","userDisplayName":"Jane","userHandle":"CQ",
        "username":"jane"},
        {"expiryDate":{"fieldType":"year-month","value":"2030-01"},"passportNumber":{"fieldType":"string","value":"1"},
        "type":"passport"}],
        "favorite":true,"id":"aQ","modifiedAt":1650000000,"scope":{"androidApps":[{"bundleId":"com.example",
        "certificate":{"fingerprint":"AQ","hashAlg":"sha256"},"name":"n"}],"urls":["https://example.com/a"]},"subtitle":"s",
        "tags":["t"],"title":"Example"}],"username":"jane"}],"exporterDisplayName":"Vault","exporterRpId":"vault.example",
        "timestamp":1700000000,"version":{"major":1,"minor":0}}
        """#.replacing("\n", with: "")

    private func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test("have the names and values of CXF 1.0, in both directions, for every kind")
    func everyKind() throws {
        let data = try JSONDecoder().decode(ASExportedCredentialData.self, from: Data(Self.export.utf8))
        #expect(try encoded(data) == Self.export)
        let item = try #require(data.accounts.first?.items.first)
        #expect(item.credentials.count == 16 && item.created == Date(timeIntervalSince1970: 1_600_000_000))
        guard case .totp(let code) = item.credentials[9] else { throw Unexpected() }
        #expect(code.secret == Data([0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x21, 0xDE, 0xAD, 0xBE, 0xEF]) && code.algorithm == .sha256)
    }

    @Test("have the names of the extensions of a passkey, and reject another algorithm")
    func extensions() throws {
        let members = [
            #""algorithm":"hmac-sha256""#, #""credWithUV":"AQ""#, #""credWithoutUV":"Ag""#, #""data":"AwQ""#,
            #""uncompressedSize":1"#,
        ]
        let text =
            "{\"hmacCredentials\":{\(members[..<3].joined(separator: ","))},\"largeBlob\":{\(members[3...].joined(separator: ","))}}"
        let extensions = try JSONDecoder().decode(ASImportableFIDO2Extensions.self, from: Data(text.utf8))
        let expected = ASImportableFIDO2Extensions(
            hmacCredentials: .init(algorithm: .sha256, credentialWithUV: Data([1]), credentialWithoutUV: Data([2])),
            largeBlob: .init(uncompressedSize: 1, data: Data([3, 4])))
        #expect(extensions == expected)
        let written = try encoded(expected)
        for member in members { #expect(written.contains(member)) }
        #expect(throws: DecodingError.self) {
            let other = text.replacing("sha256", with: "sha512")
            _ = try JSONDecoder().decode(ASImportableFIDO2Extensions.self, from: Data(other.utf8))
        }
        #expect(!String(reflecting: expected).contains("bytes"))
    }

    @Test("do not depend on the strategies of the coder")
    func strategies() throws {
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        decoder.dateDecodingStrategy = .millisecondsSince1970
        decoder.dataDecodingStrategy = .deferredToData
        let data = try decoder.decode(ASExportedCredentialData.self, from: Data(Self.export.utf8))
        #expect(String(decoding: try encoder.encode(data), as: UTF8.self) == Self.export)
    }

    @Test("leave out members that have no value, and credentials of kinds that this version does not know")
    func optionalMembers() throws {
        let text =
            #"{"credentials":[{"type":"hologram","beam":7},{"password":"p","type":"generated-password"}],"id":"aQ","title":""}"#
        let item = try JSONDecoder().decode(ASImportableItem.self, from: Data(text.utf8))
        #expect(item == ASImportableItem(id: Data("i".utf8), title: "", credentials: [.generatedPassword(.init(password: "p"))]))
        #expect(try encoded(item) == #"{"credentials":[{"password":"p","type":"generated-password"}],"id":"aQ","title":""}"#)
    }

    @Test(
        "have fields of unknown types as texts, and of no other kind",
        arguments: [(#""hologram""#, .string), (#""email""#, .email), ("7", nil)]
            as [(String, ASImportableEditableField.FieldType?)])
    func fieldTypes(type: String, expected: ASImportableEditableField.FieldType?) {
        let field = try? JSONDecoder().decode(
            ASImportableEditableField.self, from: Data(#"{"fieldType":\#(type),"value":"v"}"#.utf8))
        #expect(field?.fieldType == expected)
        #expect(field?.value == (expected == nil ? nil : "v"))
    }

    @Test("have times from 1970 to 2100")
    func times() throws {
        var item = ASImportableItem(id: Data("i".utf8), title: "", credentials: [])
        for (seconds, expected) in [(-1, "0"), (4_102_444_801, "4102444800"), (.nan, nil)] as [(Double, String?)] {
            item.created = Date(timeIntervalSince1970: seconds)
            let time = expected.map { #""creationAt":\#($0),"# } ?? ""
            #expect(try encoded(item) == "{\(time)" + #""credentials":[],"id":"aQ","title":""}"#)
        }
    }

    @Test(
        "are rejected with another version, malformed bytes and missing members",
        arguments: [
            (#""major":1"#, #""major":2"#), (#""id":"YQ""#, #""id":"Y""#), (#""id":"YQ""#, #""id":"YQ==""#),
            ("JBSWY3DPEHPK3PXP", "JBSWY3DPEHPK3PX1"), (#""rpId":"example.com","#, ""), ("1700000000", "-1"),
            (#"sha256","digits"#, #"md5","digits"#),
        ])
    func malformed(part: String, other: String) throws {
        let text = Self.export.replacing(part, with: other)
        #expect(text != Self.export)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ASExportedCredentialData.self, from: Data(text.utf8))
        }
    }

    @Test("print no passwords, keys and secrets")
    func redaction() throws {
        let secret = "Vq7-kilo-umbra-29"
        let field = ASImportableEditableField(id: nil, fieldType: .concealedString, value: secret)
        let credentials: [ASImportableCredential] = [
            .basicAuthentication(.init(userName: nil, password: field)), .generatedPassword(.init(password: secret)),
            .passkey(
                .init(
                    credentialID: Data(), relyingPartyIdentifier: "example.com", userName: "", userDisplayName: "",
                    userHandle: Data(), key: Data(secret.utf8))),
            .totp(.init(secret: Data(secret.utf8), period: 30, digits: 6, userName: nil, algorithm: .sha1)),
            .sshKey(
                .init(
                    keyType: "ssh-ed25519", privateKey: Data(secret.utf8), keyComment: nil, creationDate: nil, expiryDate: nil,
                    keyGenerationSource: nil)),
        ]
        for credential in credentials {
            var dumped = ""
            dump(credential, to: &dumped)
            let words = dumped + "\(credential)" + String(reflecting: credential)
            #expect(!words.contains("kilo") && !words.contains("\(secret.utf8.count) bytes") && !words.contains("86"), "\(words)")
        }
    }

    private struct Unexpected: Error {}
}
