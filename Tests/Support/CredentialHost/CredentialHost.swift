import AssociatedDomains
import DeviceProtocol
import DeviceServices
import Foundation
import GRDB
import PasswordHashing
import PasswordManager
import Secrets

@testable import DeviceBroker

/// Saved passwords on a device in a folder.
struct CredentialHost {
    private struct Misuse: Error {}

    private let device: Device
    private let passwords: DevicePasswords
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
        if isNew {
            try passwords.save(PrivateText("one"), as: Self.id("ann"), at: Self.time(1))
            try passwords.save(PrivateText("b"), as: Self.id("bob"), at: Self.time(1))
        }
        file.database.add(transactionObserver: steps, extent: .databaseLifetime)
    }

    func carryOut(_ action: String, strikingAt step: Int) throws {
        steps.begin(strikingAt: step)
        switch action {
        case "add": try passwords.save(PrivateText("c"), as: Self.id("cid"), at: Self.time(2))
        case "change": try passwords.save(PrivateText("two"), as: Self.id("ann"), at: Self.time(2))
        case "delete": try passwords.delete(Self.id("ann"), at: Self.time(2))
        case "forget":
            if let record = try passwords.record(Self.id("ann")) { _ = try passwords.forget(record) }
        case "learn": try passwords.merge(Self.othersRecords())
        case "read": return try read()
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
