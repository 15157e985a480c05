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
    /// The sign-in waits for a code, under this name.
    case needsCode(String)
    /// The sign-in failed, for this reason, which has a name and words.
    case notSignedIn(String, words: String)
    case details(AccountDetails)
    case codes([AccountCode])
    case upgrades(OwnerUpgrades)
    /// What became of an upgrade that broke off.
    case settled(UpgradeSettlement)
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
        case needsCode = 7
        case notSignedIn = 8
        case details = 9
        case codes = 10
        case upgrades = 11
        case settled = 12
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .done: self = .done
        case .notice: self = .notice(try reader.value())
        case .over: self = .over
        case .account: self = .account(try reader.optional { (reader) throws(WireError) in try reader.text() })
        case .apps: self = .apps(try reader.list(atMost: Self.most))
        case .needsCode: self = .needsCode(try reader.text())
        case .notSignedIn: self = .notSignedIn(try reader.text(), words: try reader.text())
        case .details: self = .details(try reader.value())
        case .codes: self = .codes(try reader.list(atMost: Self.most))
        case .upgrades: self = .upgrades(try reader.value())
        case .settled:
            let start = reader.position
            self = .settled(try reader.checked(UpgradeSettlement(rawValue: try reader.text()), from: start))
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
        case .needsCode(let challenge):
            writer.value(Tag.needsCode)
            writer.text(challenge)
        case .notSignedIn(let name, let words):
            writer.value(Tag.notSignedIn)
            writer.text(name)
            writer.text(words)
        case .details(let details):
            writer.value(Tag.details)
            writer.value(details)
        case .codes(let codes):
            writer.value(Tag.codes)
            writer.list(codes)
        case .upgrades(let upgrades):
            writer.value(Tag.upgrades)
            writer.value(upgrades)
        case .settled(let settlement):
            writer.value(Tag.settled)
            writer.text(settlement.rawValue)
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

extension AccountCode: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(code: try reader.text(), appName: try reader.text())
    }

    package func write(to writer: inout WireWriter) {
        writer.text(code)
        writer.text(appName)
    }
}

extension AccountDetails: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(
            givenName: try reader.text(), familyName: try reader.text(),
            email: try reader.optional { (reader) throws(WireError) in try reader.text() },
            otherEmails: try reader.list(atMost: 10_000) { (reader) throws(WireError) in try reader.text() },
            hasTwoFactor: try reader.flag(), isLocked: try reader.flag())
    }

    package func write(to writer: inout WireWriter) {
        writer.text(givenName)
        writer.text(familyName)
        writer.optional(email) { $0.text($1) }
        writer.list(otherEmails) { $0.text($1) }
        writer.flag(hasTwoFactor)
        writer.flag(isLocked)
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
