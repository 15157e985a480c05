import AppleIdentity
import Foundation
import Testing

@Suite("Diagnosis of rejections")
struct RejectionDiagnosisTests {
    private static let now = ClientSample.now

    private func codes(_ rejection: AppleErrorCode, _ description: String? = nil, _ facts: RejectionFacts) -> [RejectionCause.Code]
    {
        RejectionDiagnosis.causes(of: rejection, appleDescription: description, facts: facts).map(\.code)
    }

    private func exchange(_ origin: CodeOrigin?, age: TimeInterval? = nil) -> RejectionFacts {
        RejectionFacts(
            operation: .exchange, codeOrigin: origin, codeReceivedAt: age.map { Self.now.addingTimeInterval(-$0) }, now: Self.now)
    }

    private func web() throws -> CodeOrigin { .web(redirectURI: try RedirectURI("https://example.com/cb")) }

    @Test("Apple's description of a code comes first")
    func descriptions() throws {
        let web = try web()
        #expect(codes(.invalidGrant, "The code has already been used.", exchange(.native)).first == .codeUsed)
        #expect(
            codes(.invalidGrant, "client_id mismatch. The code was not issued to com.example.app.", exchange(.native)).first
                == .codeOfOtherClient)
        #expect(
            codes(.invalidGrant, "redirect_uri mismatch. The code was not issued to https://a.", exchange(.native)).first
                == .redirectURILeftOut)
        #expect(
            Array(codes(.invalidGrant, "redirect_uri mismatch. The code was not issued to https://a.", exchange(web)).prefix(2))
                == [.redirectURIDiffers, .redirectURISentNatively])
        #expect(
            Array(codes(.invalidGrant, "The code has expired or has been revoked.", exchange(.native)).prefix(2))
                == [.codeExpired, .codeUsed])
    }

    @Test("a code received more than five minutes ago is certainly expired")
    func age() {
        for (age, certainty) in [(299, .likely), (300, .certain)] as [(Double, RejectionCause.Certainty)] {
            let causes = RejectionDiagnosis.causes(
                of: .invalidGrant, appleDescription: "The code has expired or has been revoked.", facts: exchange(.native, age: age)
            )
            #expect(causes.first { $0.code == .codeExpired }?.certainty == certainty)
        }
    }

    @Test("without a description, every possible cause of invalid_grant is listed once")
    func silent() throws {
        #expect(
            Set(codes(.invalidGrant, nil, exchange(.native))) == [.codeExpired, .codeUsed, .redirectURILeftOut, .codeOfOtherClient])
        #expect(
            Set(codes(.invalidGrant, nil, exchange(try web())))
                == [.codeExpired, .codeUsed, .redirectURIDiffers, .redirectURISentNatively, .codeOfOtherClient])
        #expect(codes(.invalidRequest, nil, exchange(.native)) == [.redirectURILeftOut, .requestMalformed])
        #expect(codes(.invalidRequest, nil, exchange(try web())) == [.requestMalformed])
        let unknown = codes(.invalidGrant, nil, RejectionFacts(now: Self.now))
        #expect(Set(unknown).count == unknown.count && unknown.contains(.consentEnded))
    }

    @Test("the likely cause of an invalid refresh token is the user")
    func refresh() {
        let facts = RejectionFacts(operation: .refresh, now: Self.now)
        #expect(codes(.invalidGrant, nil, facts) == [.consentEnded, .tokenOfOtherClient])
        #expect(codes(.invalidGrant, "client_id mismatch. …", facts).first == .tokenOfOtherClient)
        #expect(codes(.invalidRequest, "The user has revoked authorization", facts).first == .consentEnded)
        let said = RejectionDiagnosis.causes(
            of: .invalidGrant, appleDescription: "The token has expired or has been revoked.", facts: facts)
        #expect(said.first?.certainty == .certain)
    }

    @Test("Apple's time reveals a wrong clock")
    func clock() {
        var facts = RejectionFacts(
            secretIssuedAt: Self.now, secretExpiresAt: Self.now.addingTimeInterval(300), now: Self.now)
        #expect(!codes(.invalidClient, nil, facts).contains(.clockDiffers))
        facts.appleTime = Self.now.addingTimeInterval(60)
        #expect(!codes(.invalidClient, nil, facts).contains(.clockDiffers))
        facts.appleTime = Self.now.addingTimeInterval(61)
        let causes = RejectionDiagnosis.causes(of: .invalidClient, appleDescription: nil, facts: facts)
        #expect(causes.first { $0.code == .clockDiffers }?.certainty == .possible)
        for fatal in [300, -61] as [Double] {
            facts.appleTime = Self.now.addingTimeInterval(fatal)
            let cause = RejectionDiagnosis.causes(of: .invalidClient, appleDescription: nil, facts: facts).first
            #expect(cause?.code == .clockDiffers && cause?.certainty == .certain)
            #expect(cause?.explanation.contains(fatal > 0 ? "300 seconds behind" : "61 seconds ahead of") == true)
        }
    }

    @Test("an expired secret and one with a long lifetime are certain causes")
    func secrets() {
        var facts = RejectionFacts(secretExpiresAt: Self.now, now: Self.now)
        #expect(codes(.invalidClient, nil, facts).first == .secretExpired)
        facts.secretExpiresAt = Self.now.addingTimeInterval(15_777_001)
        #expect(codes(.invalidClient, nil, facts).first == .secretLivesTooLong)
        facts.secretExpiresAt = Self.now.addingTimeInterval(15_777_000)
        #expect(Set(codes(.invalidClient, nil, facts)) == [.keyUnknown, .clientUnknown, .teamDiffers, .keyNotForClient])
    }

    @Test("every rejection has a cause, and every cause has texts", arguments: [nil, "nonsense"] as [String?])
    func complete(description: String?) {
        let rejections: [AppleErrorCode] = [
            .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType, .invalidScope,
            AppleErrorCode("x"),
        ]
        for rejection in rejections {
            for operation in [nil] + AppleOperation.allCases.map(Optional.some) {
                let facts = RejectionFacts(operation: operation, now: Self.now)
                let causes = RejectionDiagnosis.causes(of: rejection, appleDescription: description, facts: facts)
                #expect(!causes.isEmpty)
                #expect(causes.allSatisfy { $0.explanation.hasSuffix(".") && $0.remedy.hasSuffix(".") })
                #expect(causes.map(\.certainty) == causes.map(\.certainty).sorted(by: >))
            }
        }
    }

    @Test("Apple's time comes from the response, and a malformed date is ignored")
    func dates() async throws {
        for (text, expected) in [
            ("Thu, 09 Oct 2025 08:53:20 GMT", nil), ("Thu, 09 Oct 2025 08:58:20 GMT", "300 seconds behind"),
            ("Thu, 09 Oct 2025 08:52:19 GMT", "61 seconds ahead of"), ("Sun, 01 Mar 2026 08:53:20 GMT", "12355200 seconds behind"),
            ("Thu, 29 Feb 2024 08:53:20 GMT", "50803200 seconds ahead of"), ("2025-10-09T08:58:20Z", nil), ("", nil),
            ("Thu, 09 Okt 2025 08:58:20 GMT", nil), ("Thu, 09 Oct 2025 08:58:20 CET", nil), ("Thu, xx Oct 2025 08:58:20 GMT", nil),
        ] as [(String, String?)] {
            let reply = AppleDouble.Reply.json(#"{"error":"invalid_client"}"#, status: 400, headers: [("date", text)])
            let client = try ClientSample.client(AppleDouble(reply))
            let code = try #require(AuthorizationCode("c"))
            let error = await failure {
                try await client.exchange(code, from: .native, now: Self.now)
            }
            let clock = error?.call?.diagnosis.first { $0.code == .clockDiffers }
            #expect((clock == nil) == (expected == nil), "\(text)")
            if let expected { #expect(clock?.explanation.contains(expected) == true, "\(text) \(clock?.explanation ?? "")") }
        }
    }
}
