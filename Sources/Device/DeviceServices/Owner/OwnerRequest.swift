import DeviceBroker
package import DeviceProtocol
package import Secrets

/// A request of a device's owner to the system services, on their socket: sheets and pages, the Apple Account, associated domains.
package enum OwnerRequest: Sendable {
    /// Waits for a notice that no screen has claimed, and claims it. The connection must send no other request meanwhile.
    case nextNotice
    /// Waits until the notice ends. Must be sent on another connection than the one that claimed it.
    case watchNotice(UInt64)
    /// Answers the notice that this connection claimed, with an entered line. Fails with `notFound` if it ended, and `badRequest`
    /// if the answer is invalid.
    case answerNotice(UInt64, String)
    case account
    /// Signs in with a name and password.
    case signIn(String, SecretBytes, unlocks: Bool)
    /// Continues a sign-in that waits for a code.
    case enterCode(String, for: String)
    case signOut
    /// Lists the apps that use the account.
    case apps
    /// Returns the name, addresses and security of the account.
    case details
    /// Returns the codes that this device shows for sign-ins elsewhere.
    case codes
    case turnOnTwoFactor
    case addAddress(String)
    case removeAddress(String)
    /// Stops using an app and its group, by the primary App ID.
    case stopUsing(String)
    /// Replaces the associated domains of an app, such as `webcredentials:example.com`. The response names the hosts that the app is
    /// associated with, after the files of its sites were fetched.
    case associate(AccessGroup, domains: [String])
    /// Manages extensions of apps and account upgrades.
    case upgrade(OwnerUpgrade)
}

extension OwnerRequest: OwnerMessage {
    package typealias Answer = OwnerAnswer

    /// The version of the protocol, which is incremented whenever an older device would misread a new request.
    package static let version: UInt8 = 2
    /// The maximum length of a line, in bytes.
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
