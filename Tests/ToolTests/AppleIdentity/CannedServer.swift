import Foundation
import Synchronization

/// A server on this machine that returns fixed responses by path and records the requests.
///
/// It serves one connection at a time and closes it after each response, which suffices for a command with sequential requests.
final class CannedServer: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: String

        init(_ status: Int, _ body: String) {
            self.status = status
            self.body = body
        }

        init(_ body: String) { self.init(200, body) }
    }

    struct NotListening: Error {}

    private let answers: [String: Answer]
    private let listener: Int32
    private let received = Mutex<[String]>([])
    let port: UInt16

    /// - Parameter answers: the responses by path; every other path gets 404.
    init(_ answers: [String: Answer]) throws {
        self.answers = answers
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, pointer, &size) == 0
            }
        }
        guard listener >= 0, isBound else { throw NotListening() }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                serve(connection)
                close(connection)
            }
            // Closed here and not in stop(): after close, the number could belong to another socket at the next accept.
            close(listener)
        }.start()
    }

    /// Ends the server.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    var origin: String { "http://127.0.0.1:\(port)" }

    /// The complete requests so far, in order.
    var requests: [String] { received.withLock { $0 } }

    private func serve(_ connection: Int32) {
        var bytes: [UInt8] = []
        while !Self.isWhole(bytes) {
            let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                count = max(0, read(connection, buffer.baseAddress, 65_536))
            }
            guard !piece.isEmpty else { return }
            bytes += piece
        }
        let text = String(decoding: bytes, as: UTF8.self)
        received.withLock { $0.append(text) }
        let answer = answers[text.split(separator: " ").dropFirst().first.map(String.init) ?? ""] ?? Answer(404, "")
        let reply = """
            HTTP/1.1 \(answer.status) X\r\nContent-Length: \(answer.body.utf8.count)\r\nConnection: close\r\n\r\n\(answer.body)
            """
        _ = Array(reply.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
    }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let length = text[..<end.lowerBound].lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        return text[end.upperBound...].utf8.count
            >= (length.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0)
    }
}
