import DeviceBroker
import DeviceConformance
import DeviceParts
import DeviceSimulator
import Foundation
import GRDB
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

/// A device in a separate process that is killed repeatedly.
final class CrashScene {
    let device: SeparateProcessDevice
    private var round = 0
    private var number = 0
    /// Whether the last round ended with a kill.
    private(set) var wasKilled = false

    convenience init(_ enclave: DeviceSubject.EnclaveKind) async throws {
        self.init(try SeparateProcessDevice(enclave))
    }

    init(_ device: SeparateProcessDevice) {
        self.device = device
    }

    /// Saves, with a kill at this step, then restarts and checks. Returns the steps that were performed, if it was not killed.
    func save(_ saving: Saving, killing target: KillTarget, atStep step: Int) async throws -> [String] {
        let name = "thing-\(round)"
        round += 1
        try await device.run { try await saving.prepare(name) }
        try device.strike(target, atStep: step)
        let status = try await device.run { await saving.perform(name) }
        let steps = try device.stepsUntilNow()
        wasKilled = steps == nil || !device.isEnclaveRunning
        if wasKilled { try restart() }
        try await settle(saving, name, status, "\(target) at step \(step)")
        try checkNothingIsOrphaned()
        return steps ?? []
    }

    /// Saves repeatedly until the process has been killed at a random moment.
    func saveMany(_ saving: Saving, killing target: KillTarget, afterMicroseconds delay: UInt32) async throws {
        let process = target == .broker ? device.brokerProcessID : try #require(device.enclaveProcessID)
        var names: [String] = []
        for number in 0..<8 {
            names.append("thing-\(round)-\(number)")
            try await device.run { try await saving.prepare(names[number]) }
        }
        round += 1
        Thread.detachNewThread {
            usleep(delay)
            kill(process, SIGKILL)
        }
        var statuses: [Int] = []
        for name in names { statuses.append(try await device.run { await saving.perform(name) }) }
        await poll { target == .broker ? !device.isRunning : !device.isEnclaveRunning }
        try restart()
        for (name, status) in zip(names, statuses) { try await settle(saving, name, status, "\(target) after \(delay) us") }
        try checkNothingIsOrphaned()
    }

    /// Stops the broker and starts it again, with a kill at this step of its start. Returns false if the start has fewer steps.
    func start(killedAtStep step: Int) async throws -> Bool {
        try await device.run { _ = Passwords.add("kept") }
        device.kill()
        let died = try device.startAndDie(atStep: step)
        try restart()
        try await device.run { #expect(Passwords.read("kept").value == Passwords.secret) }
        try checkNothingIsOrphaned()
        return died
    }

    private func settle(_ saving: Saving, _ name: String, _ status: Int, _ when: String) async throws {
        let row: Comment = "\(saving), \(when), status \(status)"
        try await device.run {
            let found = try await saving.look(name, on: device)
            #expect(found == saving.before || found == saving.after, row)
            // Acknowledged changes have been made.
            if status == 0 { #expect(found == saving.after, row) }
            await saving.remove(name)
        }
    }

    private func restart() throws {
        try revive()
        try device.unlock(passcode: "2468")
        device.renewLinks()
    }

    /// Starts what is not running, and restarts the broker in any case.
    func revive() throws {
        device.kill()
        if let tpm = device.tpm, !device.isEnclaveRunning {
            tpm.kill()
            try tpm.start()
        }
        try device.start()
    }

    /// Checks that the files and the TPM contain no orphans.
    func checkNothingIsOrphaned() throws {
        try checkFiles()
        try checkRows()
    }

    func checkFiles() throws {
        let names = Set(try device.folder.files().keys.filter { !$0.hasSuffix(".sock") })
        var known: Set<String> = ["keychain", "keychain-wal", "keychain-shm", "enclave", "enclave.lock", "lock"]
        if device.tpm == nil { known.insert("host.key") }
        #expect(names.isSubset(of: known), "\(names.subtracting(known))")
    }

    private func checkRows() throws {
        try DatabaseQueue(path: device.folder.device + "/keychain").read { connection in
            let orphans = try Int.fetchOne(
                connection,
                sql: """
                    SELECT (SELECT count(*) FROM item_attributes WHERE item NOT IN (SELECT number FROM items))
                        + (SELECT count(*) FROM items WHERE (data IS NULL) <> (data_key IS NULL))
                        + (SELECT count(*) FROM items WHERE (enclave_key IS NULL) <> (public_key IS NULL))
                        + (SELECT count(*) FROM items WHERE data IS NULL AND enclave_key IS NULL)
                        + (SELECT count(*) FROM items WHERE number NOT IN (SELECT item FROM item_attributes))
                        + (SELECT count(*) FROM rights)
                    """)
            #expect(orphans == 0)
            let classKeys = try Int.fetchOne(connection, sql: "SELECT count(*) FROM class_keys")
            #expect(classKeys == 4)
        }
    }

    /// Checks what the TPM stores while no broker is running: the primary key, the passcode and the generation.
    func checkTPM() throws {
        guard let tpm = device.tpm else { return }
        device.kill()
        #expect(try tpm.handles(from: 0x8100_0000) == [0x8100_4C40])
        #expect(try tpm.handles(from: 0x0100_0000).filter { $0 & 0xFFC0_0000 == 0x0180_0000 } == [0x0180_4C40, 0x0180_4C41])
        try restart()
    }
}
