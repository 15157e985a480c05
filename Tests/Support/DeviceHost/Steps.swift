import Glibc
import Synchronization

/// Counts the broker's steps, and kills a process between two of them.
final class Steps: Sendable {
    private struct State {
        var taken: [String] = []
        var victim: Int32 = 0
        var deadline = 0
    }

    private let state = Mutex(State())

    /// Returns the steps since the last `strike` or call of this function. From now on nothing is killed.
    func end() -> [String] {
        state.withLock { state in
            defer { state = State() }
            return state.taken
        }
    }

    /// Kills the process directly after that step, counted from now on from 1. 0: never.
    func strike(process: Int32, at step: Int) {
        state.withLock { $0 = State(victim: process, deadline: step) }
    }

    func reach(_ step: String) {
        let victim = state.withLock { state -> Int32 in
            state.taken.append(step)
            return state.taken.count == state.deadline ? state.victim : 0
        }
        guard victim > 0 else { return }
        kill(victim, SIGKILL)
        // The next operation fails, because the process has ended.
        while isThere(victim) { poll(nil, 0, 1) }
    }

    private func isThere(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0, let file = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count, file)
        return !String(decoding: bytes[..<count], as: UTF8.self).contains(") Z")
    }
}
