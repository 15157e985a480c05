package import DeviceProtocol
import FoundationEssentials

/// The caller of a request: an app, identified by the socket that it was launched with, in a process that the kernel identifies.
/// Nothing in it comes from messages.
package struct Caller: Hashable, Sendable {
    package let app: App
    package let process: ProcessIdentity

    package init(app: App, process: ProcessIdentity) {
        self.app = app
        self.process = process
    }
}

/// An app: its name in prompts, and the access groups whose items it may use.
package struct App: Hashable, Sendable {
    /// The application identifier. Prompts and the audit trail show it, and saved rights belong to it.
    package let identifier: AccessGroup
    /// The access groups in Apple's order: the entitlement `keychain-access-groups`, the application identifier, the app groups.
    /// The first is the default for new items. Never contains the system's group.
    package let accessGroups: [AccessGroup]
    /// The usage description for Face ID. Nil if the app declares none and so may not use it.
    package let faceUsage: FaceUsage?

    /// Creates an app.
    ///
    /// - Parameter accessGroups: In Apple's order. The application identifier is appended unless it is included.
    package init(identifier: AccessGroup, accessGroups: [AccessGroup] = [], faceUsage: FaceUsage? = nil) {
        self.identifier = identifier
        self.faceUsage = faceUsage
        let all = accessGroups.contains(identifier) ? accessGroups : accessGroups + [identifier]
        // Apps cannot belong to the system's group.
        self.accessGroups = all.filter { $0 != .webCredentials }
    }

    /// The system, as the owner of passwords that apps share with their websites.
    static let webCredentials = App(system: .webCredentials)

    private init(system group: AccessGroup) {
        identifier = group
        accessGroups = [group]
        faceUsage = nil
    }

    package func isIn(_ group: AccessGroup) -> Bool {
        accessGroups.contains(group)
    }
}

/// An app with the socket that it was launched with.
package struct LaunchedApp: WireRecord, Hashable {
    package let app: App
    /// The path of the socket.
    package let socket: String
    /// The ID of the only user who may open the socket. Nil for the broker's user.
    package let user: UInt32?

    package init(app: App, socket: String, user: UInt32? = nil) {
        self.app = app
        self.socket = socket
        self.user = user
    }

    /// The value of the app's environment variable: see ``CurrentDevice``.
    package var device: String { "unix:" + socket }

    package static let wire = WireForm(Self.init, .field(\.app), .field(\.socket, path), .field(\.user))

    private static let path = WireKind.made(
        of: .text(atMost: 107), by: { UnixAddress(path: $0) == nil ? nil : $0 }, spelled: { $0 })
}

extension App: WireRecord {
    /// The maximum number of access groups of an app, including its own.
    package static let maximumAccessGroups = 65

    /// The encoding of an app. Decoding rejects duplicate groups, the app's own group in the last position, where it is implied,
    /// and the system's group.
    package static let wire = WireForm(
        { (identifier: AccessGroup, groups: [AccessGroup], faceUsage: FaceUsage?) -> App? in
            let app = App(identifier: identifier, accessGroups: groups, faceUsage: faceUsage)
            return Set(groups).count == groups.count && app.namedGroups == groups ? app : nil
        }, .field(\.identifier), .field(\.namedGroups, .list(atMost: maximumAccessGroups)), .field(\.faceUsage))

    /// The groups to encode, without the app's own group in the last position.
    private var namedGroups: [AccessGroup] { accessGroups.last == identifier ? accessGroups.dropLast() : accessGroups }
}

/// A link of a running process to the broker. The start time distinguishes the process from a later one with the same process ID.
package struct ProcessIdentity: Hashable, Sendable {
    package let processID: Int32
    package let userID: UInt32
    /// The start time of the process in clock ticks since boot, as in /proc/PID/stat.
    package let startTime: UInt64
    /// The link within the process, by a number that the process chose. A context belongs to one link.
    package let link: UInt64

    package init(processID: Int32, userID: UInt32, startTime: UInt64, link: UInt64 = 0) {
        self.processID = processID
        self.userID = userID
        self.startTime = startTime
        self.link = link
    }
}

/// Information from /proc about a process.
enum RunningProcess {
    /// Returns the start time in clock ticks since boot: field 22 of /proc/PID/stat (proc(5)). Returns nil if the process does not
    /// exist.
    static func startTime(of processID: Int32) -> UInt64? {
        guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(processID)/stat")) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // The second field is the program's name in parentheses, which may contain any characters.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }
}
