package import DeviceProtocol

/// The owner's way to a broker: one connection to its control socket.
package struct ControlLink: Sendable {
    private let connection: UnixConnection
    private let path: String

    /// Connects. Throws `unavailable` where no broker listens.
    package init(path: String) throws(DeviceRefusal) {
        self.path = path
        do throws(UnixConnection.Failure) {
            connection = try UnixConnection(path: path)
        } catch {
            throw .unavailable("no device runs at \(path): \(error.words)")
        }
    }

    /// Blocks until the answer is there. Throws what the broker refuses with, and `unavailable` where it is gone.
    @discardableResult
    package func perform(_ request: ControlRequest) throws(DeviceRefusal) -> ControlAnswer {
        let bytes: [UInt8]
        do throws(UnixConnection.Failure) {
            try connection.send(request.message)
            bytes = try connection.receive()
        } catch {
            throw .unavailable("the device at \(path) is gone: \(error.words)")
        }
        guard let reply = try? DeviceReply(message: bytes) else { throw .unavailable("the reply of \(path) is no reply") }
        switch reply {
        case .refusal(let refusal): throw refusal
        case .answer(let bytes):
            guard let answer = try? ControlAnswer(message: bytes) else { throw .unavailable("the answer of \(path) is no answer") }
            return answer
        }
    }

    /// Ends the conversation: a call that waits throws `unavailable`.
    package func close() {
        connection.shutDown()
    }
}
