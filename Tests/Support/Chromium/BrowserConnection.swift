import Foundation
import Glibc
import Synchronization

/// Sends commands to a browser and passes replies to their callers and events to the page of their session.
///
/// Messages are JSON texts, each terminated by a NUL byte.
final class BrowserConnection: Sendable {
    private let process: BrowserProcess
    private let state = Mutex(State())
    private let writing = Mutex(())

    private struct State {
        var lastIdentifier = 0
        var waiting: [Int: (command: String, reply: CheckedContinuation<ProtocolValue, any Error>)] = [:]
        var pages: [String: PageEvents] = [:]
        var hasEnded = false
    }

    init(process: BrowserProcess) {
        self.process = process
        // The thread retains the process, so that the socket stays open while it is read.
        let thread = Thread { [process, weak self] in
            Self.readMessages(from: process.socket) { self?.receive($0) }
            self?.end()
        }
        thread.name = "chromium"
        thread.start()
    }

    deinit { process.kill() }

    /// Sends a command and waits for its reply. `session` is that of a page; nil for the browser itself.
    @discardableResult
    func send(_ command: String, _ parameters: ProtocolValue = [:], session: String? = nil) async throws -> ProtocolValue {
        let identifier = state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { reply in
                let mayWait = state.withLock { state in
                    guard !state.hasEnded, !Task.isCancelled else { return false }
                    state.waiting[identifier] = (command, reply)
                    return true
                }
                guard mayWait else {
                    let cancelled = Task.isCancelled
                    return reply.resume(throwing: cancelled ? CancellationError() : ChromiumError.ended(log: process.log))
                }
                write(Command(id: identifier, method: command, params: parameters, sessionId: session))
            }
        } onCancel: {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: identifier) }
            waiting?.reply.resume(throwing: CancellationError())
        }
    }

    /// From now on `page` records the events of this session, in order, on the reading thread.
    func record(_ session: String, in page: PageEvents) {
        state.withLock { $0.pages[session] = page }
    }

    func stopRecording(_ session: String) {
        state.withLock { _ = $0.pages.removeValue(forKey: session) }
    }

    /// Ends the browser immediately.
    func kill() { process.kill() }

    private func write(_ command: Command) {
        guard var bytes = try? JSONEncoder().encode(command) else { return }
        bytes.append(0)
        writing.withLock { _ in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(process.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                // The reading thread sees the same end of the connection, and reports it to all waiting callers.
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private func receive(_ bytes: Data) {
        guard let message = try? JSONDecoder().decode(Message.self, from: bytes) else { return }
        if let identifier = message.id {
            guard let (command, reply) = state.withLock({ $0.waiting.removeValue(forKey: identifier) }) else { return }
            if let error = message.error {
                reply.resume(throwing: ChromiumError.refused(command: command, reason: error.message))
            } else {
                reply.resume(returning: message.result ?? [:])
            }
        } else if let event = message.method, let session = message.sessionId {
            state.withLock { $0.pages[session] }?.record(event, message.params ?? [:])
        }
    }

    private func end() {
        let (waiting, pages) = state.withLock { state in
            state.hasEnded = true
            defer { (state.waiting, state.pages) = ([:], [:]) }
            return (state.waiting.values, state.pages.values)
        }
        let error = ChromiumError.ended(log: process.log)
        for (_, reply) in waiting { reply.resume(throwing: error) }
        for page in pages { page.end(error) }
    }

    private static func readMessages(from socket: Int32, _ receive: (Data) -> Void) {
        var pending = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            for piece in buffer[..<count].split(separator: 0, omittingEmptySubsequences: false).enumerated() {
                if piece.offset > 0 {
                    receive(pending)
                    pending = Data()
                }
                pending.append(contentsOf: piece.element)
            }
        }
    }

    private struct Command: Encodable {
        let id: Int
        let method: String
        let params: ProtocolValue
        let sessionId: String?
    }

    private struct Message: Decodable {
        struct Failure: Decodable { let message: String }
        let id: Int?
        let result: ProtocolValue?
        let error: Failure?
        let method: String?
        let params: ProtocolValue?
        let sessionId: String?
    }
}
