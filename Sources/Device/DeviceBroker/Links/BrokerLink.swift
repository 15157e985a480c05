package import DeviceProtocol

/// The way to a broker in the same process: the same messages, without a socket.
package struct BrokerLink: DeviceLink {
    private let broker: Broker
    private let caller: Caller

    package init(broker: Broker, caller: Caller) {
        self.broker = broker
        self.caller = caller
    }

    package func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        broker.reply(to: message, from: caller)
    }
}
