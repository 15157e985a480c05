/// A place where somebody is signed in, as the account page lists it.
package struct AccountSession: Sendable, Hashable {
    /// The id by which it is revoked; not the token.
    package let id: String

    /// The name of the device, made from what it says about itself; foreign text.
    package let deviceName: String

    /// When it was signed in.
    package let firstUse: DisplayTime

    /// When it was last used.
    package let lastUse: DisplayTime

    /// The network address it was last used from.
    package let address: String

    /// Whether this page is shown in this very session.
    package let isCurrent: Bool

    /// A session to list.
    package init(id: String, deviceName: String, firstUse: DisplayTime, lastUse: DisplayTime, address: String, isCurrent: Bool) {
        self.id = id
        self.deviceName = deviceName
        self.firstUse = firstUse
        self.lastUse = lastUse
        self.address = address
        self.isCurrent = isCurrent
    }
}

/// Something that happened to the account, as the account page lists it.
package struct AccountEvent: Sendable, Hashable {
    /// What happened, in words: `Signed in`, `Wrong password`.
    package let summary: String

    /// When it happened.
    package let time: DisplayTime

    /// The network address it came from; nil for what the server or its operator did.
    package let address: String?

    /// Whether the owner should look twice.
    package let needsAttention: Bool

    /// An event to list.
    package init(summary: String, time: DisplayTime, address: String?, needsAttention: Bool = false) {
        self.summary = summary
        self.time = time
        self.address = address
        self.needsAttention = needsAttention
    }
}
