import Synchronization

/// The commands of a connection that wait for their replies.
package final class PendingReplies: Sendable {
    private typealias Waiting = (command: String, reply: CheckedContinuation<ProtocolValue, any Error>)

    private struct State {
        var lastIdentifier = 0
        var waiting: [Int: Waiting] = [:]
        var end: BrowserError?
    }

    private let state = Mutex(State())

    package init() {}

    /// Passes the identifier of a new command to `send`, which sends the command, and waits for its reply.
    package func reply(to command: String, _ send: (_ identifier: Int) -> Void) async throws -> ProtocolValue {
        let identifier = state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { reply in
                let rejection: (any Error)? = state.withLock { state in
                    if let end = state.end { return end }
                    if Task.isCancelled { return CancellationError() }
                    state.waiting[identifier] = (command, reply)
                    return nil
                }
                if let rejection { return reply.resume(throwing: rejection) }
                send(identifier)
            }
        } onCancel: {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: identifier) }
            waiting?.reply.resume(throwing: CancellationError())
        }
    }

    /// The reply to a command has arrived: its result, or the reason of the browser's rejection.
    package func arrived(_ identifier: Int, _ result: ProtocolValue, rejection: String?) {
        guard let (command, reply) = state.withLock({ $0.waiting.removeValue(forKey: identifier) }) else { return }
        if let rejection {
            reply.resume(throwing: BrowserError.rejected(command: command, reason: rejection))
        } else {
            reply.resume(returning: result)
        }
    }

    /// No further replies arrive: all waits, and later commands, end with this error.
    package func end(_ error: BrowserError) {
        let waiting = state.withLock { state in
            state.end = error
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for (_, reply) in waiting { reply.resume(throwing: error) }
    }
}
