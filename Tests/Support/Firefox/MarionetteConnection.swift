import Foundation
import Synchronization

/// Sends commands to Firefox and passes replies to their callers.
///
/// A message is its length in bytes, a colon and a JSON text: `[0, identifier, command, parameters]`, or for a reply
/// `[1, identifier, error, result]`. The first message of the browser introduces it, and is no reply.
final class MarionetteConnection: Sendable {
    private let process: BrowserProcess
    private let socket: BrowserSocket
    private let replies = PendingReplies()

    /// Waits until the process listens, and connects to it.
    init(process: BrowserProcess) async throws {
        self.process = process
        let (ports, port) = AsyncStream<UInt16>.makeStream()
        // Everything that the browser prints is read, or it would wait for a reader one day.
        process.socket.read { pending, bytes in
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    pending.append(byte)
                    continue
                }
                if let number = Self.port(in: pending) { port.yield(number) }
                pending = Data()
            }
        } end: {
            port.finish()
        }
        guard let number = await ports.first(where: { _ in true }) else {
            try Task.checkCancellation()
            throw BrowserError.ended(log: process.log)
        }
        socket = try BrowserSocket(port: number)
        socket.read { [weak self] pending, bytes in
            pending.append(contentsOf: bytes)
            while let message = Self.takeMessage(&pending) { self?.receive(message) }
        } end: { [weak self] in
            self?.end()
        }
    }

    deinit { kill() }

    /// Sends a command and waits for its reply.
    @discardableResult
    func send(_ command: String, _ parameters: ProtocolValue = [:]) async throws -> ProtocolValue {
        try await replies.reply(to: command) { identifier in
            let message: ProtocolValue = [0, .number(Double(identifier)), .string(command), parameters]
            guard let bytes = try? JSONEncoder().encode(message) else { return }
            socket.send(Data("\(bytes.count):".utf8) + bytes)
        }
    }

    /// Ends the browser immediately.
    func kill() {
        socket.end()
        process.kill()
    }

    private func receive(_ bytes: Data) {
        guard let message = try? JSONDecoder().decode(ProtocolValue.self, from: bytes).array, message.count == 4,
            let identifier = message[1].number
        else { return }
        let rejection = message[2]["error"]?.string.map { "\($0): \(message[2]["message"]?.string ?? "")" }
        replies.arrived(Int(identifier), message[3], rejection: rejection)
    }

    private func end() { replies.end(.ended(log: process.log)) }

    /// Removes the first message, if all of it has arrived.
    private static func takeMessage(_ bytes: inout Data) -> Data? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let length = Int(String(decoding: bytes[..<colon], as: UTF8.self)), bytes.endIndex - colon > length
        else { return nil }
        let message = bytes[(colon + 1)...].prefix(length)
        bytes = Data(bytes[message.endIndex...])
        return message
    }

    /// Returns the port in `… Marionette INFO Listening on port 40545`.
    private static func port(in line: Data) -> UInt16? {
        let parts = String(decoding: line, as: UTF8.self).split(separator: "Listening on port ")
        return parts.count == 2 ? UInt16(parts[1]) : nil
    }
}
