import DeviceBroker
import DeviceProtocol
import Dispatch
import HTTPTypes
import Synchronization
import TestKit
import Testing
import WebClient

@testable import DeviceServices

@Suite("The client of Apple's service") struct AppleServiceClientTests {
    private static let credential = """
        {"user":"001542.b04100c51acb48d3a570684f17d6394d.1603","state":"s","authorizedScopes":["name","email"],"authorizationCode":"c",
        "identityToken":"a.b.c","email":"j@example.com","givenName":"J","familyName":"A","realUserStatus":2,"ageRange":2}
        """

    @Test("parses a credential")
    func credential() async throws {
        let grant = try await Self.signIn(Self.credential, state: "s")
        #expect(grant.user == "001542.b04100c51acb48d3a570684f17d6394d.1603")
        #expect(grant.authorizedScopes == [.fullName, .email])
        #expect(grant.realUserStatus == .likelyReal && grant.ageRange == .notChild)
    }

    @Test(
        "rejects a malformed credential",
        arguments: [
            ("\"s\"", "\"another\""), ("\"name\",", "\"phone\","), ("\"authorizationCode\":\"c\"", "\"authorizationCode\":\"\""),
            ("\"identityToken\":\"a.b.c\"", "\"identityToken\":\"\""), ("\"realUserStatus\":2", "\"realUserStatus\":9"),
            ("\"ageRange\":2", "\"ageRange\":-1"), ("001542.b04100c51acb48d3a570684f17d6394d.1603", ""), ("{", "["),
        ])
    func rejectedCredential(old: String, new: String) async {
        let broken = Self.credential.replacing(old, with: new, maxReplacements: 1)
        #expect(broken != Self.credential)
        await #expect(throws: AppleServiceFailure.malformed) { try await Self.signIn(broken, state: "s") }
    }

    @Test("rejects a token that exceeds the limit of the device protocol")
    func longToken() async throws {
        for length in [AppleIDGrant.maximumTokenLength, AppleIDGrant.maximumTokenLength + 1] {
            let text = Self.credential.replacing("a.b.c", with: String(repeating: "t", count: length))
            let grant = try? await Self.signIn(text, state: "s")
            #expect((grant != nil) == (length == AppleIDGrant.maximumTokenLength))
        }
    }

    @Test(
        "distinguishes the errors",
        arguments: [
            ("unknownClient", AppleServiceFailure.unknownClient), ("malformed", .unknownClient), ("accountLocked", .accountLocked),
            ("unknownAccount", .accountLocked), ("twoFactorNotEnabled", .twoFactorNotEnabled), ("notConsented", .notConsented),
            ("oversize", .rejected("oversize")),
        ])
    func rejections(code: String, failure: AppleServiceFailure) async {
        await #expect(throws: failure) {
            try await Self.signIn("{\"error\":{\"code\":\"\(code)\",\"message\":\"m\"}}", status: 409)
        }
        await #expect(throws: AppleServiceFailure.malformed) { try await Self.signIn("<html>", status: 409) }
        for status in [401, 503] {
            await #expect(throws: AppleServiceFailure.unreachable("the service responded with status \(status)")) {
                try await Self.signIn("<html>", status: status)
            }
        }
    }

    @Test("marks a sign-in by an existing consent as expected, without choices")
    func existingConsent() async throws {
        let sent = Mutex("")
        for consent in [SignInConsent.existing, .given(.unchanged)] {
            _ = try await Self.signIn(Self.credential, state: "s", by: consent) { request in
                sent.withLock { $0 = String(decoding: request.body, as: UTF8.self) }
            }
            let body = sent.withLock(\.self)
            #expect(body.contains("\"expectsConsent\":\(consent == .existing)"))
            #expect(body.contains("choices") == (consent != .existing))
        }
    }

    @Test("ends a call whose caller cancelled it, even without a response")
    func cancelled() async throws {
        let transport = NoAnswer()
        let client = try AppleServiceClient(transport: transport, base: "http://localhost/")
        let cancellation = PromptCancellationToken()
        transport.onSend { cancellation.cancel() }
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<SignInForm, AppleServiceFailure>, Never>) in
            DispatchQueue(label: "test").async {
                continuation.resume(
                    returning: Result { () throws(AppleServiceFailure) in
                        try client.form(for: Self.app, Self.account, [], until: cancellation)
                    })
            }
        }
        #expect(result == .failure(.cancelled))
    }

    @Test("turns any response into a valid credential or an error", arguments: 0..<20)
    func mutations(seed: Int) async {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = Array(Self.credential.utf8)
        for _ in 0..<10 {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
            }
            guard let grant = try? await Self.signIn(String(decoding: bytes, as: UTF8.self), state: "s") else { continue }
            #expect(grant.state == "s" && !grant.user.isEmpty && grant.identityToken?.isEmpty == false)
            #expect(throws: Never.self) { try AuthorizationOutcome(message: AuthorizationOutcome.granted(.appleID(grant)).message) }
        }
    }

    @Test("rejects malformed base URLs")
    func bases() {
        #expect(throws: WebURLError.self) { try AppleServiceClient(transport: NoAnswer(), base: "somewhere") }
        #expect(AppleAccount(rawValue: "a/../b") == nil)
        #expect(AppleAccount(rawValue: "") == nil)
        #expect(AppleAccount(rawValue: "a.b-c_9") != nil)
        #expect(AppleAccount(rawValue: String(repeating: "a", count: 256)) == nil)
    }

    private static let app = AppleClient(team: "TEAM", bundle: "com.example.juice")
    private static let account: AppleAccount = {
        guard let account = AppleAccount(rawValue: "jane") else { preconditionFailure("no account") }
        return account
    }()

    /// On its own thread, as in the broker: the client blocks, and there are only as many task threads as processors.
    private static func signIn(
        _ body: String, status: Int = 200, state: String? = nil, by consent: SignInConsent = .given(.unchanged),
        seeing see: @escaping @Sendable (WebRequest) -> Void = { _ in }
    ) async throws -> AppleIDGrant {
        let client = try AppleServiceClient(transport: OneAnswer(status: status, body: body, see: see), base: "http://localhost")
        let request = try #require(AppleIDRequest(state: state))
        return try await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<AppleIDGrant, AppleServiceFailure>, Never>) in
            DispatchQueue(label: "test").async {
                continuation.resume(
                    returning: Result { () throws(AppleServiceFailure) in
                        try client.signIn(account, to: app, request, consent, until: PromptCancellationToken())
                    })
            }
        }.get()
    }
}

private final class NoAnswer: WebTransport {
    private let handler = Mutex<@Sendable () -> Void>({})

    func onSend(_ handler: @escaping @Sendable () -> Void) {
        self.handler.withLock { $0 = handler }
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        handler.withLock { $0 }()
        do {
            // Until the task is cancelled.
            while true { try await Task.sleep(for: .seconds(3_600)) }
        } catch {
            throw .cancelled
        }
    }
}
