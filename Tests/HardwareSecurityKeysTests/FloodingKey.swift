import CFIDO2
import Synchronization
import WebAuthn

/// A key below the messages: libfido2 reads its frames (Client to Authenticator Protocol 2.1, section 11.2.4). It can be opened. Then it
/// sends keepalives without end, and ignores CTAPHID_CANCEL.
final class FloodingKey: Sendable {
    private struct State {
        var frames: [[UInt8]] = []
        var isRemoved = false
    }

    let path = "flooding-\(UInt64.random(in: 0...UInt64.max))"
    private let whenWaiting: @Sendable () -> Void
    private let state = Mutex(State())

    /// The keys that libfido2 can open, by path.
    private static let connected = Mutex<[String: FloodingKey]>([:])
    private static let channel: [UInt8] = [0, 0, 0, 1]

    /// - Parameter whenWaiting: called before each keepalive.
    init(whenWaiting: @escaping @Sendable () -> Void) {
        self.whenWaiting = whenWaiting
        Self.connected.withLock { $0[path] = self }
    }

    /// Ends the keepalives.
    func remove() {
        state.withLock { $0.isRemoved = true }
    }

    static func replaceFiles(of device: OpaquePointer) {
        var files = fido_dev_io(
            open: { path in
                guard let path, let key = FloodingKey.connected.withLock({ $0[String(cString: path)] }) else { return nil }
                return Unmanaged.passRetained(key).toOpaque()
            },
            close: { handle in
                if let handle { Unmanaged<FloodingKey>.fromOpaque(handle).release() }
            },
            read: { handle, buffer, capacity, _ in
                guard let handle, let buffer, let frame = FloodingKey.of(handle).read(), frame.count <= capacity else { return -1 }
                for (index, byte) in frame.enumerated() { buffer[index] = byte }
                return Int32(frame.count)
            },
            write: { handle, bytes, count in
                guard let handle else { return -1 }
                // The first byte is the number of the report.
                FloodingKey.of(handle).receive(Array(UnsafeBufferPointer(start: bytes, count: count).dropFirst()))
                return Int32(count)
            })
        fido_dev_set_io_functions(device, &files)
    }

    private static func of(_ handle: UnsafeMutableRawPointer) -> FloodingKey {
        Unmanaged<FloodingKey>.fromOpaque(handle).takeUnretainedValue()
    }

    /// Answers CTAPHID_INIT and `authenticatorGetInfo`.
    private func receive(_ frame: [UInt8]) {
        guard frame.count >= 15 else { return }
        let sender = Array(frame[0..<4])
        switch (Int32(frame[4]), frame[7]) {
        case (0x80 | CTAP_CMD_INIT, _):
            put(sender, CTAP_CMD_INIT, Array(frame[7..<15]) + Self.channel + [2, 1, 0, 0, 0x04])
        case (0x80 | CTAP_CMD_CBOR, 0x04):
            let information = CBORMap([
                (.integer(1), .array([.text("FIDO_2_0")])), (.integer(3), .bytes([UInt8](repeating: 7, count: 16))),
            ])
            put(sender, CTAP_CMD_CBOR, [0] + CBOR.map(information).encoded)
        default: break
        }
    }

    private func put(_ channel: [UInt8], _ command: Int32, _ data: [UInt8]) {
        let frame = Self.frame(channel, command, data)
        state.withLock { $0.frames.append(frame) }
    }

    /// Returns the next frame; nil after the key was removed.
    private func read() -> [UInt8]? {
        let (next, isRemoved) = state.withLock { state -> ([UInt8]?, Bool) in
            (state.frames.isEmpty ? nil : state.frames.removeFirst(), state.isRemoved)
        }
        guard next == nil, !isRemoved else { return next }
        whenWaiting()
        // The key needs the user's touch.
        return Self.frame(Self.channel, CTAP_KEEPALIVE, [2])
    }

    /// Returns the only frame of a message, with zeros up to the length of a report.
    private static func frame(_ channel: [UInt8], _ command: Int32, _ data: [UInt8]) -> [UInt8] {
        let start = channel + [UInt8(0x80 | command), 0, UInt8(data.count)] + data
        return start + [UInt8](repeating: 0, count: 64 - start.count)
    }
}
