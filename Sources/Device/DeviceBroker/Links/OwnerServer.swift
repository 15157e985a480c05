package import DeviceProtocol

/// Handles the owner's requests on one socket.
package protocol OwnerRequestHandler: Sendable {
    associatedtype Request: OwnerMessage
    associatedtype Screen: Sendable

    /// Registers a connection that has begun, and returns its screen.
    func open() -> Screen
    /// Returns whether a response to the connection is pending.
    func isWaiting(_ screen: Screen) -> Bool
    /// Removes the screen of a connection that has ended.
    func leave(_ screen: Screen)

    /// Handles a request. Calls `send` once, now or later, or throws the rejection.
    func perform(
        _ request: Request, from screen: Screen, send: @escaping @Sendable (Request.Answer) -> Void
    ) throws(DeviceError)
}

/// A socket of the owner, which handles one request at a time.
///
/// The kernel verifies that the peer has the same user. It cannot verify more, so every program of the user can do here what the
/// user can.
package final class OwnerServer<Handler: OwnerRequestHandler>: Sendable {
    private let listener: SocketListener

    /// Listens at `path`. Throws the errors of ``SocketListener``.
    package init(_ handler: Handler, path: String) throws(DeviceError) {
        listener = try SocketListener(path: path) { connection in
            let screen = handler.open()
            // A request while a response is pending violates the protocol and ends the connection.
            while let message = try? connection.receive(), !handler.isWaiting(screen) {
                do throws(DeviceError) {
                    // A send error is ignored, because the end of the connection follows.
                    try handler.perform(try Self.request(message), from: screen) { answer in
                        try? connection.send(DeviceReply.answer(answer.message).message)
                    }
                } catch {
                    try? connection.send(DeviceReply.rejection(error).message)
                }
            }
            handler.leave(screen)
        }
    }

    package func stop() {
        listener.stop()
    }

    private static func request(_ message: [UInt8]) throws(DeviceError) -> Handler.Request {
        do throws(WireError) {
            return try Handler.Request(message: message)
        } catch {
            throw .badRequest(
                "malformed request for version \(Handler.Request.version): \(error.reason) at byte \(error.position)")
        }
    }
}
