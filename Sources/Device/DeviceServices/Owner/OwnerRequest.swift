import DeviceBroker
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

extension OwnerRequest: OwnerMessage {
    package typealias Answer = OwnerAnswer

    /// Raised whenever an old device would misread a new request.
    package static let version: UInt8 = 2
    /// In bytes.
    package static let longestLine = 16_384
    package static let mostDomains = 1_000

    package static let wire = WireForm<Self>(
        version: version,
        cases: [
            .case(1, .nextNotice) { if case .nextNotice = $0 { true } else { false } },
            .case(2, Self.watchNotice) { if case .watchNotice(let it) = $0 { it } else { nil } },
            .case(3, Self.answerNotice, .value, line) { if case .answerNotice(let a, let b) = $0 { (a, b) } else { nil } },
            .case(4, .account) { if case .account = $0 { true } else { false } },
            .case(5, Self.signIn, line, .secret(atMost: longestLine), .value) {
                if case .signIn(let name, let password, let unlocks) = $0 { (name, password, unlocks) } else { nil }
            },
            .case(6, .signOut) { if case .signOut = $0 { true } else { false } },
            .case(7, .apps) { if case .apps = $0 { true } else { false } },
            .case(8, Self.stopUsing, line) { if case .stopUsing(let it) = $0 { it } else { nil } },
            .case(9, Self.associate, .value, .list(of: line, atMost: mostDomains)) {
                if case .associate(let app, let domains) = $0 { (app, domains) } else { nil }
            },
            .case(10, Self.enterCode, line, line) { if case .enterCode(let a, let b) = $0 { (a, b) } else { nil } },
            .case(11, .details) { if case .details = $0 { true } else { false } },
            .case(12, .codes) { if case .codes = $0 { true } else { false } },
            .case(13, .turnOnTwoFactor) { if case .turnOnTwoFactor = $0 { true } else { false } },
            .case(14, Self.addAddress, line) { if case .addAddress(let it) = $0 { it } else { nil } },
            .case(15, Self.removeAddress, line) { if case .removeAddress(let it) = $0 { it } else { nil } },
            .case(16, Self.upgrade) { if case .upgrade(let it) = $0 { it } else { nil } },
        ])

    private static let line = WireKind.text(atMost: longestLine)
}
