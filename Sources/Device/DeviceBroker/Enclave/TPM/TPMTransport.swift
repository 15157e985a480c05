import CTSS2
import Glibc

/// A connection to the TPM (a TCTI of the library) with a timeout.
///
/// The library's own TCTIs wait indefinitely, are loaded by name at run time, and write to standard error. This one uses a single
/// descriptor and supports two kinds of TPM. For a device of the kernel, a command is one write and its response one read. On
/// swtpm's data socket, a response contains its length. After the timeout it reports the connection as broken.
final class TPMTransport {
    /// The context that is passed to the library.
    let context: OpaquePointer
    private let tctiContext: UnsafeMutablePointer<TCTIContext>

    /// Whether a response did not arrive in time. The connection cannot be used again.
    var hasTimedOut: Bool { tctiContext.pointee.hasTimedOut }

    /// Whether the connection has failed for any reason.
    var isBroken: Bool { tctiContext.pointee.isBroken }

    /// Opens the TPM that `device:/dev/tpmrm0` or `swtpm:path=/run/tpm.sock` names. Throws ``EnclaveError/Code/unavailable`` if the
    /// name has another form or the TPM cannot be opened.
    init(_ name: String, timeout: Duration) throws(Interruption) {
        let descriptor: Int32
        if let path = Self.path(in: name, after: "device:") {
            descriptor = open(path, O_RDWR | O_CLOEXEC)
        } else if let path = Self.path(in: name, after: "swtpm:path=") {
            descriptor = Self.connect(to: path)
        } else {
            throw .failed(EnclaveError(.unavailable, "a TPM is named device:PATH or swtpm:path=PATH, not \(name)"))
        }
        guard descriptor >= 0 else { throw .failed(EnclaveError(.unavailable, "cannot open the TPM at \(name): errno \(errno)")) }
        tctiContext = .allocate(capacity: 1)
        tctiContext.initialize(to: TCTIContext(descriptor: descriptor, milliseconds: Self.milliseconds(timeout)))
        context = OpaquePointer(tctiContext)
    }

    deinit {
        close(tctiContext.pointee.descriptor)
        tctiContext.deallocate()
    }

    private static func path(in name: String, after prefix: String) -> String? {
        guard name.hasPrefix(prefix), name.count > prefix.count else { return nil }
        return String(name.dropFirst(prefix.count))
    }

    private static func connect(to path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return -1 }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            let reason = errno
            close(descriptor)
            errno = reason
            return -1
        }
        return descriptor
    }

    private static func milliseconds(_ duration: Duration) -> Int32 {
        let (seconds, attoseconds) = duration.components
        return Int32(clamping: min(max(seconds, 0), 86_400)) * 1000 + Int32(max(attoseconds, 0) / 1_000_000_000_000_000)
    }
}

/// A TCTI context in the library's layout (TSS 2.0 TPM command transmission interface, section 3.2), followed by this type's own
/// fields.
private struct TCTIContext {
    var common: TSS2_TCTI_CONTEXT_COMMON_V1
    let descriptor: Int32
    let milliseconds: Int32
    var hasTimedOut = false
    var isBroken = false

    init(descriptor: Int32, milliseconds: Int32) {
        self.descriptor = descriptor
        self.milliseconds = milliseconds
        common = TSS2_TCTI_CONTEXT_COMMON_V1()
        common.magic = 0x4C4B_454E_434C_5656
        common.version = 1
        common.transmit = { tctiContext, size, command in
            guard let tctiContext, let command else { return TCTIContext.badReference }
            return UnsafeMutablePointer<TCTIContext>(tctiContext).pointee.unlessBroken {
                $0.transmit(UnsafeRawBufferPointer(start: command, count: size))
            }
        }
        common.receive = { tctiContext, size, response, _ in
            guard let tctiContext, let size else { return TCTIContext.badReference }
            guard let response else {
                size.pointee = TCTIContext.longestResponse
                return 0
            }
            let buffer = UnsafeMutableRawBufferPointer(start: response, count: size.pointee)
            return UnsafeMutablePointer<TCTIContext>(tctiContext).pointee.unlessBroken { $0.receive(buffer, &size.pointee) }
        }
        common.cancel = { _ in TCTIContext.notImplemented }
        common.getPollHandles = { _, _, _ in TCTIContext.notImplemented }
        common.setLocality = { _, _ in TCTIContext.notImplemented }
        common.finalize = { _ in }
    }

    /// Runs `body` unless the connection has failed: after a failure, the next response may belong to an earlier command.
    private mutating func unlessBroken(_ body: (inout TCTIContext) -> TSS2_RC) -> TSS2_RC {
        guard !isBroken else { return Self.ioError }
        let code = body(&self)
        isBroken = code != 0
        return code
    }

    private mutating func transmit(_ command: UnsafeRawBufferPointer) -> TSS2_RC {
        var sent = 0
        while sent < command.count {
            guard wait(for: POLLOUT) else { return Self.ioError }
            let rest = UnsafeRawBufferPointer(rebasing: command[sent...])
            // Prevents a signal if a socket's other end is closed. A device is not a socket.
            var count = send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            if count < 0 && errno == ENOTSOCK { count = write(descriptor, rest.baseAddress, rest.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return Self.ioError }
            sent += count
        }
        return 0
    }

    /// Reads until the length in the response's header (TPM 2.0 part 1, section 18.1) is reached.
    private mutating func receive(_ response: UnsafeMutableRawBufferPointer, _ size: inout Int) -> TSS2_RC {
        var filled = 0
        var wanted = Self.headerByteCount
        while filled < wanted {
            guard wanted <= response.count, wait(for: POLLIN) else { return Self.ioError }
            let rest = UnsafeMutableRawBufferPointer(rebasing: response[filled...])
            let count = read(descriptor, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return Self.ioError }
            filled += count
            if filled >= Self.headerByteCount {
                wanted = response[2..<6].reduce(0) { $0 << 8 | Int($1) }
                guard wanted >= Self.headerByteCount else { return Self.ioError }
            }
        }
        // Rejects a response that is longer than announced.
        guard filled == wanted else { return Self.ioError }
        size = filled
        return 0
    }

    private mutating func wait(for event: Int32) -> Bool {
        var handle = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while true {
            let ready = poll(&handle, 1, milliseconds)
            if ready > 0 { return true }
            if ready < 0 && errno == EINTR { continue }
            hasTimedOut = ready == 0
            return false
        }
    }

    private static let headerByteCount = 10
    private static let longestResponse = 4096
    // The TCTI layer's codes for a null pointer, a missing function and a broken connection.
    private static let badReference: TSS2_RC = 0x000A_0005
    private static let notImplemented: TSS2_RC = 0x000A_0002
    private static let ioError: TSS2_RC = 0x000A_000A
}
