import AppleIdentity
import Foundation
import Testing

@Suite("Revocation")
struct RevocationTests {
    private static let now = ClientSample.now

    @Test("refresh and access tokens are revoked with their hint, byte for byte")
    func requests() async throws {
        let double = AppleDouble(.json(""))
        let client = try ClientSample.client(double)
        let accepted = try await client.revoke(try #require(RefreshToken("r/1")), now: Self.now)
        _ = try await client.revoke(try #require(AccessToken("a.1")), now: Self.now)
        #expect(accepted.acceptedAt == Self.now)
        #expect(double.requests.map(\.url) == Array(repeating: "https://appleid.apple.com/auth/revoke", count: 2))
        #expect(
            try double.requests.map(\.text) == [
                client.form("token=r%2F1&token_type_hint=refresh_token"), client.form("token=a.1&token_type_hint=access_token"),
            ])
    }

    @Test("an empty response means acceptance", arguments: ["", " \r\n", "{}"])
    func accepted(body: String) async throws {
        _ = try await ClientSample.client(AppleDouble(.json(body))).revoke(try #require(RefreshToken("r")), now: Self.now)
    }

    @Test("a page from an intermediary does not mean acceptance", arguments: ["<html>", "ok", "[]", "null"])
    func pages(body: String) async throws {
        let client = try ClientSample.client(AppleDouble(.json(body)))
        let token = try #require(RefreshToken("r"))
        let error = await failure { try await client.revoke(token, now: Self.now) }
        #expect(error?.code == .malformedAnswer && error?.isTemporary == true)
    }

    @Test("a rejection lists possible causes")
    func rejection() async throws {
        let client = try ClientSample.client(AppleDouble(.rejection("invalid_grant")))
        let token = try #require(RefreshToken("r"))
        let error = await failure { try await client.revoke(token, now: Self.now) }
        #expect(error?.isRejection(.invalidGrant) == true && error?.call?.operation == .revocation)
        #expect(error?.call?.diagnosis.map(\.code) == [.consentEnded, .tokenOfOtherClient])
    }
}
