import Crypto
import Foundation
import PasswordManager
import Secrets
import TestKit
import Testing

@testable import DeviceServices

private typealias Sample = ExchangeSample

@Suite("A document of exchanged credentials") struct ExchangeDocumentTests {
    @Test("has passwords with their notes, passkeys and verification codes")
    func reading() throws {
        let document = try ExchangeDocument(
            Sample.document(
                [Sample.password(), Sample.note(), Sample.code(), Sample.passkey()],
                members:
                    #""title":"Mine","creationAt":1600000000,"modifiedAt":1650000000,"favorite":true,"later":{},\#(Sample.scope)"#))
        #expect(document.rejected == [])
        let password = try #require(document.passwords.first)
        #expect(document.passwords.count == 1 && password.id.description == "jane at example.com" && password.title == "Mine")
        #expect(password.password == PrivateText("Vq7-kilo-umbra-29") && password.notes == PrivateText("by the door"))
        #expect(password.createdAt == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(password.changedAt == Date(timeIntervalSince1970: 1_650_000_000))
        let code = try #require(document.codes.first)
        #expect(document.codes.count == 1 && code.id == password.id && code.issuer == "Example")
        // As other authenticators show it: RFC 4226's truncation with the key "Hello!" and four bytes.
        #expect(code.code(at: Date(timeIntervalSince1970: 0)) == "282760")
        let passkey = try #require(document.passkeys.first)
        #expect(document.passkeys.count == 1 && passkey.passkey.credentialID == [1, 2, 3] && passkey.userHandle == [9])
        #expect(passkey.passkey.relyingParty == "example.com" && passkey.passkey.userName == "jane")
        #expect(passkey.privateKey == Array(Sample.key.rawRepresentation) && passkey.created == 1_600_000_000_000)
    }

    @Test("has one password for each site of an item, and user names of codes from the password")
    func sites() throws {
        let scope = #""title":"","scope":{"urls":["https://b.example","app://c","http://a.example:8080/x","https://b.example/y"]}"#
        let document = try ExchangeDocument(
            Sample.document([Sample.password(), Sample.code(members: #""issuer":null"#)], members: scope))
        #expect(document.passwords.map(\.id.description) == ["jane at b.example", "jane at a.example"])
        #expect(document.codes.map(\.id) == document.passwords.map(\.id) && document.rejected == [])
    }

    @Test("has passkeys of localhost, which a server under development creates")
    func localhost() throws {
        let document = try ExchangeDocument(Sample.document([Sample.passkey(site: "localhost")]))
        #expect(document.rejected == [] && document.passkeys.map(\.passkey.relyingParty) == ["localhost"])
    }

    private static let long = String(repeating: "n", count: 1_025)

    /// The key with the name of another curve, whose keys are as long.
    private static let otherCurve: [UInt8] = {
        var key = Array(Sample.key.derRepresentation)
        key[26] = 0x08
        return key
    }()

    private static let longBlob: String = {
        let data: [UInt8] = [1, 1, 0x10, 0xFE, 0xEF]
        return Sample.blob(data + [UInt8](repeating: 7, count: 4_097), size: 4_097)
    }()

    /// A credential, the members of its item, and the reason why it is rejected.
    typealias Row = (credential: String, members: String, reason: ExchangeRejection.Reason)

    private static let passwords: [Row] = [
        (Sample.password(), #""title":"t""#, .site),
        (Sample.password(), #""title":"t","scope":{"urls":[]}"#, .site),
        (Sample.password(), #""title":"t","scope":{"urls":["ftp://example.com","https://127.0.0.1"]}"#, .site),
        (Sample.password(), #""title":7,\#(Sample.scope)"#, .malformed),
        (Sample.password(), #""creationAt":-1,\#(Sample.scope)"#, .time),
        (Sample.password(), #""modifiedAt":253402300800,\#(Sample.scope)"#, .time),
        (Sample.password(), #""creationAt":"today",\#(Sample.scope)"#, .time),
        (Sample.password(long), Sample.scope, .password(.user)),
        (Sample.password("a\\u001bb"), Sample.scope, .password(.user)),
        (Sample.password("jane", ""), Sample.scope, .password(.password)),
        (Sample.password("jane", String(repeating: "p", count: 4_097)), Sample.scope, .password(.password)),
        (Sample.password(), #""title":"\#(long)",\#(Sample.scope)"#, .password(.title)),
        (#"{"type":"basic-auth","username":{"value":"jane"}}"#, Sample.scope, .password(.password)),
        (#"{"type":"basic-auth","password":"open"}"#, Sample.scope, .malformed),
        (#"{"type":"basic-auth","password":{"value":7}}"#, Sample.scope, .malformed),
        (Sample.note(), Sample.scope, .kind),
        (#"{"type":"credit-card"}"#, Sample.scope, .kind),
        (#"{"type":7}"#, Sample.scope, .kind),
        ("7", Sample.scope, .kind),
    ]

    private static let passkeys: [Row] = [
        (Sample.passkey(site: "com"), Sample.scope, .relyingParty),
        (Sample.passkey(site: "Example.com"), Sample.scope, .relyingParty),
        (Sample.passkey(site: "127.0.0.1"), Sample.scope, .relyingParty),
        (Sample.passkey(site: ""), Sample.scope, .relyingParty),
        (Sample.passkey(user: long), Sample.scope, .userName),
        (Sample.passkey(user: "a\\u0000"), Sample.scope, .userName),
        (Sample.passkey(id: []), Sample.scope, .malformed),
        (Sample.passkey(id: [UInt8](repeating: 1, count: 1_024)), Sample.scope, .malformed),
        (Sample.passkey(handle: []), Sample.scope, .malformed),
        (Sample.passkey(handle: [UInt8](repeating: 1, count: 65)), Sample.scope, .malformed),
        (Sample.passkey().replacingOccurrences(of: "AQID", with: "AQID=="), Sample.scope, .malformed),
        (Sample.passkey(key: Array(Sample.key.rawRepresentation)), Sample.scope, .key),
        (Sample.passkey(key: Array(Sample.key.derRepresentation.dropLast())), Sample.scope, .key),
        (Sample.passkey(key: Array(P384.Signing.PrivateKey().derRepresentation)), Sample.scope, .key),
        (Sample.passkey(key: otherCurve), Sample.scope, .key),
        (Sample.passkey(key: [UInt8](repeating: 0x30, count: 1_025)), Sample.scope, .malformed),
        (Sample.passkey(members: #","fido2Extensions":[]"#), Sample.scope, .extensions),
        (Sample.passkey(extensions: #""credBlob":"AQ""#), Sample.scope, .extensions),
        (Sample.passkey(extensions: Sample.secrets(algorithm: "hmac-sha512")), Sample.scope, .extensions),
        (Sample.passkey(extensions: Sample.secrets(length: 31)), Sample.scope, .extensions),
        (Sample.passkey(extensions: Sample.secrets(length: 33)), Sample.scope, .extensions),
        // A compressed blob, one with a wrong length or checksum of the length, and one that is too long.
        (Sample.passkey(extensions: Sample.blob([0x4B, 0x04, 0x00], size: 1)), Sample.scope, .extensions),
        (Sample.passkey(extensions: Sample.blob([1, 1, 0, 0xFE, 0xFF, 7], size: 2)), Sample.scope, .extensions),
        (Sample.passkey(extensions: Sample.blob([1, 1, 0, 0xFE, 0xFE, 7], size: 1)), Sample.scope, .extensions),
        (Sample.passkey(extensions: longBlob), Sample.scope, .extensions),
    ]

    private static let codes: [Row] = [
        (Sample.code(), #""title":"t""#, .site),
        (Sample.code(secret: "JBSWY3DP"), Sample.scope, .code),
        (Sample.code(secret: "JBSWY3DPEHPK3PX1"), Sample.scope, .code),
        (Sample.code(secret: String(repeating: "A", count: 208)), Sample.scope, .code),
        (Sample.code(digits: "9"), Sample.scope, .code),
        (Sample.code(digits: "6.5"), Sample.scope, .code),
        (Sample.code(period: "4"), Sample.scope, .code),
        (Sample.code(algorithm: "md5"), Sample.scope, .code),
        (Sample.code(algorithm: "SHA1"), Sample.scope, .code),
        (Sample.code(members: #""username":"\#(long)""#), Sample.scope, .userName),
        (Sample.code(members: #""issuer":"\#(String(repeating: "i", count: 513))""#), Sample.scope, .code),
        (Sample.code(members: #""issuer":7"#), Sample.scope, .malformed),
    ]

    private static let rejections = passwords + passkeys + codes

    @Test("rejects a credential that the device cannot save, with its path, and imports the others", arguments: rejections.indices)
    func rejecting(row: Int) throws {
        let (credential, members, reason) = Self.rejections[row]
        let document = try ExchangeDocument(
            Sample.document(items: [Sample.item([credential], members: members), Sample.item([Sample.password("joe")])]))
        #expect(document.rejected == [ExchangeRejection("/accounts/0/items/0/credentials/0", reason)])
        // The passkey itself is imported; only the extension is not.
        #expect(document.passwords.map(\.id.user) == ["joe"] && document.codes.isEmpty)
        #expect(document.passkeys.count == (reason == .extensions ? 1 : 0))
        #expect(document.passkeys.allSatisfy { $0.secrets == nil && $0.largeBlob == nil && !$0.supportsLargeBlob })
    }

    @Test("has the secrets of the extension prf, and blobs that are not compressed")
    func extensions() throws {
        let blob = [UInt8](repeating: 7, count: 4_096)
        let stream: [UInt8] = [1, 0, 0x10, 0xFF, 0xEF]
        let document = try ExchangeDocument(
            Sample.document([
                Sample.passkey(extensions: "\(Sample.secrets()),\(Sample.blob(stream + blob, size: 4_096))"),
                Sample.passkey(id: [4], handle: [4], extensions: #""payments":null"#),
                Sample.passkey(id: [5], handle: [5], members: #","fido2Extensions":null"#),
                Sample.passkey(id: [6], handle: [6], extensions: Sample.secrets() + #","credBlob":"AQ""#),
            ]))
        let secrets = PasskeySecrets(
            withVerification: [UInt8](repeating: 1, count: 32), withoutVerification: [UInt8](repeating: 2, count: 32))
        #expect(document.rejected == [ExchangeRejection("/accounts/0/items/0/credentials/3", .extensions)])
        #expect(document.passkeys.map(\.secrets) == [secrets, nil, nil, secrets])
        #expect(document.passkeys.map(\.largeBlob) == [blob, nil, nil, nil])
        #expect(document.passkeys.map(\.supportsLargeBlob) == [true, false, false, false])
    }

    @Test("accepts values at their limits")
    func limits() throws {
        let document = try ExchangeDocument(
            Sample.document(
                [
                    Sample.password(String(repeating: "n", count: 1_024), String(repeating: "p", count: 4_096)),
                    Sample.note(String(repeating: "n", count: 16_384)),
                    Sample.passkey(
                        id: [UInt8](repeating: 1, count: 1_023), user: String(repeating: "n", count: 1_024),
                        handle: [UInt8](repeating: 1, count: 64)),
                    Sample.passkey(id: [7], user: "", handle: [7]),
                    Sample.code(secret: "jbsw y3dp-ehpk 3pxp====", digits: "8", period: "86400", algorithm: "sha512"),
                ], members: #""title":"\#(String(repeating: "t", count: 1_024))","modifiedAt":253402300799,\#(Sample.scope)"#))
        #expect(document.rejected == [] && document.passwords.count == 1)
        #expect(document.passkeys.count == 2 && document.codes.count == 1 && document.codes[0].secret == "JBSWY3DPEHPK3PXP")
        let tooLong = try ExchangeDocument(
            Sample.document([Sample.password(), Sample.note(String(repeating: "n", count: 16_385))]))
        #expect(tooLong.rejected.map(\.reason) == [.password(.notes)])
    }

    @Test("uses of several passwords of an account the one that was changed last, and of other credentials the first")
    func repeated() throws {
        let old = #""title":"","modifiedAt":1000,\#(Sample.scope)"#
        let new = #""title":"","modifiedAt":2000,\#(Sample.scope)"#
        let document = try ExchangeDocument(
            Sample.document(items: [
                Sample.item([Sample.password("jane", "one"), Sample.passkey(), Sample.code()], members: old),
                Sample.item([Sample.password("jane", "two"), Sample.passkey(handle: [8]), Sample.code()], members: new),
                Sample.item([Sample.password("jane", "three"), Sample.passkey(id: [4])], members: old),
            ]))
        #expect(document.passwords.map(\.password) == [PrivateText("two")])
        #expect(document.passkeys.count == 1 && document.codes.count == 1)
        #expect(document.rejected.allSatisfy { $0.reason == .repeated })
        #expect(
            document.rejected.map(\.path) == [
                "/accounts/0/items/0/credentials/0", "/accounts/0/items/1/credentials/1", "/accounts/0/items/1/credentials/2",
                "/accounts/0/items/2/credentials/0", "/accounts/0/items/2/credentials/1",
            ])
    }

    @Test("rejects a repeated password of several sites once")
    func repeatedSites() throws {
        let sites = #""title":"","scope":{"urls":["https://a.example","https://b.example","https://c.example"]}"#
        let item = Sample.item([Sample.password("jane", "one")], members: sites)
        let document = try ExchangeDocument(Sample.document(items: [item, item]))
        #expect(document.passwords.count == 3)
        #expect(document.rejected == [ExchangeRejection("/accounts/0/items/1/credentials/0", .repeated)])
    }

    @Test("has a code for each site of its item, except for a site that has one of another item")
    func codesOfSites() throws {
        let one = #""title":"","scope":{"urls":["https://b.example"]}"#
        let three = #""title":"","scope":{"urls":["https://a.example","https://b.example","https://c.example"]}"#
        let document = try ExchangeDocument(
            Sample.document(items: [
                Sample.item([Sample.code()], members: one), Sample.item([Sample.code(digits: "8")], members: three),
            ]))
        #expect(document.codes.map(\.id.description) == ["jane at b.example", "jane at a.example", "jane at c.example"])
        #expect(document.codes.map(\.digits) == [6, 8, 8])
        #expect(document.rejected == [ExchangeRejection("/accounts/0/items/1/credentials/0", .repeated)])
    }

    @Test(
        "is rejected whole with another version or without accounts and items",
        arguments: [
            (Sample.document(items: [], version: #"{"major":2,"minor":0}"#), "/version"),
            (Sample.document(items: [], version: "1"), "/version"),
            (Array("{}".utf8), "/version"), (Array("[]".utf8), "/version"), (Array("".utf8), "1:1"),
            (Array(#"{"version":{"major":1}}"#.utf8), "/accounts"),
            (Array(#"{"version":{"major":1},"accounts":{}}"#.utf8), "/accounts"),
            (Array(#"{"version":{"major":1},"accounts":[{"items":7}]}"#.utf8), "/accounts/0/items"),
            (Array(#"{"version":{"major":1},"version":{"major":1},"accounts":[]}"#.utf8), "1:"),
            ([0xEF, 0xBB, 0xBF] + Sample.document(items: []), "1:1"),
        ])
    func wholeDocument(bytes: [UInt8], place: String) {
        #expect { try ExchangeDocument(bytes) } throws: { error in
            (error as? ExchangeError).map { $0.description.hasPrefix(place) } ?? false
        }
    }

    @Test("accepts as many bytes, levels, items, credentials and sites as its limits, and not one more")
    func bounds() throws {
        let bytes = Sample.document(items: [Sample.item([Sample.note()]), Sample.item([Sample.note(), Sample.note()])])
        var limits = ExchangeDocument.Limits()
        (limits.length, limits.depth, limits.items, limits.credentials) = (bytes.count, 8, 2, 3)
        #expect(try ExchangeDocument(bytes, limits: limits).rejected.count == 3)
        let changes: [(inout ExchangeDocument.Limits) -> Void] = [
            { $0.length -= 1 }, { $0.depth -= 1 }, { $0.items -= 1 }, { $0.credentials -= 1 },
        ]
        for change in changes {
            var lower = limits
            change(&lower)
            #expect(throws: ExchangeError.self) { try ExchangeDocument(bytes, limits: lower) }
        }
        let sites = Sample.document(
            [Sample.password()], members: #""title":"","scope":{"urls":["https://a.example","https://b.example"]}"#)
        limits = ExchangeDocument.Limits()
        limits.sites = 2
        #expect(try ExchangeDocument(sites, limits: limits).passwords.count == 2)
        limits.sites = 1
        let rejected = try ExchangeDocument(sites, limits: limits)
        #expect(rejected.rejected.map(\.reason) == [.sites] && rejected.passwords.isEmpty)
        // One password counts for each of its sites.
        limits = ExchangeDocument.Limits()
        limits.credentials = 2
        let twice = Sample.document(
            [Sample.password(), Sample.note()], members: #""title":"","scope":{"urls":["https://a.example","https://b.example"]}"#)
        #expect(try ExchangeDocument(twice, limits: limits).passwords.count == 2)
        let often = Sample.document(
            [Sample.password(), Sample.note()],
            members: #""title":"","scope":{"urls":["https://a.example","https://b.example","https://c.example"]}"#)
        #expect(throws: ExchangeError.self) { try ExchangeDocument(often, limits: limits) }
    }

    @Test("of many credentials is read in linear time")
    func size() throws {
        let note = String(repeating: "n", count: 16_000)
        let items = (0..<40).map { item in
            Sample.item([Sample.note(note)] + (0..<200).map { Sample.password("user \(item) \($0)") })
        }
        let document = try ExchangeDocument(Sample.document(items: items))
        #expect(document.passwords.count == 8_000 && document.rejected == [])
    }

    @Test("that ends early is rejected, at every length")
    func truncated() {
        let bytes = Sample.document([Sample.password(), Sample.passkey(), Sample.code()])
        for length in 0..<bytes.count {
            #expect(throws: ExchangeError.self) { try ExchangeDocument(Array(bytes.prefix(length))) }
        }
    }

    @Test("with changed bytes is rejected or read, and no error and no description contains its secrets")
    func fuzz() {
        let bytes = Sample.document([Sample.password(), Sample.note(), Sample.passkey(), Sample.code()])
        var random = SeededGenerator(seed: 28)
        for _ in 0..<2_000 {
            var changed = bytes
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.remove(at: place)
                default: changed.insert(contentsOf: changed[place...].prefix(9), at: place)
                }
            }
            var told: [String] = []
            do throws(ExchangeError) {
                let document = try ExchangeDocument(changed)
                told = document.rejected.map(\.description) + ["\(document)"]
                #expect(document.passkeys.allSatisfy { $0.privateKey.count == 32 && (1...64).contains($0.userHandle.count) })
                #expect(document.codes.allSatisfy { $0.code(at: Date(timeIntervalSince1970: 0)) != nil })
            } catch {
                told = [error.description]
            }
            #expect(told.allSatisfy { !$0.contains("kilo") && !$0.contains("JBSWY3") && !$0.contains("\n") })
        }
    }

    @Test("and its parts print no secrets")
    func redaction() throws {
        let document = try ExchangeDocument(Sample.document([Sample.password(), Sample.passkey(), Sample.code()]))
        var dumped = ""
        dump(document, to: &dumped)
        dump(document.passwords, to: &dumped)
        dump(document.passkeys, to: &dumped)
        dump(document.codes, to: &dumped)
        print(document, document.passkeys, document.codes, document.passwords, to: &dumped)
        #expect(!dumped.contains("kilo") && !dumped.contains("JBSWY3"))
        #expect(!dumped.contains("\(Array(Sample.key.rawRepresentation))".dropLast()))
    }
}
