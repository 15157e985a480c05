import DeviceParts
import DeviceProtocol
import Foundation
import GRDB
import PasswordHashing
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Copies of a device's folder", .timeLimit(.minutes(20))) struct StolenFolderTests {
    static let subjects = EnclaveSubject.available.filter { $0 != .softwareApart }

    @Test(
        "all copies, the host key and the enclave open nothing that the passcode alone protected",
        arguments: Self.subjects)
    func copies(subject: EnclaveSubject) throws {
        let scene = try StolenFolderScene(subject)
        try scene.start()
        try scene.copy("first start")
        try scene.add("before")
        try scene.copy("added")
        try scene.device.setPasscode(SecretBytes(utf8: "first"))
        try scene.copy("set")
        try scene.add("behind")
        try scene.copy("added behind the passcode")
        try scene.change(from: "first", to: "second")
        try scene.copy("changed")
        try scene.add("changed")
        try scene.copy("added behind the changed one")
        try scene.remove("behind", "changed")
        try scene.device.removePasscode(SecretBytes(utf8: "second"))
        try scene.copy("removed")
        try scene.device.setPasscode(SecretBytes(utf8: "third"))
        try scene.copy("set again")
        try scene.add("again")
        try scene.copy("added again")
        try scene.stop()
        try scene.copy("stopped")

        // The unprotected data is in the copies of that time, and the thief can find it.
        let all = try scene.opened(by: Attacker(enclave: scene.openEnclave))
        #expect(all == StolenFolderScene.values(of: "before"))
        // Since the passcode was set, not even that can be opened.
        for step in [
            "set", "added behind the passcode", "changed", "added behind the changed one", "set again", "added again", "stopped",
        ] {
            #expect(try scene.opened(by: Attacker(enclave: scene.openEnclave), from: [step]) == [], "\(step)")
        }
        // With the passcode everything opens. With a former one, nothing that was created later.
        let owner = Attacker(enclave: scene.openEnclave, passcode: "third")
        #expect(try scene.opened(by: owner, from: ["stopped"]) == StolenFolderScene.values(of: "before", "again"))
        let former = try scene.opened(by: Attacker(enclave: scene.openEnclave, passcode: "first"))
        #expect(former.isDisjoint(with: StolenFolderScene.values(of: "changed", "again")))
        if subject.isSoftware { #expect(former.isSuperset(of: StolenFolderScene.values(of: "behind"))) }
    }

    @Test("if the enclave fails to remove the passcode, everything stays behind it")
    func failedRemoval() throws {
        let scene = try StolenFolderScene(.softwareHere)
        try scene.start { PasscodeKeepingEnclave(enclave: $0) }
        try scene.device.setPasscode(SecretBytes(utf8: "first"))
        try scene.add("behind")
        #expect(throws: DeviceError.self) { try scene.device.removePasscode(SecretBytes(utf8: "first")) }
        try scene.copy("failed")
        try scene.add("later")
        try scene.stop()
        try scene.copy("stopped")
        #expect(try scene.opened(by: Attacker(enclave: scene.openEnclave)) == [])
        let owner = Attacker(enclave: scene.openEnclave, passcode: "first")
        #expect(try scene.opened(by: owner, from: ["stopped"]) == StolenFolderScene.values(of: "behind", "later"))
    }

    @Test("the write-ahead log is empty after the device is turned off")
    func log() throws {
        let scene = try StolenFolderScene(.softwareHere)
        try scene.start()
        try scene.device.setPasscode(SecretBytes(utf8: "first"))
        try scene.add("behind")
        try scene.stop()
        let log = scene.folder + "/keychain-wal"
        #expect(try !FileManager.default.fileExists(atPath: log) || Data(contentsOf: URL(filePath: log)).isEmpty)
    }
}

/// A device in a folder, with an enclave that is opened again for each use.
final class StolenFolderScene {
    let folder: String
    private let fixture: EnclaveFixture
    private let copies: DeviceFiles
    private var steps: [String] = []
    private var running: Device?
    private let clock = TestClock()
    private let person = ScriptedPerson()

    init(_ subject: EnclaveSubject) throws {
        fixture = try EnclaveFixture(subject)
        copies = try DeviceFiles()
        folder = fixture.folder
    }

    var device: Device {
        get throws { try #require(running) }
    }

    func start(_ wrap: (any Enclave) -> any Enclave = { $0 }) throws {
        let enclave = wrap(try fixture.open())
        running = try Device(
            file: KeychainFile.open(path: folder + "/keychain"), enclave: enclave,
            sensor: SimulatedSensor(kind: .face, templates: ["me"]),
            passcodeCost: .cheapest, now: { [clock] in clock.now })
        try device.presence.attach(person)
    }

    func stop() throws {
        try device.stop()
        running = nil
        fixture.close()
    }

    /// Copies the files as a thief would at that moment.
    func copy(_ step: String) throws {
        let place = place(step)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasPrefix("keychain") || name == "enclave" {
            try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(place)/\(name)")
        }
        steps.append(step)
    }

    private func place(_ step: String) -> String { "\(copies.path)/\(step)" }

    /// The enclave, as a thief with the machine and the file can open it.
    func openEnclave(of copy: String) throws -> any Enclave {
        try fixture.open(stateFile: copy + "/enclave")
    }

    func change(from old: String, to new: String) throws {
        try device.changePasscode(from: SecretBytes(utf8: old), to: SecretBytes(utf8: new))
    }

    private var link: BrokerLink {
        get throws {
            let caller = Caller(app: TestDevice.app, process: ProcessIdentity(processID: 1, userID: 1, startTime: 1))
            return BrokerLink(broker: try device.broker, caller: caller)
        }
    }

    /// A password for each constraint, the secret of a right, and an enclave key.
    func add(_ name: String) throws {
        for (constraint, value) in Self.constrained(name) {
            try link.perform(AddItem.password(value, data: value, constraints: constraint))
        }
        let right = try #require(RightIdentifier(rawValue: name))
        try link.perform(SaveRight(identifier: right, requirement: .biometry, secret: Array(Self.right(name).utf8)))
        let control = try #require(AccessControl(accessibility: .whenUnlocked, constraints: [], isForPrivateKey: true))
        try link.perform(
            CreateKey(accessControl: control, item: ItemPlace(attributes: Self.named(Self.key(name)), accessGroup: nil)))
    }

    func remove(_ names: String...) throws {
        for name in names {
            for (_, value) in Self.constrained(name) { try link.perform(DeleteItems(query: .passwords(value))) }
            try link.perform(DeleteItems(query: ItemQuery(itemClass: .key, attributes: Self.named(Self.key(name)))))
            try link.perform(RemoveRight(identifier: try #require(RightIdentifier(rawValue: name))))
        }
    }

    static func values(of names: String...) -> Set<String> {
        Set(names.flatMap { name in constrained(name).map(\.1) + [right(name), key(name)] })
    }

    private static func constrained(_ name: String) -> [(Set<AccessConstraint>, String)] {
        // Without a passcode no prompt is possible.
        name == "before" ? [([], "\(name), open")] : [([], "\(name), open"), ([.userPresence], "\(name), with user presence")]
    }

    private static func key(_ name: String) -> String { "\(name), a key" }

    private static func named(_ name: String) -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.label, .text(name))
        return attributes
    }

    private static func right(_ name: String) -> String { "\(name), of a right" }

    /// Returns what the attacker reads from these copies, or from all.
    func opened(by attacker: Attacker, from steps: [String]? = nil) throws -> Set<String> {
        // In copies of the copies, because opening a database changes it.
        let desk = try DeviceFiles()
        return try attacker.open(
            (steps ?? self.steps).map { step in
                let place = "\(desk.path)/\(step)"
                try FileManager.default.copyItem(atPath: self.place(step), toPath: place)
                return place
            })
    }
}

/// A thief who has copies of the folder, the host key, and the machine with the enclave, and can therefore claim presence. Knows
/// one passcode or none. Searches for wrapped keys byte by byte, so that overwritten data that was not erased is found too.
struct Attacker {
    let enclave: (String) throws -> any Enclave
    var passcode: String?

    init(enclave: @escaping (String) throws -> any Enclave, passcode: String? = nil) {
        self.enclave = enclave
        self.passcode = passcode
    }

    func open(_ copies: [String]) throws -> Set<String> {
        var keys: Set<[UInt8]> = []
        var sealedKeys: Set<[UInt8]> = []
        let wrapped = try copies.reduce(into: Set<[UInt8]>()) { found, copy in
            for file in try FileManager.default.contentsOfDirectory(atPath: copy) where !file.hasPrefix("after-") {
                found.formUnion(Self.wrappedSecrets([UInt8](try Data(contentsOf: URL(filePath: "\(copy)/\(file)")))))
            }
        }
        let states = try copies.reduce(into: [:]) { $0[$1] = try Self.states(of: $1) }
        for copy in copies {
            let enclave = try enclave(copy)
            let evidence = try authorization(enclave, copy)
            for secret in wrapped.compactMap({ try? GuardedSecret(message: $0) }) {
                guard let opened = try? secret.open(enclave: enclave, authorization: evidence).withBytes({ Array($0) }) else {
                    continue
                }
                if opened.count == MasterKey.byteCount { keys.insert(opened) } else { sealedKeys.insert(opened) }
            }
        }
        // Class keys that are sealed under the unlock key, which may be any of the other keys.
        for key in keys.compactMap({ MasterKey(SecretBytes($0)) }) {
            for sealed in sealedKeys {
                for availability in Accessibility.Availability.allCases {
                    let opened = try? key.sealingKey(for: KeyPurpose("device-class-key")).open(
                        Sealed(bytes: sealed), boundTo: [availability.rawValue])
                    if let opened { keys.insert(opened.withBytes { Array($0) }) }
                }
            }
        }
        let classKeys = keys.compactMap { MasterKey(SecretBytes($0)) }.map { ClassKey($0) }
        return try copies.reduce(into: []) { found, copy in
            for state in states[copy] ?? [] { found.formUnion(try read(copy, state, by: classKeys)) }
        }
    }

    private func authorization(_ enclave: any Enclave, _ copy: String) throws -> KeyAuthorization {
        let presence = PresenceKey(deviceSecret: try enclave.deviceSecret())
        let salt = try DatabaseQueue(path: copy + "/keychain").read {
            try Data.fetchOne($0, sql: "SELECT passcode_salt FROM device")
        }
        guard let passcode, let salt else { return KeyAuthorization(presence: presence) }
        let derived = try PasswordKey.derive(from: SecretBytes(utf8: passcode), salt: [UInt8](salt), parameters: .cheapest)
        return KeyAuthorization(passcode: PasscodeProof(derived), presence: presence)
    }

    /// Anything that begins as a wrapped secret does: its version, then an enclave key with its length.
    private static func wrappedSecrets(_ bytes: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for start in bytes.indices
        where bytes[start] == 1 && start + 7 < bytes.count && bytes[start + 1] == 0 && (1...2).contains(bytes[start + 5]) {
            var reader = WireReader(Array(bytes[start..<min(start + 2_200, bytes.count)]))
            guard (try? reader.number(UInt8.self)) != nil, (try? reader.octets(atMost: 1_024)) != nil,
                (try? reader.octets(atMost: EnclavePublicKey.byteCount)) != nil, (try? reader.octets(atMost: 1_024)) != nil
            else { continue }
            found.append(Array(bytes[start..<(start + reader.position)]))
        }
        return found
    }

    /// The keychain after each change that its log still contains, and its current state.
    private static func states(of copy: String) throws -> [String] {
        let log = copy + "/keychain-wal"
        guard FileManager.default.fileExists(atPath: log) else { return [copy + "/keychain"] }
        let bytes = try Data(contentsOf: URL(filePath: log))
        var states = [copy + "/keychain"]
        // SQLite's file format, section 4: a header of 32 bytes, then pages of 4,096, each after 24 bytes that say whether it ends
        // a change.
        for end in stride(from: 32 + 24 + 4_096, through: bytes.count, by: 24 + 4_096) {
            let frame = end - 24 - 4_096
            guard bytes[(frame + 4)..<(frame + 8)].contains(where: { $0 != 0 }) else { continue }
            let state = "\(copy)/after-\(end)"
            if !FileManager.default.fileExists(atPath: state) {
                try FileManager.default.copyItem(atPath: copy + "/keychain", toPath: state)
                try bytes.prefix(end).write(to: URL(filePath: state + "-wal"))
            }
            states.append(state)
        }
        return states
    }

    private func read(_ copy: String, _ state: String, by classKeys: [ClassKey]) throws -> Set<String> {
        let enclave = try enclave(copy)
        let evidence = try authorization(enclave, copy)
        let (items, rights) = try DatabaseQueue(path: state).read { connection -> ([ItemRow], [Row]) in
            // Before its first migration the file is empty.
            guard try connection.tableExists("unlock_key") else { return ([], []) }
            return (
                try Row.fetchAll(connection, sql: "SELECT \(ItemRow.Columns.whole.sql) FROM items").map(ItemRow.init),
                try Row.fetchAll(connection, sql: "SELECT identifier, secret_key, secret FROM rights")
            )
        }
        var sealed = items.compactMap { item in
            item.data.flatMap { stored in stored.data.map { (item.reference, SealedData(key: stored.key, data: $0)) } }
        }
        for right in rights {
            if let reference = PersistentReference(ofRight: try right.octets("identifier")),
                let key = right.optionalOctets("secret_key"),
                let data = right.optionalOctets("secret"), let secret = SealedData(keyColumn: key, dataColumn: data)
            {
                sealed.append((reference, secret))
            }
        }
        var values: Set<String> = []
        for (reference, data) in sealed {
            for key in classKeys {
                let place = DataSeal.Place(reference: reference, classKey: key)
                let opened = try? DataSeal.open(data, at: place, enclave: enclave, authorization: evidence) {
                    () throws(DeviceError) in throw .item(.applicationPassword)
                }
                if let opened { values.insert(opened.withBytes { String(decoding: $0, as: UTF8.self) }) }
            }
        }
        let digest = try #require(SignatureInput([UInt8](repeating: 1, count: SignatureInput.byteCount)))
        for item in items {
            for key in classKeys {
                let place = DataSeal.Place(reference: item.reference, classKey: key)
                guard let blob = try? item.key?.blob(at: place),
                    case .text(let name)? = try? DescriptionSeal.open(item.description, at: place).attributes[.label],
                    case .granted? = try? enclave.sign(digest, with: KeyBlob(blob.bytes), authorization: evidence)
                else { continue }
                values.insert(name)
            }
        }
        return values
    }
}
