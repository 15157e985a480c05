#if PostgreSQL
@testable import AccountStorePostgreSQL

extension Timeouts {
    /// For a machine under load: what is waited for comes, however late.
    static var patient: Timeouts {
        var timeouts = Timeouts()
        timeouts.connecting = .seconds(120)
        timeouts.operation = .seconds(120)
        // A session that holds a lock and says nothing is ended by the server after this.
        timeouts.statement = .seconds(120)
        timeouts.answer = .seconds(120)
        return timeouts
    }
}
#endif
