package import DeviceBroker
internal import DeviceProtocol
internal import Foundation
internal import PasswordHashing
internal import Secrets
internal import Synchronization

/// One device for all inputs, reset before each. Random values restart, so that an input which names the result of its earlier
/// message has the same meaning in every run.
package final class SampleDevice {
    package static let app = App(
        identifier: group("TEAM.com.example.notes"), accessGroups: [group("TEAM.com.example.notes"), group("TEAM.shared")])
    private static let otherApp = App(identifier: group("TEAM.com.example.other"))
    private static let passcode = "2468"

    private let device: Device
    private let person = SamplePerson()
    private let random = RepeatedRandomBytes()
    private let caller = Caller(app: app, process: ProcessIdentity(processID: 100, userID: 1_000, startTime: 1))
    private let otherCaller = Caller(app: otherApp, process: ProcessIdentity(processID: 101, userID: 1_000, startTime: 1))

    package init() throws {
        // Removed after the enclave was created, because nothing writes to its file again.
        let folder = FileManager.default.temporaryDirectory.path + "/sample-device-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard
            let configuration = SoftwareEnclave.Configuration(
                stateFile: folder + "/enclave", hostKey: SecretBytes([UInt8](repeating: 7, count: 32)), opening: .createIfAbsent)
        else { throw CocoaError(.fileNoSuchFile) }
        device = try Device(
            file: .inMemory(), enclave: SoftwareEnclave(inProcess: configuration, random: random), sensor: person,
            passcodeCost: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1), random: random, now: { 800_000_000 })
        device.presence.attach(person)
        try device.setPasscode(SecretBytes(utf8: Self.passcode))
        random.startAgain()
    }

    /// Resets the random values, and sets the user's behaviour.
    package func begin(_ habit: SamplePerson.Habit) {
        random.startAgain()
        person.habit.withLock { $0 = habit }
    }

    /// Returns the broker's reply to a message of ``app``.
    package func reply(to message: [UInt8]) -> [UInt8] {
        device.broker.reply(to: message, from: caller)
    }

    /// Returns whether another app finds nothing with any query.
    package var isHiddenFromOthers: Bool {
        let find = FindItems(
            query: ItemQuery(itemClass: nil, synchronization: .either), limit: .max,
            returning: [.attributes, .persistentReference])
        do throws(DeviceError) {
            try BrokerLink(broker: device.broker, caller: otherCaller).perform(find)
            return false
        } catch {
            return error == .item(.notFound)
        }
    }

    /// Removes everything that the input left.
    package func end() {
        _ = try? link.perform(DeleteItems(query: ItemQuery(itemClass: nil, synchronization: .either)))
        _ = try? link.perform(RemoveAllRights())
        device.broker.linkEnded(caller)
        device.broker.lastConnectionEnded(caller)
        // Failed fingers of this input must not count for the next one.
        guard person.habit.withLock({ $0 == .isOtherCaller }) else { return }
        _ = try? device.resetLockout(passcode: SecretBytes(utf8: Self.passcode))
    }

    /// The connection of ``app``.
    package var link: BrokerLink { BrokerLink(broker: device.broker, caller: caller) }

    private static func group(_ name: String) -> AccessGroup {
        guard let group = AccessGroup(rawValue: name) else { fatalError("\(name) is no group") }
        return group
    }
}
