import AppleIdentityEmulator
import Synchronization
import TestKit
import WebClient

/// The account server as a separate process, killed with a device at one request of an upgrade.
final class KillableServer: Interceptor.Upstream {
    private struct State {
        var plannedKill: PlannedKill?
        var strikeDevice: @Sendable () -> Void = {}
        var atWork = 0
        var struck = false
    }

    let process: LatchkeyProcess
    private let connections: WebClient
    private let state = Watched(State())
    /// Microseconds until a blow falls that hits something under way.
    private let pauses: Mutex<SeededGenerator>

    init(_ process: LatchkeyProcess, _ connections: WebClient, seed: UInt64) {
        self.process = process
        self.connections = connections
        pauses = Mutex(SeededGenerator(seed: seed))
    }

    /// A client of the running server.
    var client: AppleBenchClient? {
        process.port.map { AppleBenchClient(connections: connections, port: $0) }
    }

    /// Sets the next kill, which happens once.
    ///
    /// - Parameter strikeDevice: kills the part of the device that is to be killed.
    func expect(_ plannedKill: PlannedKill, strikeDevice: @escaping @Sendable () -> Void) {
        state.change { $0 = State(plannedKill: plannedKill, strikeDevice: strikeDevice, atWork: $0.atWork) }
    }

    /// Disables kills and ensures that the server runs. Returns once no request is in progress: whether the kill happened.
    func recover() async throws -> Bool {
        let wasStruck = state.change { state in
            state.plannedKill = nil
            return state.struck
        }
        await state.until { $0.atWork == 0 }
        if process.port == nil { try await process.start() }
        return wasStruck
    }

    func answer(_ question: Interceptor.Question, _ passage: Interceptor.Passage) async throws -> AppleBenchClient.Answer? {
        let plannedKill = state.change { state -> PlannedKill? in
            state.atWork += 1
            guard let plannedKill = state.plannedKill, plannedKill.request == passage.number else { return nil }
            state.plannedKill = nil
            state.struck = true
            return plannedKill
        }
        defer { state.change { $0.atWork -= 1 } }
        guard let plannedKill else { return await pass(question, passage) }
        switch plannedKill.moment {
        case .before:
            try await strike(plannedKill)
            return plannedKill.target.isServer ? nil : await pass(question, passage)
        case .during:
            async let answer = pass(question, passage)
            try await pause(upTo: 40_000)
            try await strike(plannedKill)
            return await answer
        case .answered:
            let answer = await pass(question, passage)
            try await strike(plannedKill)
            return plannedKill.target.isServer ? nil : answer
        case .after:
            let answer = await pass(question, passage)
            state.change { $0.atWork += 1 }
            Task {
                defer { state.change { $0.atWork -= 1 } }
                try await pause(upTo: 60_000)
                try await strike(plannedKill)
            }
            return answer
        }
    }

    /// Nil if the server does not run, or stops meanwhile.
    private func pass(_ question: Interceptor.Question, _ passage: Interceptor.Passage) async -> AppleBenchClient.Answer? {
        try? await client?.answer(question, passage)
    }

    private func pause(upTo most: Int) async throws {
        let pause = pauses.withLock { Int($0.next() % UInt64(most)) }
        try await Task.sleep(for: .microseconds(pause))
    }

    private func strike(_ plannedKill: PlannedKill) async throws {
        if plannedKill.target.isDevice { state.value.strikeDevice() }
        guard plannedKill.target.isServer else { return }
        process.kill()
        if plannedKill.returns { try await process.start() }
    }
}
