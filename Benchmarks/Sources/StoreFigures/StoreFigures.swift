internal import AccountStorePostgreSQL
internal import AccountStoreSQLite
internal import Accounts
internal import Glibc

/// `StoreFigures SUBJECT ADDRESS [CALLERS [SECONDS [SESSIONS [CONNECTIONS]]]]`: repeats one operation of a store and prints its
/// cost as JSON.
///
/// - `create`: an account with a given hash, its first session, device and event, durable before the same caller starts the next.
/// - `check`: the lookup of a session by its digest, among the `SESSIONS` that Benchmarks/growth_figures.py inserted.
/// - `bare-create`: the statements of `create` over SQLite's own interface in one thread, `CALLERS` accounts in each transaction.
/// - `hash`: the verification of a password by the server's own hashing threads, without a store.
/// - `sign-in`: a sign-in by password with everything that it reads and writes, without HTTP.
///
/// An address is the path of a file for SQLite, or a `postgres://` URI, to which there are `CONNECTIONS`, by default 8. `hash` does not
/// use it.
@main
struct StoreFigures {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard (3...7).contains(arguments.count), let callers = number(3, or: 1), let seconds = number(4, or: 2),
            let sessions = number(5, or: 1), let connections = number(6, or: 8)
        else { usage() }
        let address = arguments[2]
        switch arguments[1] {
        case "create":
            let stores = try open(address, connections)
            print(
                try await Cost.measured(callers: callers, seconds: seconds) {
                    let made = try MadeAccount()
                    guard try await stores.create(made.account, hash: made.hash, opening: made.opening) == .created else {
                        throw Failure(reason: "a name was taken")
                    }
                }.json)
        case "check":
            let stores = try open(address, connections)
            let digests = FilledSessions(count: sessions).drawn(50_000)
            let now = MadeAccount.now()
            print(
                try await Cost.measured(callers: callers, seconds: seconds) {
                    guard try await stores.session(digests[Int.random(in: digests.indices)], now: now) != nil else {
                        throw Failure(reason: "a session that was put in is not found")
                    }
                }.json)
        case "bare-create":
            // The store creates the schema.
            try await SQLiteAccountStore.open(path: address).close()
            let rows = try BareRows(address)
            print(
                try await Cost.measured(callers: 1, seconds: seconds) {
                    try rows.insert((0..<callers).map { _ in try MadeAccount() })
                }.times(callers).json)
        case "hash": print(try await SignInFigures.hashing(callers: callers, seconds: seconds).json)
        case "sign-in":
            print(try await SignInFigures.signingIn(over: open(address, connections), callers: callers, seconds: seconds).json)
        default: usage()
        }
    }

    private static func open(_ address: String, _ connections: Int) throws -> any AccountStores {
        address.hasPrefix("postgres")
            ? try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: connections)
            : try SQLiteAccountStore.open(path: address)
    }

    private static func number(_ index: Int, or value: Int) -> Int? {
        guard CommandLine.arguments.count > index else { return value }
        return Int(CommandLine.arguments[index]).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func usage() -> Never {
        print("usage: StoreFigures create|check|bare-create|hash|sign-in ADDRESS [CALLERS [SECONDS [SESSIONS [CONNECTIONS]]]]")
        exit(2)
    }
}

struct Failure: Error {
    let reason: String
}
