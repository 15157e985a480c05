internal import Accounts
internal import Glibc
internal import InternetAddresses
internal import PasswordHashing
internal import Secrets

/// A new account with everything that a sign-up writes, created like in the domain, except for the hash, which is given.
struct MadeAccount {
    let account: Account
    let hash: PasswordHash
    let opening: SessionOpening

    /// Throws if the hash is malformed.
    ///
    /// - Parameter given: the hash; nil for a constant one that no password matches.
    init(hash given: PasswordHash? = nil) throws {
        let random = SystemRandomBytes()
        let now = Self.now()
        let id = AccountID(random: random)
        let client = Client(address: .loopback, deviceName: "benchmark")
        // Names in random order, like those of users.
        let name = "bench-\(id)"
        account = Account(
            id: id, userName: UserName(stored: name, key: UserNameKey(stored: name)), createdAt: now, passwordChangedAt: now)
        hash = try given ?? PasswordHash(phc: Self.phc)
        let session = Session(
            id: SessionID(random: random), account: id, createdAt: now, lastUsedAt: now, authenticatedAt: now,
            expiry: SessionExpiry(idle: now + .seconds(14 * 86_400), absolute: now + .seconds(90 * 86_400)), client: client,
            lastAddress: client.address)
        opening = SessionOpening(
            session: session, digest: OpaqueToken(random: random).digest,
            device: Device(account: id, digest: OpaqueToken(random: random).digest, lastUsedAt: now), replacedDevice: nil,
            event: AuditEvent(id: AuditEventID(random: random), kind: .accountCreated, account: id, at: now, client: client))
    }

    static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private static let phc =
        "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
}
