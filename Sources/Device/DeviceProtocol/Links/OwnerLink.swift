/// A request to a part of the device that only its owner talks to, on a socket of its own.
///
/// A connection carries one request after the other, each with one reply: a ``DeviceReply`` whose answer is the request's.
package protocol OwnerMessage: WireRecord {
    associatedtype Answer: WireValue
    /// What the message begins with. Raised whenever an old device would misread a new request.
    static var version: UInt8 { get }
}

/// The owner's way to a part of the device: one connection to its socket.
package struct OwnerLink<Request: OwnerMessage>: Sendable {
    private let connection: UnixConnection
    private let path: String

    /// Connects. Throws `unavailable` where nobody listens.
    package init(path: String) throws(DeviceRefusal) {
        self.path = path
        do throws(UnixConnection.Failure) {
            connection = try UnixConnection(path: path)
        } catch {
            throw .unavailable("no device runs at \(path): \(error.words)")
        }
    }

    /// Blocks until the answer is there. Throws what is refused, and `unavailable` where the device is gone.
    @discardableResult
    package func perform(_ request: Request) throws(DeviceRefusal) -> Request.Answer {
        let reply: [UInt8]
        do throws(UnixConnection.Failure) {
            try connection.send(request.message)
            reply = try connection.receive()
        } catch {
            throw .unavailable("the device at \(path) is gone: \(error.words)")
        }
        return try DeviceReply.answer(in: reply)
    }

    /// Ends the conversation: a call that waits throws `unavailable`.
    package func close() {
        connection.shutDown()
    }
}
