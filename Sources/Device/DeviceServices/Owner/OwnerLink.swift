package import DeviceProtocol

/// The owner's way to the services of a device: one connection to their socket.
package struct OwnerLink: Sendable {
    private let connection: UnixConnection
    private let path: String

    /// Connects. Throws `unavailable` where nobody listens: no device runs there, or one without services.
    package init(path: String) throws(DeviceRefusal) {
        self.path = path
        do throws(UnixConnection.Failure) {
            connection = try UnixConnection(path: path)
        } catch {
            throw .unavailable("no device with the system's services runs at \(path)")
        }
    }

    /// Blocks until the answer is there. Throws what is refused, and `unavailable` where the device is gone.
    @discardableResult
    package func perform(_ request: OwnerRequest) throws(DeviceRefusal) -> OwnerAnswer {
        let bytes: [UInt8]
        do throws(UnixConnection.Failure) {
            try connection.send(request.message)
            bytes = try connection.receive()
        } catch {
            throw .unavailable("the device at \(path) is gone")
        }
        guard let reply = try? DeviceReply(message: bytes) else { throw .unavailable("the reply of \(path) is no reply") }
        switch reply {
        case .refusal(let refusal): throw refusal
        case .answer(let bytes):
            guard let answer = try? OwnerAnswer(message: bytes) else { throw .unavailable("the answer of \(path) is no answer") }
            return answer
        }
    }

    /// Ends the conversation: a call that waits throws `unavailable`.
    package func close() {
        connection.shutDown()
    }
}
