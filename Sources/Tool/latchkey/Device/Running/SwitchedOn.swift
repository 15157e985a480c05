import DeviceBroker
import DeviceProtocol
import Foundation
import UnixSignals

/// A device that this process runs, with the process that keeps its keys.
struct SwitchedOn {
    let running: RunningDevice
    let apps: [LaunchedApp]
    /// Nothing with a TPM.
    private let child: EnclaveChild?

    /// Throws a ``DeviceRefusal`` or a ``CommandFailure`` where it cannot be started.
    init(_ command: DeviceRunCommand, in folder: DeviceFolder) throws {
        let enclave: any Enclave
        switch command.enclave {
        case .software:
            let child = try EnclaveChild.start(
                executable: "/proc/self/exe", arguments: ["device", EnclaveProcessCommand.name], folder: folder)
            self.child = child
            enclave = child.enclave
        case .tpm(let tcti):
            child = nil
            enclave = try Self.tpm(tcti, slot: command.tpmSlot ?? 0, folder)
        }
        do {
            running = try RunningDevice(
                folder: folder, enclave: enclave, biometry: command.biometry.kind, patience: .seconds(command.patience),
                now: { Date.now.timeIntervalSinceReferenceDate })
            let running = running
            apps = try command.app.map { try running.launch($0) }
        } catch {
            child?.stop()
            throw error
        }
    }

    /// The enclave in the TPM that is reached so. Where it cannot be opened, no other takes its place.
    private static func tpm(_ tcti: String, slot: UInt8, _ folder: DeviceFolder) throws -> any Enclave {
        guard let allocation = TPMAllocation(slot: slot),
            let configuration = TPMEnclave.Configuration(
                tcti: tcti, stateFile: folder.enclaveState, opening: folder.enclaveOpening, allocation: allocation,
                timeout: .seconds(60))
        else { throw CommandFailure(.usage, "a TPM has slots 0 to \(TPMAllocation.count - 1)") }
        do {
            return try TPMEnclave(configuration)
        } catch {
            throw DeviceRefusal.unavailable("the TPM enclave in \(folder.path) cannot be opened: \(error)")
        }
    }

    /// Runs until a signal, or until the process that keeps the keys is gone: without keys there is nothing to serve.
    func run(until signals: UnixSignalsSequence) async throws {
        let isEnclaveGone = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in signals { break }
                return false
            }
            if let child {
                group.addTask {
                    await child.ended()
                    return true
                }
            }
            let first = await group.next() ?? false
            group.cancelAll()
            running.stop()
            child?.stop()
            return first
        }
        guard !isEnclaveGone else {
            throw CommandFailure(
                .failure, "the process that keeps the keys is gone, and the device with it", hint: "start the device again")
        }
        Terminal().say("the device is switched off")
    }
}
