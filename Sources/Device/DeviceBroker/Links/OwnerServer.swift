package import DeviceProtocol

/// What answers the owner's requests on one socket.
package protocol OwnerDesk: Sendable {
    associatedtype Request: OwnerMessage
    associatedtype Screen: Sendable

    /// A connection has begun.
    func open() -> Screen
    /// Whether the connection is owed an answer.
    func isWaiting(_ screen: Screen) -> Bool
    /// The connection has ended.
    func leave(_ screen: Screen)

    /// Answers by `send`, once, now or later, or throws the refusal.
    func perform(
        _ request: Request, from screen: Screen, send: @escaping @Sendable (Request.Answer) -> Void
    ) throws(DeviceRefusal)
}

/// A socket of the owner's: what the owner asks there is done, one request after the other.
///
/// The kernel says that a peer is of the same user; more it cannot say, so that any program of the user can do here what the user can.
package final class OwnerServer<Desk: OwnerDesk>: Sendable {
    private let listener: SocketListener

    /// Listens at `path`. Throws as ``SocketListener`` does.
    package init(_ desk: Desk, path: String) throws(DeviceRefusal) {
        listener = try SocketListener(path: path) { connection in
            let screen = desk.open()
            // A request that comes while an answer is owed is no conversation any more.
            while let message = try? connection.receive(), !desk.isWaiting(screen) {
                do throws(DeviceRefusal) {
                    // Where nobody hears the answer any more, the connection's end tells the same.
                    try desk.perform(try Self.request(message), from: screen) { answer in
                        try? connection.send(DeviceReply.answer(answer.message).message)
                    }
                } catch {
                    try? connection.send(DeviceReply.refusal(error).message)
                }
            }
            desk.leave(screen)
        }
    }

    package func stop() {
        listener.stop()
    }

    private static func request(_ message: [UInt8]) throws(DeviceRefusal) -> Desk.Request {
        do throws(WireError) {
            return try Desk.Request(message: message)
        } catch {
            throw .badRequest(
                "this is no request of version \(Desk.Request.version): \(error.reason) at byte \(error.position)")
        }
    }
}
