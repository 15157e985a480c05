/// A request to a part of the device that only its owner may use, on a separate socket.
///
/// A connection carries one request at a time, each with one reply: a ``DeviceReply`` with the request's response.
package protocol OwnerMessage: WireRecord {
    associatedtype Answer: WireValue
    /// The first byte of the message. Incremented whenever an old device would misread a new request.
    static var version: UInt8 { get }
}

/// The owner's connection to a part of the device.
package struct OwnerLink<Request: OwnerMessage>: Sendable {
    private let connection: UnixConnection
    private let path: String

    /// Connects. Throws `unavailable` if no process listens on the socket.
    package init(path: String) throws(DeviceError) {
        self.path = path
        do throws(UnixConnection.Failure) {
            connection = try UnixConnection(path: path)
        } catch {
            throw .unavailable("no device runs at \(path): \(error.words)")
        }
    }

    /// Blocks until the response arrives. Throws the rejection, and `unavailable` if the device is gone.
    @discardableResult
    package func perform(_ request: Request) throws(DeviceError) -> Request.Answer {
        let reply: [UInt8]
        do throws(UnixConnection.Failure) {
            try connection.send(request.message)
            reply = try connection.receive()
        } catch {
            throw .unavailable("the device at \(path) is gone: \(error.words)")
        }
        return try DeviceReply.answer(in: reply)
    }

    /// Closes the connection: a blocked call throws `unavailable`.
    package func close() {
        connection.shutDown()
    }
}
