package import DeviceProtocol

/// A response to the owner.
package enum OwnerAnswer: WireRecord, Hashable {
    case done
    case notice(NoticeQueue.Notice)
    /// The watched notice ended.
    case over
    /// The name of the Apple Account; nil if the device is not signed in to one.
    case account(String?)
    case apps([UsingApp])
    /// The sign-in with this identifier waits for a code.
    case needsCode(String)
    /// The sign-in failed; the code and text of the reason.
    case notSignedIn(String, words: String)
    case details(AccountDetails)
    case codes([AccountCode])
    case upgrades(OwnerUpgrades)
    /// The result of resolving an interrupted upgrade.
    case settled(UpgradeSettlement)
    /// The hosts of the app, in order.
    case hosts([String])

    /// An app that uses the account.
    package struct UsingApp: Hashable, Sendable {
        package let primary: String
        package let name: String
        package let address: String?
    }

    package static let wire = WireForm<Self>(cases: [
        .case(1, .done),
        .case(2, Self.notice) { if case .notice(let it) = $0 { it } else { nil } },
        .case(3, .over),
        .case(4, Self.account, .optional(.text())) { if case .account(let it) = $0 { it } else { nil } },
        .case(5, Self.apps, .list(atMost: most)) { if case .apps(let it) = $0 { it } else { nil } },
        .case(6, Self.hosts, .list(of: .text(), atMost: most)) { if case .hosts(let it) = $0 { it } else { nil } },
        .case(7, Self.needsCode, .text()) { if case .needsCode(let it) = $0 { it } else { nil } },
        .case(8, { .notSignedIn($0, words: $1) }, .text(), .text()) {
            if case .notSignedIn(let a, let b) = $0 { (a, b) } else { nil }
        },
        .case(9, Self.details) { if case .details(let it) = $0 { it } else { nil } },
        .case(10, Self.codes, .list(atMost: most)) { if case .codes(let it) = $0 { it } else { nil } },
        .case(11, Self.upgrades) { if case .upgrades(let it) = $0 { it } else { nil } },
        .case(12, Self.settled) { if case .settled(let it) = $0 { it } else { nil } },
    ])

    private static let most = 10_000
}

extension OwnerAnswer.UsingApp: WireRecord {
    package static let wire = WireForm(
        Self.init, .field(\.primary, .text()), .field(\.name, .text()), .field(\.address, .optional(.text())))
}

extension AccountCode: WireRecord {
    package static let wire = WireForm(Self.init, .field(\.code, .text()), .field(\.appName, .text()))
}

extension AccountDetails: WireRecord {
    package static let wire = WireForm(
        Self.init, .field(\.givenName, .text()), .field(\.familyName, .text()), .field(\.email, .optional(.text())),
        .field(\.otherEmails, .list(of: .text(), atMost: 10_000)), .field(\.hasTwoFactor), .field(\.isLocked))
}

extension NoticeQueue.Notice: WireRecord {
    package static let wire = WireForm(
        Self.init, .field(\.number), .field(\.lines, .list(of: .text(), atMost: Self.mostLines)), .field(\.isSecret))

    /// The maximum number of lines: the sheet of an import has 6, and one for each site of its document.
    private static let mostLines = 6 + ExchangeDocument.Limits().allSites
}
