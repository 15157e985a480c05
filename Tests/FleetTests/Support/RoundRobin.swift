import Foundation
import TestKit

/// A minimal reverse proxy on a loopback port. Each request goes to the next server that accepts a connection, on a new
/// connection. A request that was sent is never repeated, because its outcome is unknown.
final class RoundRobin: Sendable {
    private struct State {
        var ports: [Int] = []
        /// The number of requests in progress at each server.
        var underWay: [Int: Int] = [:]
        var next = 0
        var failures = 0
    }

    let port: Int
    private let listener: Int32
    private let state = Watched(State())

    init() throws {
        let bound = try TCP.listen()
        (listener, port) = bound
        Thread.detachNewThread { [self] in
            while let client = TCP.accept(bound.descriptor) {
                Thread.detachNewThread { [self] in serve(client) }
            }
        }
    }

    /// Adds the server on this port.
    func admit(_ port: Int) {
        state.change { $0.ports.append(port) }
    }

    /// Removes the server, and returns when its requests in progress are complete.
    func withdraw(_ port: Int) async {
        state.change { $0.ports.removeAll { $0 == port } }
        await state.until { $0.underWay[port, default: 0] == 0 }
    }

    /// The number of failed requests: no server accepted them, or the server did not respond.
    var failures: Int { state.value.failures }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
    }

    private func serve(_ client: Int32) {
        defer { Glibc.close(client) }
        var buffer: [UInt8] = []
        while let request = TCP.message(from: client, &buffer) {
            guard let answer = forward(request) else {
                state.change { $0.failures += 1 }
                let text = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                _ = TCP.send(Array(text.utf8), to: client)
                return
            }
            guard TCP.send(answer, to: client) else { return }
        }
    }

    /// Returns the response of the next server that accepts a connection.
    private func forward(_ request: [UInt8]) -> [UInt8]? {
        var tried: Set<Int> = []
        while let port = take(besides: tried) {
            tried.insert(port)
            defer { state.change { $0.underWay[port, default: 0] -= 1 } }
            guard let server = TCP.connect(to: port) else { continue }
            defer { Glibc.close(server) }
            var buffer: [UInt8] = []
            guard TCP.send(request, to: server) else { return nil }
            return TCP.message(from: server, &buffer)
        }
        return nil
    }

    /// Returns the next server and counts a request for it.
    private func take(besides tried: Set<Int>) -> Int? {
        state.change { state in
            state.next += 1
            let order = state.ports.indices.map { state.ports[(state.next + $0) % state.ports.count] }
            guard let port = order.first(where: { !tried.contains($0) }) else { return nil }
            state.underWay[port, default: 0] += 1
            return port
        }
    }
}

/// Blocking sockets on loopback, and complete HTTP/1.1 messages with a declared length.
private enum TCP {
    static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isBound, Glibc.listen(descriptor, 512) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    static func accept(_ listener: Int32) -> Int32? {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    static func connect(to port: Int) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = loopback(port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if !isConnected { Glibc.close(descriptor) }
        return isConnected ? descriptor : nil
    }

    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Returns the next message with its body; nil if the peer closes before it is complete.
    static func message(from descriptor: Int32, _ buffer: inout [UInt8]) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let length = messageLength(buffer), buffer.count >= length {
                defer { buffer.removeFirst(length) }
                return Array(buffer[..<length])
            }
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }

    /// Returns the length of the message once its header is complete.
    private static func messageLength(_ bytes: [UInt8]) -> Int? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).lowercased().split(separator: "\r\n")
        let length = lines.lazy.filter { $0.hasPrefix("content-length:") }.compactMap { line in
            Int(line.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces))
        }
        return end + (length.first ?? 0)
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
