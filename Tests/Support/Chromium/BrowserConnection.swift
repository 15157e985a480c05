import Foundation
import Synchronization

/// Sends commands to a browser and passes replies to their callers and events to the page of their session.
///
/// Messages are JSON texts, each terminated by a NUL byte.
final class BrowserConnection: Sendable {
    private let process: BrowserProcess
    private let replies = PendingReplies()
    private let pages = Mutex<[String: PageEvents]>([:])

    init(process: BrowserProcess) {
        self.process = process
        process.socket.read { [weak self] pending, bytes in
            for piece in bytes.split(separator: 0, omittingEmptySubsequences: false).enumerated() {
                if piece.offset > 0 {
                    self?.receive(pending)
                    pending = Data()
                }
                pending.append(contentsOf: piece.element)
            }
        } end: { [weak self] in
            self?.end()
        }
    }

    deinit { process.kill() }

    /// Sends a command and waits for its reply. `session` is that of a page; nil for the browser itself.
    @discardableResult
    func send(_ command: String, _ parameters: ProtocolValue = [:], session: String? = nil) async throws -> ProtocolValue {
        try await replies.reply(to: command) { identifier in
            let command = Command(id: identifier, method: command, params: parameters, sessionId: session)
            guard var bytes = try? JSONEncoder().encode(command) else { return }
            bytes.append(0)
            process.socket.send(bytes)
        }
    }

    /// From now on `page` records the events of this session, in order, on the reading thread.
    func record(_ session: String, in page: PageEvents) {
        pages.withLock { $0[session] = page }
    }

    func stopRecording(_ session: String) {
        pages.withLock { _ = $0.removeValue(forKey: session) }
    }

    /// Ends the browser immediately.
    func kill() { process.kill() }

    private func receive(_ bytes: Data) {
        guard let message = try? JSONDecoder().decode(Message.self, from: bytes) else { return }
        if let identifier = message.id {
            replies.arrived(identifier, message.result ?? [:], rejection: message.error?.message)
        } else if let event = message.method, let session = message.sessionId {
            pages.withLock { $0[session] }?.record(event, message.params ?? [:])
        }
    }

    private func end() {
        let error = BrowserError.ended(log: process.log)
        replies.end(error)
        let pages = pages.withLock { pages in
            defer { pages = [:] }
            return pages.values
        }
        for page in pages { page.end(error) }
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
