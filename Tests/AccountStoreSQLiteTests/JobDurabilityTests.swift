import AccountStore
import Accounts
import Foundation
import InternetAddresses
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("Jobs after the death of the process")
struct JobDurabilityTests {
    private let folder: TemporaryFolder
    private let random = PredictableRandomBytes(seed: 1)
    private let start = Timestamp(seconds: 1_700_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "after the process is killed, a queued code is still queued, a leased one returns when its lease expires, and a finished one does not"
    )
    func death() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        for index in 0..<3 { try await register(index, in: store) }
        let claimed = try await store.claim(.exchangeAppleCode, now: start, lease: .seconds(90), limit: 2)
        #expect(claimed.count == 2)
        #expect(try await store.finish(claimed[0]))

        // The files at this moment are those that a killed process would leave.
        let copy = try TemporaryFolder()
        for companion in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + companion, toPath: copy.file() + companion)
        }
        try await store.close()
        let survivor = try SQLiteAccountStore.open(path: copy.file())
        let waiting = try await survivor.claim(.exchangeAppleCode, now: start, lease: .seconds(90), limit: 10)
        #expect(waiting.count == 1)
        let later = try await survivor.claim(.exchangeAppleCode, now: start + .seconds(90), lease: .seconds(90), limit: 10)
        #expect(Set(later.map(\.id)) == [claimed[1].id, waiting[0].id])
        #expect(!(try await survivor.finish(claimed[1])))
        #expect(try await survivor.check() == [])
        try await survivor.close()
    }

    private func register(_ index: Int, in store: SQLiteAccountStore) async throws {
        let account = Account(id: AccountID(random: random), userName: nil, createdAt: start, passwordChangedAt: nil)
        let key = AppleIdentityKey(
            team: try #require(AppleTeamID("TEAM000001")), subject: try #require(AppleSubject("subject\(index)")))
        let assertion = AppleIdentityAssertion(
            key: key, client: try #require(AppleClientID("org.example.app")), email: nil, authenticatedAt: start)
        let grant = SealedAppleGrant.code(
            try Sealed(bytes: [1] + random.bytes(60)), flow: .native, expiresAt: start + .seconds(300))
        let verification = AppleVerification(id: AppleIdentityID(random: random), assertion: assertion, grant: grant, at: start)
        let client = Client(address: .loopback, deviceName: nil)
        let session = Session(
            id: SessionID(random: random), account: account.id, createdAt: start, lastUsedAt: start, authenticatedAt: start,
            expiry: SessionExpiry(idle: start + .seconds(60), absolute: start + .seconds(60)), client: client,
            lastAddress: .loopback, origin: .apple)
        let digests = try (0..<2).map { _ in try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount))) }
        let opening = SessionOpening(
            session: session, digest: digests[0],
            device: Device(account: account.id, digest: digests[1], lastUsedAt: start), replacedDevice: nil,
            event: AuditEvent(
                id: AuditEventID(random: random), kind: .accountCreated, account: account.id, at: start, client: client))
        try #require(try await store.create(account, by: verification, opening: opening) == .created)
    }
}
