import AssociatedDomains
import DeviceProtocol
import Foundation
import GRDB
import PasswordHashing
import PasswordManager
import Secrets

@testable import DeviceBroker
@testable import DeviceServices

/// Saved passwords, passkeys and verification codes on a device in a folder.
struct CredentialHost {
    private struct Misuse: Error {}

    private let device: Device
    private let passwords: DevicePasswords
    private let passkeys: KeychainPasskeys
    private let exchange: CredentialExchange
    private let ceremony: PasskeyCeremony
    private let steps = CommitSteps()

    init(folder path: String) throws {
        let folder = try DeviceFolder(path: path)
        let isNew = !FileManager.default.fileExists(atPath: folder.keychain)
        guard
            let configuration = SoftwareEnclave.Configuration(
                stateFile: folder.enclaveState, hostKey: try folder.hostKey(), opening: folder.enclaveOpening),
            let name = DeviceName(rawValue: "phone")
        else { throw Misuse() }
        let file = try KeychainFile.open(path: folder.keychain)
        device = try Device(
            file: file, enclave: try SoftwareEnclave(inProcess: configuration), sensor: SimulatedSensor(kind: .none, templates: []),
            passcodeCost: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1), now: { 800_000_000 })
        passwords = DevicePasswords(
            device: name, broker: device.broker, account: { nil }, isOnline: { false }, now: { Self.time(0) })
        let link = BrokerLink.system(device.broker)
        passkeys = KeychainPasskeys(link: link)
        ceremony = try PasskeyCeremony(passkeys, now: { Self.time(2) })
        exchange = CredentialExchange(
            passwords: passwords, passkeys: passkeys, codes: KeychainVerificationCodes(link: link),
            now: { Self.time(2) })
        if isNew {
            try passwords.save(PrivateText("one"), as: Self.id("ann"), at: Self.time(1))
            try passwords.save(PrivateText("b"), as: Self.id("bob"), at: Self.time(1))
            try passkeys.put(Self.passkey(1))
        }
        file.database.add(transactionObserver: steps, extent: .databaseLifetime)
    }

    /// - Parameter message: the JSON of a server.
    func carryOut(_ action: String, strikingAt step: Int, _ message: String) throws {
        steps.begin(strikingAt: step)
        switch action {
        case "add": try passwords.save(PrivateText("c"), as: Self.id("cid"), at: Self.time(2))
        case "change": try passwords.save(PrivateText("two"), as: Self.id("ann"), at: Self.time(2))
        case "delete": try passwords.delete(Self.id("ann"), at: Self.time(2))
        case "forget":
            if let record = try passwords.record(Self.id("ann")) { _ = try passwords.forget(record) }
        case "learn": try passwords.merge(Self.othersRecords())
        case "replace-passkey": try passkeys.put(Self.passkey(2))
        case "rename-passkey": try passkeys.rename(Self.passkey(1).passkey, to: "fay-at-home")
        case "hide-passkey":
            try passkeys.edit("example.com") { stored in
                var hidden = stored
                hidden.isHidden = true
                return .replace(hidden)
            }
        case "delete-passkey": try passkeys.delete(Self.passkey(1).passkey)
        case "create": print(try ceremony.create(message))
        case "sign": print(try ceremony.sign(message))
        case "report": try ceremony.report(message)
        case "accepted":
            for record in try passkeys.records(of: message) where !record.isHidden {
                print(Base64URL.encode(record.passkey.credentialID))
            }
            return
        case "passkeys":
            for listed in try passkeys.listed() {
                print(listed.passkey.userName, listed.passkey.credentialID, listed.isHidden ? "hidden" : "accepted")
            }
            return
        case "import": try exchange.apply(try plan(), replacing: false)
        case "read": return try read()
        case "compare":
            for entry in try plan().entries { print(entry.kind, entry.user, entry.state) }
            return
        default: throw Misuse()
        }
        print("steps \(steps.count)")
    }

    private func read() throws {
        let contents = try passwords.contents()
        print("damaged \(contents.damaged.count)")
        for credential in try passwords.credentials() {
            let history = credential.history.map(\.password.exposed).joined(separator: ",")
            print("\(credential.id.user) \(credential.password.exposed) \(history)")
        }
        // Lists, which open nothing, show the same.
        print("listed \(try passwords.summaries().map(\.id.user).joined(separator: ","))")
    }

    private static func passkey(_ id: UInt8) -> PasskeyRecord {
        PasskeyRecord(
            passkey: Passkey(relyingParty: "example.com", userName: "fay", credentialID: [id]), userHandle: [9],
            privateKey: [UInt8](repeating: 7, count: 32))
    }

    /// Compares the device with a document of a password, two passkeys and a code.
    private func plan() throws -> ExchangePlan {
        let passkeys = ["dan", "eve"].map { user in
            #"""
            {"type":"passkey","credentialId":"\#(user)d","rpId":"example.com","username":"\#(user)","userDisplayName":"",
            "userHandle":"\#(user)h","key":"\#(Self.key)"}
            """#
        }
        let document = #"""
            {"version":{"major":1,"minor":0},"exporterRpId":"vault.example","exporterDisplayName":"Vault","timestamp":1700000000,
            "accounts":[{"id":"YWNjb3VudA","username":"","email":"","collections":[],"items":[{"id":"aXRlbQ","title":"Example",
            "scope":{"urls":["https://example.com/"],"androidApps":[]},"credentials":[
            {"type":"basic-auth","username":{"fieldType":"string","value":"cid"},
            "password":{"fieldType":"concealed-string","value":"c"}},\#(passkeys.joined(separator: ",")),
            {"type":"totp","secret":"JBSWY3DPEHPK3PXP","period":30,"digits":6,"algorithm":"sha1","username":"cid"}]}]}]}
            """#
        return try exchange.plan(try ExchangeDocument(Array(document.utf8)))
    }

    /// A P-256 key that was made for this test, in PKCS #8.
    private static let key = """
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgl2TyJdHXflkIuEQbt5sPPakyhXqJMesi82tKa7WuoGKhRANCAATIPH6K6aDJHzj8VZ2t5K_Y\
        aa3ydQ-TwgS4BzJfAOwFtmvgVPi3Wf7Yv1R7aU6QIjjgllNXp_xCQHD3VCk5s5MV
        """

    private static func othersRecords() throws -> [CredentialRecord] {
        let other = InMemoryCredentialStore(device: try device("tablet"))
        try other.save(PrivateText("two"), as: id("ann"), at: time(2))
        try other.save(PrivateText("c"), as: id("cid"), at: time(2))
        try other.save(PrivateText("b"), as: id("bob"), at: time(2))
        try other.delete(id("bob"), at: time(3))
        return try other.records()
    }

    private static func device(_ name: String) throws -> DeviceName {
        guard let name = DeviceName(rawValue: name) else { throw Misuse() }
        return name
    }

    private static func id(_ user: String) throws -> CredentialID {
        guard let id = CredentialID(server: try DomainName("example.com"), user: user) else { throw Misuse() }
        return id
    }

    private static func time(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: 800_000_000 + seconds) }
}
