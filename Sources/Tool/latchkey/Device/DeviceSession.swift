import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import UnixSignals

/// A device that this process runs, with the process that holds its keys.
struct DeviceSession {
    let running: RunningDevice
    let apps: [LaunchedApp]
    private let system: DeviceSystem
    /// The process of the software enclave; nil with a TPM.
    private let child: EnclaveChild?

    /// Starts the device. Throws a ``DeviceError`` or a ``CommandFailure`` if it cannot be started.
    init(_ command: DeviceRunCommand, in folder: DeviceFolder) throws {
        let verifier = try command.passcode.verifier()
        let enclave: any Enclave
        switch command.enclave {
        case .software:
            let child = try EnclaveChild.start(
                executable: "/proc/self/exe", arguments: ["device", EnclaveProcessCommand.name], folder: folder)
            self.child = child
            enclave = child.enclave
        case .tpm(let tcti):
            child = nil
            _ = try Self.hardened(.broker)
            enclave = try Self.tpm(tcti, slot: command.tpmSlot ?? 0, folder)
        }
        do {
            // Follows the start of the enclave's process: its executable /proc/self/exe is inaccessible once this process is
            // hardened.
            let hardening = try Self.hardened(.broker)
            running = try RunningDevice(
                folder: folder, enclave: enclave, sensor: command.biometrics.sensor(command.biometry ?? .fingerprint),
                passcodeVerifier: verifier, timeout: .seconds(command.timeout),
                quota: KeychainQuota(
                    items: command.keychainItems, bytes: command.keychainSize << 20, valueBytes: command.keychainValueSize << 20),
                appSockets: command.appSockets,
                hardening: hardening,
                now: { Date.now.timeIntervalSinceReferenceDate })
        } catch {
            child?.stop()
            throw error
        }
        do {
            system = try command.system.system(
                around: running, timeout: command.timeout, securityKey: command.securityKey?.key)
            for app in command.app { _ = try running.install(app) }
            apps = running.installed
        } catch {
            try? running.stop()
            child?.stop()
            throw error
        }
    }

    /// Keeps other programs out of this process's memory, which contains class keys and secrets. A failure prevents the start.
    private static func hardened(_ measures: Set<HardeningMeasure>) throws(DeviceError) -> Set<HardeningMeasure> {
        do throws(ProcessHardening.Failure) {
            return try ProcessHardening.apply(measures)
        } catch {
            throw .unavailable("the broker's memory cannot be protected: \(error.measure.word) failed")
        }
    }

    /// Returns the enclave in a TPM. A failure never falls back to another enclave.
    private static func tpm(_ tcti: String, slot: UInt8, _ folder: DeviceFolder) throws -> any Enclave {
        guard let allocation = TPMAllocation(slot: slot),
            let configuration = TPMEnclave.Configuration(
                tcti: tcti, stateFile: folder.enclaveState, opening: folder.enclaveOpening, allocation: allocation,
                timeout: .seconds(60))
        else { throw CommandFailure(.usage, "--tpm-slot must be 0 to \(TPMAllocation.count - 1)") }
        // The library logs every error on standard error, including those that are expected and handled here.
        setenv("TSS2_LOG", "all+none", 0)
        do {
            return try TPMEnclave(configuration)
        } catch {
            throw DeviceError.unavailable("the TPM enclave in \(folder.path) cannot be opened: \(error)")
        }
    }

    private static let pause = Duration.seconds(60)

    private static func apart(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "device.time").async {
                body()
                continuation.resume()
            }
        }
    }

    /// Runs until a signal, or until the process that holds the keys ends: a device without keys cannot serve.
    func run(until signals: UnixSignalsSequence) async throws {
        let (isEnclaveGone, stopping) = await withTaskGroup(of: Bool.self) { group in
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
            group.addTask {
                // Performs due work and detects consents revoked elsewhere. It blocks, so it runs on a separate thread.
                while (try? await Task.sleep(for: Self.pause)) != nil { await Self.apart { system.timePassed() } }
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            system.stop()
            let stopping = Result { () throws(DeviceError) in try running.stop() }
            child?.stop()
            return (first, stopping)
        }
        try stopping.get()
        guard !isEnclaveGone else {
            throw CommandFailure(
                .failure, "the process that holds the keys has ended, and the device with it", hint: "start the device again")
        }
        Terminal().say("the device is turned off")
    }
}
