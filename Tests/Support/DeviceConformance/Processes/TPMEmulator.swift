import CTSS2
import Foundation
import Synchronization

@testable import DeviceBroker

/// A TPM of software for one test: swtpm, with its state in a folder.
package final class TPMEmulator: Sendable {
    private static let executable = "/usr/bin/swtpm"
    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: executable) }

    private struct State {
        var starts = 0
        var process: Int32 = 0
    }

    private let folder: String
    private let state = Mutex(State())

    package init(in folder: String) throws {
        self.folder = folder
        try start()
        try allowFailures()
    }

    deinit {
        kill()
    }

    /// By which the TPM's library finds it; another one after each start, since a killed one leaves its socket behind.
    package var tcti: String { "swtpm:path=\(socket)" }
    package var processID: Int32 { state.withLock(\.process) }

    private var socket: String { "\(folder)/t\(state.withLock(\.starts))" }

    /// Starts it over its state.
    package func start() throws {
        state.withLock { $0.starts += 1 }
        let number = "\(socket).pid"
        let process = try ChildProcess(
            Self.executable,
            [
                "socket", "--tpm2", "--tpmstate", "dir=\(folder)", "--ctrl", "type=unixio,path=\(socket).ctrl", "--server",
                "type=unixio,path=\(socket)", "--flags", "not-need-init,startup-clear", "--daemon", "--pid", "file=\(number)",
            ])
        // It goes into the background once its sockets are open, and has told its number by then.
        guard process.wait() == 0, let text = try? String(contentsOfFile: number, encoding: .utf8),
            let started = Int32(text.filter(\.isNumber))
        else { throw TalkingProcess.Failure(words: "swtpm does not start") }
        state.withLock { $0.process = started }
    }

    /// Kills it on the spot, and waits until it is gone.
    package func kill() {
        let process = state.withLock { state in
            defer { state.process = 0 }
            return state.process
        }
        guard process > 0 else { return }
        Foundation.kill(process, SIGKILL)
        while ChildProcess.isThere(process) { poll(nil, 0, 1) }
    }

    /// The handles that it holds from `first` on: persistent objects, or indices of its memory. It serves one connection at a time, so that
    /// no broker may be running.
    package func handles(from first: UInt32) throws -> [UInt32] {
        try connected { try $0.handles(from: first) }
    }

    /// A new one locks after three failures; tests make more.
    private func allowFailures() throws {
        try connected { connection in
            guard
                Esys_DictionaryAttackParameters(
                    connection.esys, ESYS_TR_RH_LOCKOUT, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, 1_000, 1_000, 1_000) == 0
            else { throw TalkingProcess.Failure(words: "the TPM keeps its limit of failures") }
        }
    }

    private func connected<Value>(_ body: (TPMConnection) throws -> Value) throws -> Value {
        try body(TPMConnection(tcti: tcti, timeout: .seconds(60), owner: nil))
    }
}
