/// Where accounts are kept, for an application that mounts the account server. A store's module adds the ways to make one; what it
/// holds is not for the application.
public struct AccountStorage: Sendable {
    package let stores: any AccountStores

    /// Whether the accounts outlive the process.
    package let isPersistent: Bool

    package init(_ stores: any AccountStores, isPersistent: Bool = true) {
        self.stores = stores
        self.isPersistent = isPersistent
    }
}
