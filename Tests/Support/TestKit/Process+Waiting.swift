package import Foundation
import Synchronization

/// Returns when the condition holds, or the task is cancelled, as the time limit of a test does. Polls every hundredth of a second.
/// For changes of other programs, and of types that send no signal. For a value that the test itself changes, use ``Watched``.
package func poll(
    isolation: isolated (any Actor)? = #isolation, until isSo: () async throws -> Bool
) async rethrows {
    while try await !isSo() {
        do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
    }
}

/// The end of a program. Foundation notices it by a descriptor that another process inherits if it starts at the same moment, and
/// then waits for that process too: for a program of another test, which may need the waiting thread. These wait for the program
/// itself, and leave it for Foundation to clean up.
extension Process {
    /// The end of a program: its exit status, or the number of the signal that ended it.
    package typealias Ending = (status: Int32, isSignal: Bool)

    /// Blocks until the program has ended. One that did not start has ended.
    @discardableResult
    package func wait() -> Ending { ending(0) ?? (0, false) }

    package var hasEnded: Bool { processIdentifier <= 0 || ending(WNOHANG) != nil }

    /// Returns its exit status when it has ended. Does not block a thread of the cooperative pool.
    package var exitStatus: Int32 {
        get async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [self] in continuation.resume(returning: wait().status) }
            }
        }
    }

    /// Runs `body`, then terminates the program and returns its exit status when it has ended. Does not block a thread of the
    /// cooperative pool, on which a server may depend that the program still asks something.
    @discardableResult
    package func terminated(
        isolation: isolated (any Actor)? = #isolation, after body: () async throws -> Void
    ) async throws -> Int32 {
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        terminate()
        let status = await exitStatus
        try result.get()
        return status
    }

    /// Returns nil if it has not ended, which needs `WNOHANG`, or did not start.
    private func ending(_ options: Int32) -> Ending? {
        guard processIdentifier > 0 else { return nil }
        var ended = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &ended, WEXITED | WNOWAIT | options) < 0 {
            guard errno != EINTR else { continue }
            // Foundation has cleaned up, and is about to know the status.
            waitUntilExit()
            return (terminationStatus, terminationReason == .uncaughtSignal)
        }
        guard ended._sifields._sigchld.si_pid != 0 else { return nil }
        EndedProcesses.all.add(self)
        return (ended._sifields._sigchld.si_status, ended.si_code != CLD_EXITED)
    }
}

/// The processes whose end Foundation has yet to notice. Such a `Process` refers to itself, so that it keeps the pipes and files of
/// its program, until `waitUntilExit` returns: a thousand programs were a thousand open descriptors.
private final class EndedProcesses: Sendable {
    static let all = EndedProcesses()
    private let processes = Mutex<[Process]>([])

    /// Adds one, and frees those whose end Foundation has noticed, which blocks for no program.
    func add(_ process: Process) {
        let noticed = processes.withLock { processes in
            if !processes.contains(where: { $0 === process }) { processes.append(process) }
            let split = processes.partition { !$0.isRunning }
            defer { processes.removeSubrange(split...) }
            return Array(processes[split...])
        }
        for process in noticed { process.waitUntilExit() }
    }
}
