internal import AccountServer
internal import Accounts
internal import InternetAddresses
internal import Logging
internal import PasswordHashing
internal import Secrets

/// The layers of a sign-in below HTTP.
enum SignInFigures {
    private static let password = "velvet-otter 41 harbour"
    private static let accounts = 16

    /// The verification of a password by the server's own hashing threads.
    static func hashing(callers: Int, seconds: Int) async throws -> Cost {
        let pool = try HashingPool()
        let password = Password(Self.password).bytes
        let hash = try await pool.hash(password, for: .local)
        let cost = try await Cost.measured(callers: callers, seconds: seconds) {
            guard try await pool.verify(password, against: hash, for: .local) else {
                throw Failure(reason: "a right password is wrong")
            }
        }
        await pool.shutdown()
        return cost
    }

    /// Complete sign-ins of new accounts at the domain.
    static func signingIn(over stores: any AccountStores, callers: Int, seconds: Int) async throws -> Cost {
        var configuration = ServerConfiguration(
            publicOrigin: try PublicOrigin("http://localhost:8080"), keys: MasterKeys(current: .random(SystemRandomBytes())))
        guard let generous = Budget(burst: 1_000_000, refill: 1, per: .seconds(1)) else { throw Failure(reason: "no such budget") }
        configuration.throttles.hashesPerClient = generous
        configuration.throttles.hashesPerAddress = generous
        var logger = Logger(label: "sign-in")
        logger.logLevel = .warning
        let service = try AccountSystem(configuration: configuration, storage: AccountStorage(stores), logger: logger).service
        let hash = try await service.hasher.hash(Password(password).bytes, for: .local)
        let names: [String] = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<accounts {
                group.addTask {
                    let made = try MadeAccount(hash: hash)
                    guard let name = made.account.userName?.text,
                        try await stores.create(made.account, hash: made.hash, opening: made.opening) == .created
                    else { throw Failure(reason: "a name was taken") }
                    return name
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return try await Cost.measured(callers: callers, seconds: seconds) {
            let request = SignIn(
                userName: names[Int.random(in: names.indices)], password: Password(password), deviceToken: nil,
                client: Client(address: .loopback, deviceName: "benchmark"))
            guard case .signedIn = try await service.signIn(request, now: .current) else {
                throw Failure(reason: "a right password did not sign in")
            }
        }
    }
}
