#if PostgreSQL
import Foundation
import Synchronization
import TestKit

/// A proxy between a store and its database that cuts connections at the commit or delays messages.
final class CuttingProxy: Sendable {
    enum Cut: Sendable {
        /// The commit does not reach the database.
        case beforeCommit
        /// The database has committed, but its response is lost.
        case afterCommit
    }

    private struct State {
        var cut: Cut?
        var cutCount = 0
        /// The delay in microseconds.
        var delay: UInt32
        /// The number of synchronizations that must arrive before responses continue.
        var awaitedCount = 0
        var withholdsSynchronization = false
        /// The number of messages of each kind so far.
        var counts: [UInt8: Int] = [:]
    }

    let folder: String
    private let target: String
    private let listener: Int32
    private let state: Watched<State>

    /// Listens in its own folder for connections to the server whose socket is in `serverFolder`. Each piece of a response is
    /// delayed by this many microseconds, which has the same effect as a slow disk.
    init(to serverFolder: String, delayingAnswersBy delay: UInt32 = 0) throws {
        state = Watched(State(delay: delay))
        target = "\(serverFolder)/.s.PGSQL.5432"
        folder = NSTemporaryDirectory() + "latchkey-cut-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = Self.address("\(folder)/.s.PGSQL.5432")
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard listener >= 0, bound == 0, listen(listener, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                serve(client)
            }
        }
    }

    /// Cuts the next connection that commits.
    func arm(_ cut: Cut) {
        state.change { $0.cut = cut }
    }

    /// Delays responses by this many microseconds from now on.
    func delay(answersBy delay: UInt32) {
        state.change { $0.delay = delay }
    }

    /// Holds responses until the store has sent this many more synchronizations.
    func holdAnswers(untilSynchronizations count: Int) {
        state.change { $0.awaitedCount = count }
    }

    /// Withholds the next synchronization: the database executes the statements before it, and waits.
    func withholdSynchronization() {
        state.change { $0.withholdsSynchronization = true }
    }

    /// Returns the number of messages of a kind (``ClientMessages``) from the store.
    func count(of kind: UInt8) -> Int {
        state.value.counts[kind] ?? 0
    }

    /// The number of connections that were cut.
    var cutCount: Int { state.value.cutCount }

    func close() {
        holdAnswers(untilSynchronizations: 0)
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func serve(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = Self.address(target)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else {
            Glibc.close(client)
            Glibc.close(server)
            return
        }
        let hidesAnswers = Mutex(false)
        let ends = Ends(client: client, server: server, hidesAnswers: hidesAnswers.withLock { $0 })
        Thread.detachNewThread { [self] in toServer(ends) }
        Thread.detachNewThread { [self] in toClient(ends) }
    }

    private func toServer(_ ends: Ends) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var messages = ClientMessages()
        while true {
            let count = read(ends.client, &buffer, buffer.count)
            guard count > 0 else { break }
            note(messages.kinds(endingIn: buffer[..<count]))
            let isCommit = buffer[..<count].contains(Array("COMMIT\0".utf8))
            let cut: Cut? =
                isCommit
                ? state.change { state in
                    defer { state.cut = nil }
                    if state.cut != nil { state.cutCount += 1 }
                    return state.cut
                } : nil
            if cut == .beforeCommit { break }
            if cut == .afterCommit { ends.hideNextAnswer() }
            guard Self.writeAll(ends.server, passing(buffer[..<count])) else { break }
        }
        ends.shutDown()
    }

    private func note(_ kinds: [UInt8]) {
        state.change { state in
            for kind in kinds { state.counts[kind, default: 0] += 1 }
            state.awaitedCount = max(0, state.awaitedCount - kinds.count { $0 == ClientMessages.synchronization })
        }
    }

    /// Returns the part of this piece that is forwarded to the database.
    private func passing(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = ClientMessages.synchronizationOctets
        return state.change { state in
            guard state.withholdsSynchronization, piece.suffix(end.count) == end[...] else { return piece }
            state.withholdsSynchronization = false
            return piece.dropLast(end.count)
        }
    }

    private func toClient(_ ends: Ends) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(ends.server, &buffer, buffer.count)
            let delay = state.value.delay
            if delay > 0 { usleep(delay) }
            state.waitUntil { $0.awaitedCount == 0 }
            guard count > 0, !ends.isHiding, Self.writeAll(ends.client, buffer[..<count]) else { break }
        }
        ends.shutDown()
    }

    private static func writeAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func address(_ path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
        return address
    }
}

/// The two ends of one connection.
private final class Ends: Sendable {
    let client: Int32
    let server: Int32
    private let hiding: Mutex<Bool>

    init(client: Int32, server: Int32, hidesAnswers: Bool) {
        self.client = client
        self.server = server
        hiding = Mutex(hidesAnswers)
    }

    var isHiding: Bool { hiding.withLock { $0 } }

    func hideNextAnswer() {
        hiding.withLock { $0 = true }
    }

    /// The descriptors stay open until the process ends, because a reused number would cut another connection.
    func shutDown() {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
    }
}
#endif
