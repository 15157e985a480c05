package import DeviceProtocol

/// An app with the socket that it was launched with.
package struct LaunchedApp: Hashable, Sendable {
    package let app: App
    /// The path of the socket.
    package let socket: String

    package init(app: App, socket: String) {
        self.app = app
        self.socket = socket
    }

    /// What the app is given in the environment: see ``CurrentDevice``.
    package var device: String { "unix:" + socket }
}

extension LaunchedApp: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        app = try reader.value()
        let start = reader.position
        socket = try reader.text(atMost: 107)
        guard UnixAddress(path: socket) != nil else { throw WireError(.refusedValue, at: start) }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(app)
        writer.text(socket)
    }
}

extension App: WireValue {
    /// The most access groups, beside its own, that an app may be launched with.
    package static let maximumSharedGroups = 64

    /// Refuses a group that is named twice, or that is the app's own.
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let identifier = try reader.value(AccessGroup.self)
        let shared = try reader.list(of: AccessGroup.self, atMost: Self.maximumSharedGroups)
        guard Set(shared + [identifier]).count == shared.count + 1 else { throw WireError(.refusedValue, at: start) }
        self.init(identifier: identifier, sharedGroups: shared)
    }

    package func write(to writer: inout WireWriter) {
        writer.value(identifier)
        writer.list(Array(accessGroups.dropFirst()))
    }
}
