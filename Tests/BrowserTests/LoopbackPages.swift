import Foundation
import Glibc

/// A few fixed pages on a loopback address, for tests of the driver: the browser only checks forms that it received over HTTP.
///
/// It responds to GET with the page of the path, and with 404 for other paths, and sets a cookie with every page. Paths that end in
/// `.css` and `.js` have stylesheets and scripts. It ends with its last reference.
final class LoopbackPages: Sendable {
    let origin: String
    private let listener: Int32

    init(_ pages: [String: String]) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard listener >= 0, isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        self.listener = listener
        origin = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"

        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                // A browser opens connections in advance, so each connection has its own waiting thread.
                Thread.detachNewThread { Self.answer(connection, pages) }
            }
            close(listener)
        }
    }

    /// Wakes the listening thread, which closes the socket.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func answer(_ connection: Int32, _ pages: [String: String]) {
        defer { close(connection) }
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !request.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += buffer[..<count]
        }
        let target = String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first ?? ""
        let path = String(target.prefix { $0 != "?" })
        let page = pages[path]
        let body = page ?? "<!doctype html><title>Not found</title>"
        let answer = """
            HTTP/1.1 \(page == nil ? "404 Not Found" : "200 OK")\r
            Content-Type: \(page == nil ? "text/html" : mediaType(of: path)); charset=utf-8\r
            Content-Length: \(body.utf8.count)\r
            Set-Cookie: visited=yes; HttpOnly; SameSite=Lax\r
            Connection: close\r
            \r
            \(body)
            """
        var rest = Array(answer.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func mediaType(of path: String) -> String {
        if path.hasSuffix(".css") { return "text/css" }
        return path.hasSuffix(".js") ? "text/javascript" : "text/html"
    }
}
