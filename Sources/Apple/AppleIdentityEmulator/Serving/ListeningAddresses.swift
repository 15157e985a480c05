import Synchronization

/// Where the emulator listens. Filled in once, when the sockets are open.
final class ListeningAddresses: Sendable {
    private let bases = Mutex<(plain: String?, secure: String?)>((nil, nil))

    /// The base address of plain HTTP, such as `http://127.0.0.1:51234`.
    var plain: String? { bases.withLock { $0.plain } }

    /// The base address of HTTPS, such as `https://localhost:51235`.
    var secure: String? { bases.withLock { $0.secure } }

    func set(plain: String?, secure: String?) {
        bases.withLock { $0 = (plain, secure) }
    }
}
