import AppleIdentity
import Foundation
import Testing

@Suite("Failed requests to Apple")
struct AppleServiceErrorTests {
    private struct Broken: Error {}

    /// The errors of an exchange and of a revocation with the same response.
    private func errors(_ reply: AppleDouble.Reply) async throws -> (exchange: AppleIdentityError, revocation: AppleIdentityError) {
        let client = try ClientSample.client(AppleDouble(reply))
        let code = try #require(AuthorizationCode("c"))
        let token = try #require(RefreshToken("r"))
        let exchange = await failure {
            try await client.exchange(code, from: .native, now: ClientSample.now)
        }
        let revocation = await failure {
            try await client.revoke(token, now: ClientSample.now)
        }
        return (try #require(exchange), try #require(revocation))
    }

    @Test("a missing response is temporary or not, as the transport reports")
    func noAnswer() async throws {
        let broken = try await errors(.failure(Broken()))
        #expect(broken.exchange.code == .noAnswer && broken.exchange.isTemporary && broken.exchange.cause is Broken)
        let untrusted = try await errors(
            .failure(AppleIdentityError.noAnswer("The certificate is not trusted.", isTemporary: false)))
        #expect(untrusted.revocation.code == .noAnswer && !untrusted.revocation.isTemporary)
        #expect(untrusted.revocation.reason == "Apple did not answer. The certificate is not trusted.")
        let unreachable = try await errors(.failure(AppleIdentityError.noAnswer("No route.", isTemporary: true)))
        #expect(unreachable.revocation.isTemporary)
        let cancelled = try await errors(.failure(CancellationError()))
        #expect(cancelled.exchange.code == .cancelled && cancelled.exchange.isTemporary)
    }

    @Test(
        "server failures are temporary",
        arguments: [(500, .serverFailure), (503, .serverFailure), (429, .throttled)]
            as [(Int, AppleIdentityError.Code)])
    func passing(status: Int, code: AppleIdentityError.Code) async throws {
        // A rejection in the body is ignored, because the status reports a server failure.
        let errors = try await errors(.json(#"{"error":"invalid_grant"}"#, status: status, headers: [("retry-after", "120")]))
        for error in [errors.exchange, errors.revocation] {
            #expect(
                error.code == code && error.isTemporary && error.retryAfterSeconds == 120 && error.call?.diagnosis.isEmpty == true)
            #expect(error.call?.status == status)
        }
        let absurd = try await self.errors(.json("", status: status, headers: [("Retry-After", "99999999999999999999")]))
        #expect(absurd.exchange.retryAfterSeconds == nil)
    }

    @Test(
        "an unexpected status is a failure", arguments: [301, 302, 201, 204, 400, 403, 404, 405, 100, 0, -1, 600])
    func unexpected(status: Int) async throws {
        let errors = try await errors(.json("<html>", status: status, headers: [("Location", "https://elsewhere.example")]))
        #expect(errors.exchange.code == .unexpectedStatus && errors.exchange.call?.status == status && !errors.exchange.isTemporary)
    }

    @Test(
        "an error response must have a string in error",
        arguments: ["", "{}", #"{"error":1}"#, #"{"error":""}"#, #"["error"]"#, #"{"error":"a","error":"b"}"#, #"{"error":"a"} x"#])
    func noRejection(body: String) async throws {
        #expect(try await errors(.json(body, status: 400)).exchange.code == .unexpectedStatus)
    }

    @Test("every documented rejection is recognized, with any status of 400 or above", arguments: [400, 401, 403])
    func rejections(status: Int) async throws {
        for (name, rejection) in [
            ("invalid_request", .invalidRequest), ("invalid_client", .invalidClient), ("invalid_grant", .invalidGrant),
            ("unauthorized_client", .unauthorizedClient), ("unsupported_grant_type", .unsupportedGrantType),
            ("invalid_scope", .invalidScope),
        ] as [(String, AppleErrorCode)] {
            let error = try await errors(.json(#"{"error":"\#(name)"}"#, status: status)).exchange
            #expect(
                error.code == .rejected && error.isRejection(rejection) && !error.isTemporary
                    && error.call?.diagnosis.isEmpty == false)
            #expect(rejection.name == name)
        }
        let other = try await errors(.rejection("something\\u202Eelse")).exchange
        #expect(other.code == .rejected && other.isRejection(AppleErrorCode("something?else")))
    }

    @Test("Apple's description is truncated and made printable")
    func description() async throws {
        let long = String(repeating: "x", count: 300)
        #expect(try await errors(.rejection("invalid_grant", long)).exchange.call?.appleDescription?.count == 256)
        #expect(try await errors(.rejection("invalid_grant", "a\\u001b[31m\\nb")).exchange.call?.appleDescription == "a?[31m?b")
        #expect(try await errors(.rejection("invalid_grant", "")).exchange.call?.appleDescription == nil)
    }

    @Test("a response over 64 KiB is rejected, one of 64 KiB is accepted")
    func oversize() async throws {
        let limit = AppleResponse.maximumByteCount
        let (exchange, revocation) = try await errors(.json(String(repeating: " ", count: limit + 1)))
        #expect(exchange.code == .oversizeAnswer && !exchange.isTemporary)
        #expect(revocation.code == .oversizeAnswer && revocation.isTemporary)
        #expect(try await errors(.failure(AppleIdentityError.oversizeAnswer)).exchange.code == .oversizeAnswer)
        let padded = ClientSample.tokens + String(repeating: " ", count: limit - ClientSample.tokens.utf8.count)
        let client = try ClientSample.client(AppleDouble(.json(padded)))
        _ = try await client.exchange(try #require(AuthorizationCode("c")), from: .native, now: ClientSample.now)
    }

    @Test("after a malformed response a code is used up, and a revocation can be repeated")
    func malformed() async throws {
        let (exchange, revocation) = try await errors(.json("<html>sign in to the network</html>"))
        #expect(exchange.code == .malformedAnswer && !exchange.isTemporary)
        #expect(revocation.code == .malformedAnswer && revocation.isTemporary)
    }

    @Test("invalid parameters are found before a request is sent")
    func local() async throws {
        let double = AppleDouble(.json(ClientSample.tokens))
        let client = try ClientSample.client(double, id: "TEAM567890.com.example.app")
        let code = try #require(AuthorizationCode("c"))
        let error = await failure {
            try await client.exchange(code, from: .native, now: ClientSample.now)
        }
        #expect(error?.code == .localMistake && error?.isTemporary == false)
        #expect((error?.cause as? AppleIdentityError)?.code == .clientIDHasTeam)
        #expect(double.requests.isEmpty)
    }
}
