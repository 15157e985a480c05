import Crypto
import DeviceConformance
import DeviceParts
import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import OpenLocalAuthentication
import OpenSecurity
import PasswordHashing
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Secrets in an app's memory and the device's files", .tags(.realParts), .timeLimit(.minutes(20))) struct MemoryTests {
    static let passcode = "pass-7d1c9b52-code"
    private static func random(_ count: Int = 32) -> [UInt8] { SystemRandomBytes().bytes(count) }

    private func device(_ enclave: DeviceSubject.EnclaveKind) throws -> SeparateProcessDevice {
        var start = DeviceStart()
        start.passcode = Self.passcode
        return try SeparateProcessDevice(enclave, start)
    }

    private func caller(of device: SeparateProcessDevice) throws -> InteractiveProcess {
        try InteractiveProcess(
            Executables.caller, [], environment: ["LATCHKEY_DEVICE": "unix:" + (try device.socketPath(of: .notes))])
    }

    @Test("an app's memory has an item's bytes only after authorization, never the passcode", arguments: DeviceSubject.enclaves)
    func item(enclave: DeviceSubject.EnclaveKind) async throws {
        let device = try device(enclave)
        let (guarded, open, planted, glimpsed) = (Self.random(), Self.random(), Self.random(), Self.random())
        try await device.run {
            let control = try Protection(.devicePasscode).control()
            #expect(Passwords.add("guarded", [kSecValueData: Data(guarded), kSecAttrAccessControl: control]) == errSecSuccess)
            #expect(Passwords.add("open", [kSecValueData: Data(open)]) == errSecSuccess)
        }
        let caller = try caller(of: device)
        let scan = MemoryScan(process: caller.processID)
        let secrets = [guarded, Array(Self.passcode.utf8), open, planted, glimpsed]
        try caller.say("see guarded")
        #expect(try scan.count(secrets) == [0, 0, 0, 0, 0])
        // The scan finds what is there: what the app may read, what the test made it remember, and what it released long ago.
        try caller.say("glimpse \(glimpsed.disguised)")
        try caller.say("plant \(planted.disguised)")
        for _ in 1...20 { for line in ["see guarded", "read open"] { try caller.say(line) } }
        let controls = try scan.count(secrets)
        #expect(controls[..<2] == [0, 0] && controls[2...].allSatisfy { $0 > 0 }, "\(controls)")
        device.person.will(.cancel, .passcode("1111"), .cancel)
        for _ in 1...2 { #expect(throws: InteractiveProcess.Failure.self) { try caller.say("read guarded") } }
        #expect(try scan.count(secrets)[..<2] == [0, 0])
        // During a prompt as well.
        await device.quiet()
        let asked = device.person.promptCount
        device.person.will(.wait)
        caller.tell("read guarded")
        await device.person.prompted(times: asked + 1)
        #expect(try scan.count(secrets)[..<2] == [0, 0])
        device.person.will(.passcode(Self.passcode))
        _ = try caller.answer()
        let after = try scan.count(secrets)
        #expect(after[0] > 0 && after[1] == 0)
    }

    @Test(
        "an app's memory and the files never contain an enclave key or the device secret", arguments: DeviceSubject.enclaves)
    func key(enclave: DeviceSubject.EnclaveKind) async throws {
        let device = try device(enclave)
        let secret = Self.random()
        try await device.run {
            try await LARightStore.shared.saveRight(LARight(), identifier: "2fa", secret: Data(secret))
        }
        let caller = try caller(of: device)
        for line in ["key login", "sign", "agree", "right 2fa"] { try caller.say(line) }
        let scan = MemoryScan(process: caller.processID)
        #expect(try scan.count([secret]) == [0])
        device.person.will(.match)
        for line in ["authorize", "rightsign"] { try caller.say(line) }
        #expect(try scan.count([secret]) == [0])
        try caller.say("secret")
        #expect(try scan.count([secret])[0] > 0)
        // This process learns the keys only now. The broker returns keys to no process; those in a TPM are not available for a
        // search.
        device.kill()
        let inside = try Inside(device)
        #expect(try scan.count(inside.secrets).allSatisfy { $0 == 0 })
        let planted = try #require(inside.secrets.last)
        try caller.say("plant \(planted.disguised)")
        #expect(try scan.count(inside.secrets).last ?? 0 > 0)
    }

    @Test("with the enclave in a separate process, the broker's memory contains no private key")
    func broker() async throws {
        let device = try device(.software)
        try await device.run {
            for tag in ["one", "two"] {
                let key = try EnclaveKeys.make(Protection(.privateKeyUsage).control(), tag: tag)
                #expect(EnclaveKeys.verifies(key, try EnclaveKeys.sign(key)))
                #expect(try EnclaveKeys.open(try EnclaveKeys.sealed(key), key) == EnclaveKeys.message)
            }
        }
        let inside = try Inside(device)
        let counts = try MemoryScan(process: device.brokerProcessID).count([inside.deviceSecret] + inside.privateKeys)
        #expect(inside.privateKeys.count == 2 && counts.dropFirst().allSatisfy { $0 == 0 })
    }

    @Test("the files contain no value, no name and no passcode, also after a crash", arguments: DeviceSubject.enclaves)
    func files(enclave: DeviceSubject.EnclaveKind) async throws {
        let device = try device(enclave)
        let names = ["account-7f3a", "service-91bc", "label-0a1b", "comment-33e1", "tag-9c4e", "right-17ab", "TEAM.shared"]
        let (value, secret) = (Self.random(), Self.random())
        try await device.run {
            for protection in [Protection([]), Protection(.biometryAny), Protection(.applicationPassword)] {
                let context = LAContext()
                _ = context.setCredential(Data("app-pass-5b2e".utf8), type: .applicationPassword)
                let status = Passwords.add(
                    names[0],
                    [
                        kSecAttrService: names[1] + protection.testDescription, kSecAttrLabel: names[2], kSecAttrComment: names[3],
                        kSecValueData: Data(value), kSecAttrAccessControl: try protection.control("dk" as NSString),
                        kSecAttrAccessGroup: TestApp.sharedGroup, kSecUseAuthenticationContext: context,
                    ])
                #expect(status == errSecSuccess)
            }
            _ = try EnclaveKeys.make(Protection(.privateKeyUsage).control(), tag: names[4])
            try await LARightStore.shared.saveRight(LARight(), identifier: names[5], secret: Data(secret))
            device.person.will(.match)
            try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "reason-6d0f")
        }
        let hidden = (names + [Self.passcode, "app-pass-5b2e", "reason-6d0f"]).map { Array($0.utf8) } + [value, secret]
        let inside = try Inside(device)
        for isKilled in [false, true] {
            if isKilled { device.kill() }
            let files = try device.folder.files()
            #expect(files["keychain-wal"]?.isEmpty == false, "the write-ahead log was not searched")
            for (name, bytes) in files {
                for pattern in hidden + inside.privateKeys + [inside.deviceSecret] {
                    #expect(bytes.range(of: Data(pattern)) == nil, "\(String(decoding: pattern, as: UTF8.self)) in \(name)")
                }
            }
            #expect(files.values.contains { $0.range(of: Data("genp".utf8)) != nil }, "the files were not searched")
        }
    }
}

/// The contents of a device's enclave, for a test that knows all its keys: read from files that only root or the device's owner can
/// read.
private struct Inside {
    let deviceSecret: [UInt8]
    /// For a software enclave: the private keys of items and rights that do not require a passcode.
    var privateKeys: [[UInt8]] = []

    var secrets: [[UInt8]] { privateKeys + [deviceSecret] }

    init(_ device: SeparateProcessDevice) throws {
        let folder = device.folder.device
        if let tpm = device.tpm {
            device.kill()
            let configuration = TPMEnclave.Configuration(tcti: tpm.tcti, stateFile: folder + "/enclave", opening: .existing)
            deviceSecret = try TPMEnclave(try #require(configuration)).deviceSecret().withBytes { Array($0) }
            return
        }
        let hostKey = SecretBytes([UInt8](try Data(contentsOf: URL(filePath: folder + "/host.key"))))
        let file = [UInt8](try Data(contentsOf: URL(filePath: folder + "/enclave")))
        let state = try SoftwareState(sealed: Array(file.dropFirst(6)), under: hostKey, header: Array(file.prefix(6)))
        deviceSecret = state.deviceSecret.withBytes { Array($0) }
        // In a copy, opened with the owner's passcode, because the device may be running.
        let copy = FileManager.default.temporaryDirectory.path + "/inside-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasPrefix("keychain") || name == "enclave" {
            try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
        }
        let configuration = SoftwareEnclave.Configuration(stateFile: copy + "/enclave", hostKey: hostKey, opening: .existing)
        let opened = try Device(
            file: KeychainFile.open(path: copy + "/keychain"), enclave: SoftwareEnclave(inProcess: try #require(configuration)),
            sensor: SimulatedSensor(kind: .face, templates: []), passcodeCost: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1),
            now: { 0 })
        try opened.unlock(passcode: SecretBytes(utf8: MemoryTests.passcode))
        for bytes in try opened.keychain.keyBlobs() {
            let blob = try #require(SoftwareBlob(bytes))
            let scalar = try blob.unwrap(by: state).withBytes { Array($0) }
            _ = try P256.Signing.PrivateKey(rawRepresentation: scalar)
            privateKeys.append(scalar)
        }
        try opened.stop()
    }
}

extension Keychain {
    /// The enclave keys of all items and rights, as the enclave returned them.
    fileprivate func keyBlobs() throws -> [[UInt8]] {
        let (items, rights) = try file.database.read { connection in
            (
                try Row.fetchAll(connection, sql: "SELECT \(ItemRow.Columns.whole.sql) FROM items").map(ItemRow.init),
                try Row.fetchAll(connection, sql: "SELECT identifier, enclave_key FROM rights")
            )
        }
        let ofItems = try items.compactMap { item in
            try item.key?.blob(at: DataSeal.Place(reference: item.reference, classKey: ring.key(for: item.availability))).bytes
        }
        return try ofItems
            + rights.map { right in
                let reference = try #require(PersistentReference(ofRight: try right.octets("identifier")))
                let place = DataSeal.Place(reference: reference, classKey: try ring.key(for: .whenUnlocked))
                return try place.classKey.keyBlobs.open(
                    Sealed(bytes: try right.octets("enclave_key")), boundTo: reference.bytes
                ).withBytes { Array($0) }
            }
    }
}
