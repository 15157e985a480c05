/// Where accounts are kept. Only the command opens a store; the server is handed one.
package struct StoreConfiguration: Hashable, Sendable {
    /// The path of the SQLite file.
    package var path: String

    package init(path: String) {
        self.path = path
    }
}
