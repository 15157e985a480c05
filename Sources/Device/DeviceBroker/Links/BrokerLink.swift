package import DeviceProtocol
import Glibc

/// The way to a broker in the same process: the same messages, without a socket.
package struct BrokerLink: DeviceLink {
    private let broker: Broker
    let caller: Caller

    package init(broker: Broker, caller: Caller) {
        self.broker = broker
        self.caller = caller
    }

    /// The system's own way, as a member of the group of saved passwords (``AccessGroup/webCredentials``), which no app is in.
    package static func system(_ broker: Broker) -> BrokerLink {
        let process = ProcessIdentity(
            processID: getpid(), userID: geteuid(), startTime: 0, link: UInt64.max)
        return BrokerLink(broker: broker, caller: Caller(app: .webCredentials, process: process))
    }

    package func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        broker.reply(to: message, from: caller)
    }
}
