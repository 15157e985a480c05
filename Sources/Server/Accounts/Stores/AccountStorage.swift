/// Where accounts are kept, for an application that mounts the account server. A store's module adds the ways to make one; what it
/// holds is not for the application.
public struct AccountStorage: Sendable {
    package let stores: any AccountStores

    package init(_ stores: any AccountStores) {
        self.stores = stores
    }
}
