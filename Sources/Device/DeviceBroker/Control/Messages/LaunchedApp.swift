package import DeviceProtocol

/// An app with the socket that it was launched with.
package struct LaunchedApp: Hashable, Sendable {
    package let app: App
    /// The path of the socket.
    package let socket: String
    /// Who alone may open it; absent: the user of the broker.
    package let user: UInt32?

    package init(app: App, socket: String, user: UInt32? = nil) {
        self.app = app
        self.socket = socket
        self.user = user
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
        user = try reader.optional { (reader) throws(WireError) in try reader.number() }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(app)
        writer.text(socket)
        writer.optional(user) { $0.number($1) }
    }
}

extension App: WireValue {
    /// The most access groups that an app may be launched with, its own among them.
    package static let maximumAccessGroups = 65

    /// Refuses a group that is named twice, and the app's own as the last, where it follows unnamed.
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let identifier = try reader.value(AccessGroup.self)
        let groups = try reader.list(of: AccessGroup.self, atMost: Self.maximumAccessGroups)
        guard Set(groups).count == groups.count, groups.last != identifier else { throw WireError(.refusedValue, at: start) }
        self.init(identifier: identifier, accessGroups: groups, faceUsage: try reader.optional())
    }

    package func write(to writer: inout WireWriter) {
        writer.value(identifier)
        writer.list(accessGroups.last == identifier ? accessGroups.dropLast() : accessGroups)
        writer.optional(faceUsage)
    }
}
