import DeviceProtocol
import Glibc

/// One end of a socket pair, closed with its last reference.
package final class EnclaveSocket: Sendable {
    let descriptor: Int32

    /// Takes over an open descriptor.
    package init(takingOver descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Two connected ends, neither of which a child inherits. Throws ``EnclaveError/Code/unavailable`` where the system has none left.
    package static func pair() throws(EnclaveError) -> (EnclaveSocket, EnclaveSocket) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw EnclaveError(.unavailable, "no socket pair: errno \(errno)")
        }
        return (EnclaveSocket(takingOver: ends[0]), EnclaveSocket(takingOver: ends[1]))
    }
}

/// Messages over a socket, each in a ``Frame``.
struct EnclaveFrames {
    let socket: EnclaveSocket

    /// Writes one message. `deadline` nil waits for ever.
    func send(_ message: [UInt8], deadline: ContinuousClock.Instant?) throws(EnclaveError) {
        let frame = Frame.header(of: message) + message
        var sent = 0
        while sent < frame.count {
            try wait(for: POLLOUT, deadline)
            let count = frame.withUnsafeBytes { bytes -> Int in
                guard let start = bytes.baseAddress else { return 0 }
                return Glibc.send(
                    socket.descriptor, start + sent, bytes.count - sent, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw EnclaveError(.unavailable, "the other end of the enclave's socket is gone: errno \(errno)")
            }
            sent += count
        }
    }

    /// Reads one message; nil where the other end closed between two messages. Refuses a length of zero or beyond the limit before it
    /// reads on.
    func receive(deadline: ContinuousClock.Instant?) throws(EnclaveError) -> [UInt8]? {
        guard let header = try read(Frame.headerLength, deadline, mayEnd: true) else { return nil }
        guard let count = try? Frame.length(header: header), (1...EnclaveRequest.byteLimit).contains(count) else {
            throw EnclaveError(.protocolViolation, "a message of \(header.reduce(0) { $0 << 8 | Int($1) }) bytes")
        }
        return try read(count, deadline, mayEnd: false)
    }

    private func read(_ count: Int, _ deadline: ContinuousClock.Instant?, mayEnd: Bool) throws(EnclaveError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            try wait(for: POLLIN, deadline)
            let got = bytes.withUnsafeMutableBytes { bytes -> Int in
                guard let start = bytes.baseAddress else { return 0 }
                return recv(socket.descriptor, start + filled, count - filled, Int32(MSG_DONTWAIT))
            }
            if got < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw EnclaveError(.unavailable, "the other end of the enclave's socket is gone: errno \(errno)")
            }
            if got == 0 {
                if mayEnd && filled == 0 { return nil }
                throw EnclaveError(.unavailable, "the other end of the enclave's socket went away within a message")
            }
            filled += got
        }
        return bytes
    }

    private func wait(for event: Int32, _ deadline: ContinuousClock.Instant?) throws(EnclaveError) {
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = ContinuousClock.now.duration(to: deadline)
                guard left > .zero else { throw EnclaveError(.timedOut, "the enclave did not answer in time") }
                let (seconds, attoseconds) = left.components
                // A day at a time; rounded up, so that the last millisecond is waited for and not spun through.
                milliseconds = Int32(min(seconds, 86_400)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
            }
            var poll = pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)
            let ready = Glibc.poll(&poll, 1, milliseconds)
            if ready > 0 { return }
            if ready < 0 && errno != EINTR {
                throw EnclaveError(.unavailable, "the enclave's socket cannot be waited for: errno \(errno)")
            }
        }
    }
}
