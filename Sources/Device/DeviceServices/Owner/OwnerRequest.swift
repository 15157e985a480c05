package import DeviceProtocol
package import Secrets

/// What the owner of a device asks of the system's services, on their own socket: sheets and pages, the Apple account, associated domains.
package enum OwnerRequest: Sendable {
    /// Waits for something that nobody has taken, and takes it. Nothing may be asked on the same connection meanwhile.
    case nextNotice
    /// Waits until it is over, whoever ended it. For another connection than the one that took it.
    case watchNotice(UInt64)
    /// Answers what was taken on this connection by a typed line. Refused with `notFound` where it is over, and `badRequest` where it is no answer.
    case answerNotice(UInt64, String)
    case account
    /// With name and password.
    case signIn(String, SecretBytes, unlocks: Bool)
    /// Goes on with a sign-in that waits for its code.
    case enterCode(String, for: String)
    case signOut
    /// The apps that use the account.
    case apps
    /// Name, addresses and security of the account.
    case details
    /// What the device shows for sign-ins elsewhere.
    case codes
    case turnOnTwoFactor
    case addAddress(String)
    case removeAddress(String)
    /// Stops using an app and its group, by the primary App ID.
    case stopUsing(String)
    /// The entitlement of an installed app: `webcredentials:example.com` and its like. Its sites are asked before the answer.
    case associate(AccessGroup, domains: [String])
    /// Extensions of apps, and upgrades of accounts.
    case upgrade(OwnerUpgrade)
}

extension OwnerRequest: WireValue {
    /// Raised whenever an old device would misread a new request.
    package static let version: UInt8 = 2
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
        case enterCode = 10
        case details = 11
        case codes = 12
        case turnOnTwoFactor = 13
        case addAddress = 14
        case removeAddress = 15
        case upgrade = 16
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        guard try reader.number(UInt8.self) == Self.version else { throw WireError(.unknownValue, at: start) }
        switch try reader.value(Tag.self) {
        case .nextNotice: self = .nextNotice
        case .watchNotice: self = .watchNotice(try reader.number())
        case .answerNotice: self = .answerNotice(try reader.number(), try reader.text(atMost: Self.longestLine))
        case .account: self = .account
        case .signIn:
            self = .signIn(
                try reader.text(atMost: Self.longestLine), SecretBytes(try reader.octets(atMost: Self.longestLine)),
                unlocks: try reader.flag())
        case .enterCode:
            self = .enterCode(try reader.text(atMost: Self.longestLine), for: try reader.text(atMost: Self.longestLine))
        case .details: self = .details
        case .codes: self = .codes
        case .turnOnTwoFactor: self = .turnOnTwoFactor
        case .addAddress: self = .addAddress(try reader.text(atMost: Self.longestLine))
        case .removeAddress: self = .removeAddress(try reader.text(atMost: Self.longestLine))
        case .signOut: self = .signOut
        case .apps: self = .apps
        case .stopUsing: self = .stopUsing(try reader.text(atMost: Self.longestLine))
        case .upgrade: self = .upgrade(try reader.value())
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
        case .signIn(let name, let password, let unlocks):
            writer.value(Tag.signIn)
            writer.text(name)
            password.withBytes { writer.octets($0) }
            writer.flag(unlocks)
        case .enterCode(let code, let challenge):
            writer.value(Tag.enterCode)
            writer.text(code)
            writer.text(challenge)
        case .details: writer.value(Tag.details)
        case .codes: writer.value(Tag.codes)
        case .turnOnTwoFactor: writer.value(Tag.turnOnTwoFactor)
        case .addAddress(let address):
            writer.value(Tag.addAddress)
            writer.text(address)
        case .removeAddress(let address):
            writer.value(Tag.removeAddress)
            writer.text(address)
        case .signOut: writer.value(Tag.signOut)
        case .apps: writer.value(Tag.apps)
        case .stopUsing(let app):
            writer.value(Tag.stopUsing)
            writer.text(app)
        case .upgrade(let request):
            writer.value(Tag.upgrade)
            writer.value(request)
        case .associate(let app, let domains):
            writer.value(Tag.associate)
            writer.value(app)
            writer.list(domains) { $0.text($1) }
        }
    }
}
