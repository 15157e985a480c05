package import DeviceProtocol

/// The broker's own socket: what its owner asks there is done, and prompts are given to whoever shows them.
///
/// The kernel says that a peer is of the same user; more it cannot say, so that any program of the user can do here what the user can.
package final class ControlServer: Sendable {
    private let listener: SocketListener

    /// Listens at `path`. Throws as ``SocketListener`` does.
    package init(control: DeviceControl, desk: PromptDesk, path: String) throws(DeviceRefusal) {
        listener = try SocketListener(path: path) { connection in
            let screen = desk.open()
            // A request that comes while an answer is owed is no conversation any more.
            while let message = try? connection.receive(), !desk.isWaiting(screen) {
                Self.answer(message, from: connection, screen, control, desk)
            }
            desk.leave(screen)
        }
    }

    package func stop() {
        listener.stop()
    }

    private static func answer(
        _ message: [UInt8], from connection: UnixConnection, _ screen: PromptDesk.Screen, _ control: DeviceControl,
        _ desk: PromptDesk
    ) {
        do throws(DeviceRefusal) {
            switch try request(message) {
            case .nextPrompt: desk.take(as: screen) { send(.prompt($0), to: connection) }
            case .watchPrompt(let number): desk.watch(number, as: screen) { send(.promptOver, to: connection) }
            case .answerPrompt(let number, let reply):
                try desk.answer(number, reply, by: screen)
                send(.done, to: connection)
            case let other: send(try control.perform(other), to: connection)
            }
        } catch {
            try? connection.send(DeviceReply.refusal(error).message)
        }
    }

    private static func request(_ message: [UInt8]) throws(DeviceRefusal) -> ControlRequest {
        do throws(WireError) {
            return try ControlRequest(message: message)
        } catch {
            throw .badRequest(
                "this is no request of version \(ControlRequest.version) to a broker's owner: \(error.reason) at byte \(error.position)"
            )
        }
    }

    /// Where nobody hears it any more, the connection's end tells the same.
    private static func send(_ answer: ControlAnswer, to connection: UnixConnection) {
        try? connection.send(DeviceReply.answer(answer.message).message)
    }
}
