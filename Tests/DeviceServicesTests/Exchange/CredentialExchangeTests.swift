import AssociatedDomains
import Crypto
import DeviceBroker
import Foundation
import PasswordManager
import Secrets
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

private typealias Sample = ExchangeSample

@Suite("Credentials of a device") struct CredentialExchangeTests {
    /// A device with its stores.
    private struct Bench {
        let device: DeviceSimulator
        var exchange: CredentialExchange { device.services.exchange }
        var passkeys: KeychainPasskeys { device.services.passkeys }

        init() throws { device = try DeviceSimulator() }

        func take(_ bytes: [UInt8], replacing: Bool = false) throws -> ExchangePlan {
            let plan = try exchange.plan(try ExchangeDocument(bytes))
            try exchange.apply(plan, replacing: replacing)
            return plan
        }

        /// Returns the saved credentials without times of use.
        func saved() throws -> Saved {
            Saved(
                passwords: try device.passwords.credentials().map {
                    Saved.Password(
                        id: $0.id, password: $0.password, title: $0.title, notes: $0.notes, created: $0.createdAt,
                        changed: $0.changedAt)
                },
                passkeys: try passkeys.records().map {
                    Saved.Key(
                        passkey: $0.passkey, handle: $0.userHandle, key: $0.privateKey, created: $0.created, isHidden: $0.isHidden)
                }.sorted { $0.handle.lexicographicallyPrecedes($1.handle) }, codes: try device.services.codes.codes())
        }
    }

    private struct Saved: Equatable {
        struct Password: Equatable {
            let id: CredentialID
            let password: PrivateText
            let title: String
            let notes: PrivateText
            let created: Date
            let changed: Date
        }

        struct Key: Equatable {
            let passkey: Passkey
            let handle: [UInt8]
            let key: [UInt8]
            let created: Int64?
            let isHidden: Bool
        }

        let passwords: [Password]
        let passkeys: [Key]
        let codes: [VerificationCode]
    }

    private static let item =
        #""title":"Mine","creationAt":1600000000,"modifiedAt":1650000000,"# + Sample.scope

    @Test("are the same on another device after an export and an import, and another import changes nothing")
    func roundTrip() throws {
        let (one, two) = (try Bench(), try Bench())
        let first = try one.take(
            Sample.document(
                [
                    Sample.password(), Sample.note(#"one\ntwo \"three\" \u00e9"#), Sample.code(), Sample.passkey(),
                    Sample.passkey(id: [4], handle: [7]),
                ], members: Self.item))
        #expect(first.counts == ImportCounts(new: 4, known: 0, different: 0, rejected: 0))
        let before = try one.saved()
        #expect(before.passwords.count == 1 && before.passkeys.count == 2 && before.codes.count == 1)
        let export = try one.exchange.export()
        #expect(export.passwords == 1 && export.passkeys == 2 && export.codes == 1 && export.passkeysLeftOut == 0)

        let plan = try two.take(export.file)
        #expect(plan.counts == first.counts && plan.rejected == [])
        #expect(try two.saved() == before)
        let again = try two.take(export.file)
        #expect(again.counts == ImportCounts(new: 0, known: 4, different: 0, rejected: 0))
        #expect(again.newSites == [] && Set(first.newSites) == Set(first.entries.map(\.site)))
        #expect(Set(first.newSites).count == first.newSites.count)
        #expect(try two.saved() == before)
        // Equal credentials at the same time give equal bytes.
        #expect(try one.exchange.export().file == export.file)
    }

    @Test("are exported as CXF names them, one item for each site and user name")
    func form() throws {
        let bench = try Bench()
        _ = try bench.take(
            Sample.document(
                [Sample.password(), Sample.note(), Sample.code(), Sample.passkey(user: "joe", handle: [7])], members: Self.item))
        let text = String(decoding: try bench.exchange.export().file, as: UTF8.self)
        let key = Data(Sample.key.derRepresentation).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        #expect(
            text.hasPrefix(
                #"{"version":{"major":1,"minor":0},"exporterRpId":"localhost","exporterDisplayName":"Latchkey","timestamp":"#))
        for part in [
            #""title":"Mine","scope":{"urls":["https://example.com/"],"androidApps":[]},"credentials":["#,
            #"{"type":"basic-auth","username":{"fieldType":"string","value":"jane"},"#
                + #""password":{"fieldType":"concealed-string","value":"Vq7-kilo-umbra-29"}}"#,
            #"{"type":"note","content":{"fieldType":"string","value":"by the door"}}"#,
            #"{"type":"totp","secret":"JBSWY3DPEHPK3PXP","period":30,"digits":6,"username":"jane","algorithm":"sha1","issuer":"Example"}"#,
            #"{"type":"passkey","credentialId":"AQID","rpId":"example.com","username":"joe","userDisplayName":"joe","#
                + #""userHandle":"Bw","key":"\#(key)"}"#,
            #""creationAt":1600000000,"modifiedAt":1650000000"#, #""title":"example.com","scope""#,
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.components(separatedBy: #""credentials":["#).count == 3)
    }

    @Test("that differ from the document's stay, except for a password that the user lets it replace")
    func conflicts() throws {
        let bench = try Bench()
        _ = try bench.take(Sample.document([Sample.password(), Sample.code(), Sample.passkey()]))
        let before = try bench.saved()
        let other = P256.Signing.PrivateKey()
        let documents = [
            [Sample.password("jane", "other")], [Sample.code(secret: "GEZDGNBVGY3TQOJQ")], [Sample.code(digits: "8")],
            [Sample.code(period: "60")], [Sample.code(algorithm: "sha256")],
            // The same user handle, the same credential ID, and the same ID with another key.
            [Sample.passkey(id: [4], key: Array(other.derRepresentation))], [Sample.passkey(handle: [7])],
            [Sample.passkey(key: Array(other.derRepresentation))],
        ]
        for (number, credentials) in documents.enumerated() {
            let plan = try bench.take(Sample.document(credentials))
            #expect(plan.counts == ImportCounts(new: 0, known: 0, different: 1, rejected: 0), "\(number)")
            #expect(try bench.saved() == before, "\(number)")
        }
        for credentials in documents.dropFirst() {
            _ = try bench.take(Sample.document(credentials), replacing: true)
            #expect(try bench.saved() == before)
        }
        _ = try bench.take(Sample.document(documents[0]), replacing: true)
        let password = try #require(try bench.device.passwords.credentials().first)
        #expect(password.password == PrivateText("other"))
        #expect(password.history.map(\.password) == [PrivateText("Vq7-kilo-umbra-29")])
    }

    @Test("that were saved after the preview are not replaced")
    func savedMeanwhile() throws {
        let bench = try Bench()
        let plan = try bench.exchange.plan(try ExchangeDocument(Sample.document([Sample.passkey(), Sample.code()])))
        _ = try bench.take(Sample.document([Sample.passkey(id: [5]), Sample.code(digits: "8")]))
        let before = try bench.saved()
        try bench.exchange.apply(plan, replacing: true)
        #expect(try bench.saved() == before)
        let sameID = try bench.exchange.plan(try ExchangeDocument(Sample.document([Sample.passkey(id: [6], handle: [8])])))
        _ = try bench.take(Sample.document([Sample.passkey(id: [6], handle: [7])]))
        try bench.exchange.apply(sameID, replacing: true)
        #expect(try bench.saved().passkeys.map(\.handle) == [[7], [9]])
    }

    @Test("are listed with their kind, user name, site and state before the import, which then completes an interrupted one")
    func preview() throws {
        let bench = try Bench()
        _ = try bench.take(Sample.document([Sample.password()]))
        let bytes = Sample.document([Sample.password(), Sample.code(), Sample.passkey(), Sample.passkey(site: "com")])
        let plan = try bench.exchange.plan(try ExchangeDocument(bytes))
        #expect(
            plan.entries.map { "\($0.kind) \($0.user) \($0.site) \($0.state)" } == [
                "password jane example.com known", "passkey jane example.com new", "code jane example.com new",
            ])
        #expect(plan.rejected.map(\.reason) == [.relyingParty])
        #expect(try bench.saved().passkeys.isEmpty && bench.saved().codes.isEmpty)
        // An import that ended after the passkey.
        #expect(try bench.passkeys.add(plan.newPasskeys[0]))
        try bench.exchange.apply(try bench.exchange.plan(try ExchangeDocument(bytes)), replacing: false)
        #expect(try bench.saved().passkeys.count == 1 && bench.saved().codes.count == 1)
    }

    @Test("keep the extensions of passkeys after an export and an import")
    func extensions() throws {
        let (one, two) = (try Bench(), try Bench())
        let document = Sample.document([
            Sample.passkey(extensions: Sample.secrets()), Sample.passkey(id: [4], handle: [7]),
            Sample.passkey(id: [5], handle: [8], extensions: Sample.blob([1, 2, 0, 0xFD, 0xFF, 7, 9], size: 2)),
        ])
        _ = try one.take(document)
        let export = try one.exchange.export()
        let text = String(decoding: export.file, as: UTF8.self)
        let (verified, unverified) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        #expect(
            text.contains(
                #""fido2Extensions":{"hmacCredentials":{"algorithm":"hmac-sha256","#
                    + #""credWithUV":"\#(Base64URL.encode(verified))","credWithoutUV":"\#(Base64URL.encode(unverified))"}}}"#))
        #expect(text.contains(#""fido2Extensions":{"largeBlob":{"uncompressedSize":2,"data":"AQIA_f8HCQ"}}}"#))
        #expect(text.components(separatedBy: "fido2Extensions").count == 3)
        #expect(try two.take(export.file).rejected == [])
        let records = try two.passkeys.records().sorted { $0.userHandle[0] < $1.userHandle[0] }
        #expect(records.map(\.largeBlob) == [nil, [7, 9], nil] && records.map(\.supportsLargeBlob) == [false, true, false])
        let secrets = PasskeySecrets(withVerification: verified, withoutVerification: unverified)
        #expect(records.map(\.secrets) == [nil, nil, secrets])
    }

    @Test("that are imported reach the other device of the account")
    func synchronization() throws {
        let bench = PasswordBench()
        let (phone, tablet) = (try bench.device(), try bench.device())
        let exchange = phone.services.exchange
        for credential in [Sample.code(), Sample.passkey()] {
            try exchange.apply(try exchange.plan(try ExchangeDocument(Sample.document([credential]))), replacing: false)
            #expect(tablet.savedVerificationCodes.map(\.user) == ["jane"])
        }
        #expect(tablet.savedPasskeys.map(\.user) == ["jane"])
    }

    @Test("are exported without passkeys that their site does not accept, or whose key is in the enclave or damaged")
    func leftOut() throws {
        let bench = try Bench()
        _ = try bench.take(Sample.document([Sample.passkey(), Sample.passkey(id: [4], user: "joe", handle: [7])]))
        try bench.passkeys.edit("example.com") { record in
            guard record.userHandle == [7] else { return .keep }
            var hidden = record
            hidden.isHidden = true
            return .replace(hidden)
        }
        try bench.passkeys.put(
            PasskeyRecord(
                passkey: Passkey(relyingParty: "example.com", userName: "ann", credentialID: [5]), userHandle: [6],
                privateKey: [UInt8](repeating: 7, count: 31)))
        try bench.passkeys.put(
            PasskeyRecord(
                passkey: Passkey(relyingParty: "example.com", userName: "mary", credentialID: [6]), userHandle: [5],
                privateKey: Array(Sample.key.rawRepresentation), enclaveKey: [9]))
        let export = try bench.exchange.export()
        #expect(export.passkeys == 1 && export.passkeysLeftOut == 3)
        #expect(try ExchangeDocument(export.file).passkeys.map(\.passkey.userName) == ["jane"])
    }

    @Test("cannot be read or saved while the device is locked")
    func locked() throws {
        let bench = try Bench()
        _ = try bench.take(Sample.document([Sample.password(), Sample.passkey(), Sample.code()]))
        let plan = try bench.exchange.plan(try ExchangeDocument(Sample.document([Sample.passkey(id: [4], handle: [7])])))
        bench.device.lock()
        #expect(throws: ExchangeError.self) { try bench.exchange.export() }
        #expect(throws: ExchangeError.self) { try bench.exchange.plan(try ExchangeDocument(Sample.document([Sample.passkey()]))) }
        #expect(throws: ExchangeError.self) { try bench.exchange.apply(plan, replacing: false) }
        #expect(bench.device.savedVerificationCodes.isEmpty)
        try bench.device.unlock(passcode: "2468")
        #expect(try bench.saved().passkeys.count == 1)
        #expect(bench.device.savedVerificationCodes.map(\.user) == ["jane"])
    }

    @Test("of an export print nothing")
    func redaction() throws {
        let bench = try Bench()
        _ = try bench.take(Sample.document([Sample.password(), Sample.passkey(), Sample.code()]))
        var dumped = ""
        let export = try bench.exchange.export()
        dump(export, to: &dumped)
        dump(try bench.exchange.plan(try ExchangeDocument(export.file)), to: &dumped)
        #expect(!dumped.contains("kilo") && !dumped.contains("JBSWY3"))
        #expect(!dumped.contains("\(Array(Sample.key.rawRepresentation))".dropLast()))
    }
}
