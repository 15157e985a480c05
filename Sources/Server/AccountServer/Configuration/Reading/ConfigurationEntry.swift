/// One key with the value that holds, as `config show` prints it.
package struct ConfigurationEntry: Hashable, Sendable {
    package let key: ConfigurationKey
    /// The value in its one spelling; `(set)` for a secret.
    package let text: String
    /// Where it was written; nil for the default.
    package let place: ConfigurationPlace?
}
