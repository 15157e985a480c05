import AppleIdentity
import Foundation
import Testing

@Suite("The daily check of refresh tokens")
struct RefreshTests {
    private static let now = ClientSample.now
    private static let answer = #"{"access_token":"a.2","token_type":"Bearer","expires_in":3600,"id_token":"h.q.s"}"#

    private func token() throws -> RefreshToken { try #require(RefreshToken("r.1")) }

    private func check(_ reply: AppleDouble.Reply) async throws -> RefreshTokenVerdict {
        let client = try ClientSample.client(AppleDouble(reply))
        return await client.check(try permission(), now: Self.now)
    }

    private func permission() throws -> RefreshTokenCheck {
        guard let permission = RefreshTokenSchedule(lastCheckedAt: nil).permission(for: try token(), now: Self.now) else {
            throw CancellationError()
        }
        return permission
    }

    @Test("the request matches the documentation, byte for byte")
    func request() async throws {
        let double = AppleDouble(.json(Self.answer))
        let client = try ClientSample.client(double)
        let verdict = await client.check(try permission(), now: Self.now)
        #expect(double.requests.map(\.url) == ["https://appleid.apple.com/auth/token"])
        #expect(double.requests.first?.text == (try client.form("grant_type=refresh_token&refresh_token=r.1")))
        guard case .valid(let tokens) = verdict.outcome else { Issue.record("not valid"); return }
        #expect(tokens.accessToken.reveal() == "a.2" && tokens.identityToken?.reveal() == "h.q.s" && tokens.replacement == nil)
        #expect(verdict.schedule == RefreshTokenSchedule(lastCheckedAt: Self.now))
    }

    @Test("a missing identity token is accepted, and a new refresh token is returned")
    func lenient() async throws {
        let verdict = try await check(.json(#"{"access_token":"a","token_type":"Bearer","expires_in":3600,"refresh_token":"r.2"}"#))
        guard case .valid(let tokens) = verdict.outcome else { Issue.record("not valid"); return }
        #expect(tokens.identityToken == nil && tokens.replacement?.reveal() == "r.2")
    }

    @Test(
        "only a rejection of the token itself makes it invalid",
        arguments: [
            (.rejection("invalid_grant"), true), (.rejection("invalid_grant", "The token has expired or has been revoked."), true),
            (.rejection("invalid_request", "The user has revoked authorization."), true), (.rejection("invalid_request"), false),
            (.rejection("invalid_client"), false), (.rejection("unauthorized_client"), false), (.json("", status: 503), false),
            (.json("<html>"), false), (.failure(CancellationError()), false),
        ] as [(AppleDouble.Reply, Bool)])
    func outcomes(reply: AppleDouble.Reply, isInvalid: Bool) async throws {
        let verdict = try await check(reply)
        switch verdict.outcome {
        case .valid: Issue.record("valid")
        case .invalid(let error): #expect(isInvalid && error.call?.operation == .refresh)
        case .undecided: #expect(!isInvalid)
        }
        #expect(verdict.schedule.lastCheckedAt == Self.now)
    }

    @Test("a check is permitted one day after the last one")
    func daily() {
        let schedule = RefreshTokenSchedule(lastCheckedAt: Self.now)
        for seconds in [0, 1, 86_399.9] as [Double] {
            #expect(isAllowed(schedule, Self.now.addingTimeInterval(seconds)) == false)
        }
        #expect(isAllowed(schedule, Self.now.addingTimeInterval(86_400)) == true)
        #expect(schedule.nextCheck == Self.now.addingTimeInterval(86_400))
        #expect(RefreshTokenSchedule(lastCheckedAt: nil).nextCheck == nil)
    }

    private func isAllowed(_ schedule: RefreshTokenSchedule, _ now: Date) -> Bool {
        guard let token = RefreshToken("r.1"), schedule.permission(for: token, now: now) != nil else { return false }
        return true
    }

    @Test("a clock that was set back delays a check, but not indefinitely")
    func clocks() {
        let schedule = RefreshTokenSchedule(lastCheckedAt: Self.now)
        #expect(isAllowed(schedule, Self.now.addingTimeInterval(-86_400)) == false)
        #expect(isAllowed(schedule, Self.now.addingTimeInterval(-86_401)) == true)
    }
}
