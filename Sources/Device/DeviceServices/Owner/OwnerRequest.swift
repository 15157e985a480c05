package import DeviceProtocol

/// What the owner of a device asks of the system's services, on their own socket: sheets and pages, the Apple account, associated domains.
package enum OwnerRequest: Sendable {
    /// Waits for something that nobody has taken, and takes it. Nothing may be asked on the same connection meanwhile.
    case nextNotice
    /// Waits until it is over, whoever ended it. For another connection than the one that took it.
    case watchNotice(UInt64)
    /// Answers what was taken on this connection by a typed line. Refused with `notFound` where it is over, and `badRequest` where it is no answer.
    case answerNotice(UInt64, String)
    case account
    case signIn(String)
    case signOut
    /// The apps that use the account.
    case apps
    /// Stops using an app and its group, by the primary App ID.
    case stopUsing(String)
    /// The entitlement of an installed app: `webcredentials:example.com` and its like. Its sites are asked before the answer.
    case associate(AccessGroup, domains: [String])
}

extension OwnerRequest: WireValue {
    /// Raised whenever an old device would misread a new request.
    package static let version: UInt8 = 1
    /// In bytes.
    package static let longestLine = 16_384
    package static let mostDomains = 1_000

    private enum Tag: UInt8, WireValue {
        case nextNotice = 1
        case watchNotice = 2
        case answerNotice = 3
        case account = 4
        case signIn = 5
        case signOut = 6
        case apps = 7
        case stopUsing = 8
        case associate = 9
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        guard try reader.number(UInt8.self) == Self.version else { throw WireError(.unknownValue, at: start) }
        switch try reader.value(Tag.self) {
        case .nextNotice: self = .nextNotice
        case .watchNotice: self = .watchNotice(try reader.number())
        case .answerNotice: self = .answerNotice(try reader.number(), try reader.text(atMost: Self.longestLine))
        case .account: self = .account
        case .signIn: self = .signIn(try reader.text(atMost: AppleAccount.maximumLength))
        case .signOut: self = .signOut
        case .apps: self = .apps
        case .stopUsing: self = .stopUsing(try reader.text(atMost: Self.longestLine))
        case .associate:
            self = .associate(
                try reader.value(),
                domains: try reader.list(atMost: Self.mostDomains) { (reader) throws(WireError) in
                    try reader.text(atMost: Self.longestLine)
                })
        }
    }

    package func write(to writer: inout WireWriter) {
        writer.number(Self.version)
        switch self {
        case .nextNotice: writer.value(Tag.nextNotice)
        case .watchNotice(let number):
            writer.value(Tag.watchNotice)
            writer.number(number)
        case .answerNotice(let number, let line):
            writer.value(Tag.answerNotice)
            writer.number(number)
            writer.text(line)
        case .account: writer.value(Tag.account)
        case .signIn(let name):
            writer.value(Tag.signIn)
            writer.text(name)
        case .signOut: writer.value(Tag.signOut)
        case .apps: writer.value(Tag.apps)
        case .stopUsing(let app):
            writer.value(Tag.stopUsing)
            writer.text(app)
        case .associate(let app, let domains):
            writer.value(Tag.associate)
            writer.value(app)
            writer.list(domains) { $0.text($1) }
        }
    }
}
