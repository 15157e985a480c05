package import DeviceProtocol

/// What the owner is answered with.
package enum OwnerAnswer: Hashable, Sendable {
    case done
    case notice(OwnerBoard.Notice)
    /// What was watched is over.
    case over
    /// Nothing: the device is signed in to no Apple account.
    case account(String?)
    case apps([UsingApp])
    /// The hosts that the app belongs to, in order.
    case hosts([String])

    /// An app that uses the account.
    package struct UsingApp: Hashable, Sendable {
        package let primary: String
        package let name: String
        package let address: String?
    }
}

extension OwnerAnswer: WireValue {
    private enum Tag: UInt8, WireValue {
        case done = 1
        case notice = 2
        case over = 3
        case account = 4
        case apps = 5
        case hosts = 6
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .done: self = .done
        case .notice: self = .notice(try reader.value())
        case .over: self = .over
        case .account: self = .account(try reader.optional { (reader) throws(WireError) in try reader.text() })
        case .apps: self = .apps(try reader.list(atMost: Self.most))
        case .hosts: self = .hosts(try reader.list(atMost: Self.most) { (reader) throws(WireError) in try reader.text() })
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .done: writer.value(Tag.done)
        case .notice(let notice):
            writer.value(Tag.notice)
            writer.value(notice)
        case .over: writer.value(Tag.over)
        case .account(let name):
            writer.value(Tag.account)
            writer.optional(name) { $0.text($1) }
        case .apps(let apps):
            writer.value(Tag.apps)
            writer.list(apps)
        case .hosts(let hosts):
            writer.value(Tag.hosts)
            writer.list(hosts) { $0.text($1) }
        }
    }

    private static let most = 10_000
}

extension OwnerAnswer.UsingApp: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        primary = try reader.text()
        name = try reader.text()
        address = try reader.optional { (reader) throws(WireError) in try reader.text() }
    }

    package func write(to writer: inout WireWriter) {
        writer.text(primary)
        writer.text(name)
        writer.optional(address) { $0.text($1) }
    }
}

extension OwnerBoard.Notice: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        number = try reader.number()
        lines = try reader.list(atMost: Self.mostLines) { (reader) throws(WireError) in try reader.text() }
        isSecret = try reader.flag()
    }

    package func write(to writer: inout WireWriter) {
        writer.number(number)
        writer.list(lines) { $0.text($1) }
        writer.flag(isSecret)
    }

    private static let mostLines = 10_000
}
