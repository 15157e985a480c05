#if PostgreSQL
/// How long the store waits for the server at each point. All of them measure waiting, none of them expires anything that is stored.
package struct Timeouts: Sendable {
    /// For a connection to be made, once.
    package var connecting: Duration = .seconds(5)
    /// After which the server gives up a statement by itself (`statement_timeout`), waits for locks included.
    package var statement: Duration = .seconds(10)
    /// After which the connection counts as lost: longer than ``statement``, so that mostly the server says what became of it.
    package var answer: Duration = .seconds(15)
    /// How long an operation waits for a connection that can be used before it fails.
    package var operation: Duration = .seconds(5)

    package init() {}
}
#endif
