internal import Foundation
internal import Glibc

/// A server with one connection that responds immediately, except for one pause, for the generator's self-test.
struct StallingServer {
    let port: UInt16
    private let listener: Int32

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) | listen(descriptor, 16) | getsockname(descriptor, $0, &length)
            }
        }
        guard status == 0 else { throw LoadError(reason: "no port for the self-test's server") }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Serves one connection until it ends, on a separate thread. The response after `answersBefore` others is delayed by `stall`
    /// seconds.
    func serve(stall: Double, after answersBefore: Int) {
        let listener = listener
        Thread {
            let client = accept(listener, nil, nil)
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
            var buffer = [UInt8](repeating: 0, count: 4_096)
            var answered = 0
            // There is one request at a time, so each received piece is one.
            while recv(client, &buffer, buffer.count, 0) > 0 {
                if answered == answersBefore { usleep(UInt32(stall * 1e6)) }
                answered += 1
                send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
            }
            close(client)
            close(listener)
        }.start()
    }
}
