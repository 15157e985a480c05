import CTSS2
import Foundation
import Secrets
import Synchronization

@testable import DeviceBroker

/// A software TPM for one test: swtpm, with its state in a folder. It ends with the object, or with the tests.
package final class SimulatedTPM: Sendable {
    package static let need = "needs swtpm: scripts/setup test"
    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: executable) }

    private static let executable = "/usr/bin/swtpm"

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private struct State {
        var starts = 0
        var process: Companion?
    }

    private let folder: String
    private let state = Mutex(State())

    /// - Parameter folder: must have a short path, because it contains sockets.
    package init(in folder: String) throws {
        self.folder = folder
        try start()
        try allowFailures()
    }

    /// The address by which the TPM's library finds it. It changes at each start, because a killed TPM leaves its socket behind.
    package var tcti: String { "swtpm:path=\(socket)" }
    package var processID: Int32 { state.withLock { $0.process?.processID ?? 0 } }

    private var socket: String { "\(folder)/t\(state.withLock(\.starts))" }

    /// Starts it over its state.
    package func start() throws {
        state.withLock { $0.starts += 1 }
        let number = "\(socket).pid"
        let process = try Companion(
            Self.executable,
            [
                "socket", "--tpm2", "--tpmstate", "dir=\(folder)", "--ctrl", "type=unixio,path=\(socket).ctrl", "--server",
                "type=unixio,path=\(socket)", "--flags", "not-need-init,startup-clear", "--pid", "file=\(number)",
            ])
        // It writes its process ID once its sockets are open.
        try Part.wait {
            guard process.isRunning else { throw Failure(description: "swtpm does not start") }
            return (try? FileManager.default.attributesOfItem(atPath: number))?[.size] as? Int ?? 0 > 0
        }
        state.withLock { $0.process = process }
    }

    /// Kills it, and waits until it has ended.
    package func kill() {
        let process = state.withLock { state in
            defer { state.process = nil }
            return state.process
        }
        process?.kill()
    }

    /// Stops it, so that it hangs.
    package func stop() { state.withLock(\.process)?.stop() }

    /// Returns the handles from `first` on: persistent objects, or indices of its memory. It serves one connection at a time, so no
    /// broker may be running.
    package func handles(from first: UInt32) throws -> [UInt32] {
        try connected { try $0.handles(from: first) }
    }

    /// Sets an authorization for the owner's hierarchy, as the administrators of some machines do.
    package func setOwnerAuthorization(_ text: String) throws {
        try connected { connection in
            var value = TPM2B_AUTH(Array(text.utf8))
            let status = Esys_HierarchyChangeAuth(
                connection.esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &value)
            guard status == 0 else { throw Failure(description: "the TPM keeps its owner") }
        }
    }

    /// A new TPM locks after three failures, and tests cause more.
    package func allowFailures(_ count: UInt32 = 1_000) throws {
        try connected { connection in
            let status = Esys_DictionaryAttackParameters(
                connection.esys, ESYS_TR_RH_LOCKOUT, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, count, 1_000, 1_000)
            guard status == 0 else { throw Failure(description: "the TPM keeps its limit of failures") }
        }
    }

    private func connected<Value>(_ body: (TPMConnection) throws -> Value) throws -> Value {
        try body(TPMConnection(tcti: tcti, timeout: .seconds(600), owner: nil, random: SystemRandomBytes()))
    }
}
