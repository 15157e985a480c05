package import DeviceProtocol
import FoundationEssentials

/// Who asks: an app, as the broker knows it from the socket that the app was launched with, in a process that the kernel names. Nothing
/// of it comes from the messages.
package struct Caller: Hashable, Sendable {
    package let app: App
    package let process: ProcessIdentity

    package init(app: App, process: ProcessIdentity) {
        self.app = app
        self.process = process
    }
}

/// An app that may ask: its name for prompts, and the access groups whose items it may use.
package struct App: Hashable, Sendable {
    /// What the app is called in prompts and in the audit trail, and what its saved rights stand under: an application identifier.
    package let identifier: AccessGroup
    /// In Apple's order: the entitlement `keychain-access-groups`, the application identifier, the app groups. New items go to the first.
    /// The system's own group is never among them.
    package let accessGroups: [AccessGroup]
    /// Why it wants to see the face; absent: it does not, and may not.
    package let faceUsage: FaceUsage?

    /// - Parameter accessGroups: In Apple's order. The application identifier follows them where it is not among them.
    package init(identifier: AccessGroup, accessGroups: [AccessGroup] = [], faceUsage: FaceUsage? = nil) {
        self.identifier = identifier
        self.faceUsage = faceUsage
        let all = accessGroups.contains(identifier) ? accessGroups : accessGroups + [identifier]
        // Apps cannot name the system's own group.
        self.accessGroups = all.filter { $0 != .webCredentials }
    }

    /// The system, at the passwords that apps share with their websites.
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
    /// Who alone may open it; absent: the user of the broker.
    package let user: UInt32?

    package init(app: App, socket: String, user: UInt32? = nil) {
        self.app = app
        self.socket = socket
        self.user = user
    }

    /// What the app is given in the environment: see ``CurrentDevice``.
    package var device: String { "unix:" + socket }

    package static let wire = WireForm(Self.init, .field(\.app), .field(\.socket, path), .field(\.user))

    private static let path = WireKind.made(
        of: .text(atMost: 107), by: { UnixAddress(path: $0) == nil ? nil : $0 }, spelled: { $0 })
}

extension App: WireRecord {
    /// The most access groups that an app may be launched with, its own among them.
    package static let maximumAccessGroups = 65

    /// Refuses a group that is named twice, the app's own as the last, where it follows unnamed, and the system's.
    package static let wire = WireForm(
        { (identifier: AccessGroup, groups: [AccessGroup], faceUsage: FaceUsage?) -> App? in
            let app = App(identifier: identifier, accessGroups: groups, faceUsage: faceUsage)
            return Set(groups).count == groups.count && app.namedGroups == groups ? app : nil
        }, .field(\.identifier), .field(\.namedGroups, .list(atMost: maximumAccessGroups)), .field(\.faceUsage))

    /// Without the app's own where it is the last.
    private var namedGroups: [AccessGroup] { accessGroups.last == identifier ? accessGroups.dropLast() : accessGroups }
}

/// A link of a running process to the broker. The start time tells the process from a later one with the same number.
package struct ProcessIdentity: Hashable, Sendable {
    package let processID: Int32
    package let userID: UInt32
    /// In clock ticks since the machine started, as /proc/PID/stat has it.
    package let startTime: UInt64
    /// Which of the process's links, by a number that the process chose. Contexts belong to one.
    package let link: UInt64

    package init(processID: Int32, userID: UInt32, startTime: UInt64, link: UInt64 = 0) {
        self.processID = processID
        self.userID = userID
        self.startTime = startTime
        self.link = link
    }
}

/// What /proc tells of a process.
enum RunningProcess {
    /// In clock ticks since the machine started; field 22 of /proc/PID/stat (proc(5)). Nothing where there is no such process.
    static func startTime(of processID: Int32) -> UInt64? {
        guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(processID)/stat")) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // The second field is the program's name in parentheses, with anything in it.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }
}
