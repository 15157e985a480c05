import AppleIdentity
import Foundation
import Testing

@Suite("User migration")
struct MigrationTests {
    private static let now = ClientSample.now
    private static let token = #"{"access_token":"m.1","token_type":"Bearer","expires_in":3600}"#
    private static let subject = "001542.b04100c51acb48d3a570684f17d6394d.1603"

    private func migration(_ reply: AppleDouble.Reply) async throws -> (UserMigration, AppleClient, AppleDouble) {
        let double = AppleDouble(.json(Self.token), reply)
        let client = try ClientSample.client(double)
        return (try await client.migration(now: Self.now), client, double)
    }

    @Test("a migration starts with its own token, byte for byte")
    func begin() async throws {
        let (migration, client, double) = try await migration(.json("{}"))
        #expect(double.requests.map(\.url) == ["https://appleid.apple.com/auth/token"])
        #expect(double.requests.first?.text == (try client.form("grant_type=client_credentials&scope=user.migration")))
        #expect(double.requests.first?.fields.contains { $0.hasPrefix("Authorization") } == false)
        #expect(migration.expiresAt == Self.now.addingTimeInterval(3_600))
    }

    @Test("the sender requests a transfer identifier for the recipient, byte for byte")
    func giving() async throws {
        let (migration, client, double) = try await migration(.json(#"{"transfer_sub":"t.1"}"#))
        let identifier = try await migration.transferIdentifier(
            of: try #require(UserSubject(Self.subject)), to: TeamID("OTHER67890"), now: Self.now)
        #expect(identifier.text == "t.1")
        let request = try #require(double.requests.last)
        #expect(request.url == "https://appleid.apple.com/auth/usermigrationinfo" && request.method == .post)
        #expect(request.text == (try client.form("sub=\(Self.subject)&target=OTHER67890")))
        #expect(
            request.fields == [
                "User-Agent: tests/1", "Content-Type: application/x-www-form-urlencoded", "Accept: application/json",
                "Authorization: Bearer m.1",
            ])
    }

    @Test("the sender's own team as the target is rejected before a request is sent")
    func ownTeam() async throws {
        let (migration, _, double) = try await migration(.json(#"{"transfer_sub":"t.1"}"#))
        let subject = try #require(UserSubject(Self.subject))
        let team = try TeamID("TEAM567890")
        let error = await failure {
            try await migration.transferIdentifier(of: subject, to: team, now: Self.now)
        }
        #expect(error?.code == .localMistake && (error?.cause as? AppleIdentityError)?.code == .recipientIsOwnTeam)
        #expect(double.requests.count == 1)
    }

    @Test("the recipient requests the user of a transfer identifier, byte for byte")
    func receiving() async throws {
        let body = #"{"sub":"000001.b.1","email":"x@private.icloud.com","is_private_email":"true"}"#
        let (migration, client, double) = try await migration(.json(body))
        let user = try await migration.user(of: try #require(TransferIdentifier("t.1")), now: Self.now)
        #expect(user.subject.text == "000001.b.1" && user.email == "x@private.icloud.com" && user.isPrivateEmail)
        #expect(double.requests.last?.text == (try client.form("transfer_sub=t.1")))
        #expect(double.requests.last?.fields.last == "Authorization: Bearer m.1")
    }

    @Test(
        "a user who shares their address has none in the response",
        arguments: [#"{"sub":"1.b.1"}"#, #"{"sub":"1.b.1","email":""}"#])
    func withoutEmail(body: String) async throws {
        let (migration, _, _) = try await migration(.json(body))
        let user = try await migration.user(of: try #require(TransferIdentifier("t.1")), now: Self.now)
        #expect(user.email == nil && !user.isPrivateEmail)
    }

    @Test(
        "a response with a missing member is malformed",
        arguments: [
            "{}", #"{"sub":""}"#, #"{"sub":1}"#, #"{"sub":"a b"}"#, #"{"sub":"1","email":5}"#, #"{"sub":"1","email":"a\u000ab@c"}"#,
        ])
    func malformed(body: String) async throws {
        let (migration, _, _) = try await migration(.json(body))
        let identifier = try #require(TransferIdentifier("t.1"))
        let error = await failure { try await migration.user(of: identifier, now: Self.now) }
        #expect(error?.code == .malformedAnswer && error?.isTemporary == true)
        let subject = try #require(UserSubject("1.b.1"))
        let team = try TeamID("OTHER67890")
        let other = await failure {
            try await migration.transferIdentifier(of: subject, to: team, now: Self.now)
        }
        #expect(other?.code == .malformedAnswer)
    }

    @Test("the first cause of a rejected transfer concerns the transfer")
    func rejection() async throws {
        let (migration, _, _) = try await migration(.rejection("invalid_request"))
        let identifier = try #require(TransferIdentifier("t.1"))
        let error = await failure { try await migration.user(of: identifier, now: Self.now) }
        #expect(error?.call?.diagnosis.first?.code == .transferNotOpen)
    }
}
