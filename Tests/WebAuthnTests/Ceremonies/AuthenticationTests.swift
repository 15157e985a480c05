import Testing
import WebAuthn

/// Tests of the checks A1 to A14, each with an authentication that it rejects and an accepted one that differs in a single property.
struct AuthenticationTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let rejection: String?
        let change: @Sendable (inout SampleAuthentication) -> Void

        init(_ name: String, _ rejection: String?, _ change: @escaping @Sendable (inout SampleAuthentication) -> Void = { _ in }) {
            (self.name, self.rejection, self.change) = (name, rejection, change)
        }

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case("nothing", nil),
        Case("A1 among those asked for", nil) { $0.allowed = [[8], [9]] },
        Case("A1 not among those asked for", "credential-not-allowed A1") { $0.allowed = [[8], [9, 9]] },
        Case("A2 the expected account", nil) { $0.expectedUser = [1, 2, 3] },
        Case("A2 the expected account, without a handle", nil) { ($0.expectedUser, $0.userHandle) = ([1, 2, 3], nil) },
        Case("A2 another account is expected", "wrong-user A2") { ($0.expectedUser, $0.userHandle) = ([4], nil) },
        Case("A2 a handle of another account", "wrong-user A2") { ($0.expectedUser, $0.userHandle) = ([1, 2, 3], [4]) },
        Case("A3 no handle", "user-handle-missing A3") { $0.userHandle = nil },
        Case("A3 the handle of another account", "wrong-user A3") { $0.userHandle = [4] },
        Case("A4 the other ceremony", "wrong-ceremony A4") { $0.type = "webauthn.create" },
        Case("A4 another challenge", "wrong-challenge A4") { $0.challenge[0] ^= 1 },
        Case("A4 another origin", "unexpected-origin A4") { $0.origin = "https://badexample.org" },
        Case("A4 a frame", "unexpected-framing A4") { $0.members = #","crossOrigin":true"# },
        Case("A4 no frame", nil) { $0.members = #","crossOrigin":false"# },
        Case("A4 a top origin", "unexpected-framing A4") { $0.members = #","topOrigin":"https://example.org""# },
        Case("A4 a member twice", "malformed A4") { $0.members = #","origin":"https://example.org""# },
        Case("A5 another relying party", "wrong-relying-party A5") { $0.relyingPartyID = "example.com" },
        Case("A5 bytes after the counter", "trailing-bytes A5") { $0.trailer = [0xA0] },
        Case("A5 extension outputs", nil) { ($0.flags, $0.trailer) = (0x9D, [0xA0]) },
        Case("A5 a new credential without the length of its ID", "truncated A5") {
            ($0.flags, $0.trailer) = (0x5D, [UInt8](repeating: 0, count: 17))
        },
        Case("A5 a new credential", "malformed A5") {
            $0.flags = 0x5D
            $0.trailer = [UInt8](repeating: 0, count: 17) + [1, 9] + CBOR.map(CBORMap([])).encoded
        },
        Case("A6 user not present", "user-not-present A6") { $0.flags = 0x1C },
        Case("A7 user not verified", nil) { $0.flags = 0x19 },
        Case("A8 backed up and not eligible", "inconsistent-backup A8") { $0.flags = 0x15 },
        Case("A9 no longer eligible", "backup-eligibility-changed A9") { $0.flags = 0x05 },
        Case("A9 eligible and no longer backed up", nil) { $0.flags = 0x0D },
        Case("A10 another signature", "invalid-signature A10") { $0.damage = 1 },
        Case("A11 a counter that stays", nil) { $0.signCount = 5 },
        Case("A11 a counter that goes back to zero", nil) { $0.signCount = 0 },
    ]

    @Test(arguments: cases)
    func `a changed authentication is accepted or rejected as expected`(_ changed: Case) async throws {
        var sample = SampleAuthentication()
        changed.change(&sample)
        let credential = try sample.credential()
        #expect(await rejection { try sample.verified(with: credential) } == changed.rejection)
    }

    @Test func `A1 a response that names two credentials is rejected`() async throws {
        func json(rawID: String) -> [UInt8] {
            Array(
                #"{"id":"CQ","rawId":"\#(rawID)","type":"public-key","response":{"clientDataJSON":"","authenticatorData":"","signature":""}}"#
                    .utf8)
        }
        let challenge = AuthenticationChallenge(try Challenge([UInt8](repeating: 8, count: 32)))
        let site = try SampleRegistration.site.get()
        #expect(
            await rejection { try site.verify(AuthenticationResponse(json: json(rawID: "CA")), for: challenge, with: nil) }
                == "mismatched-credential-id A1")
        #expect(
            await rejection { try site.verify(AuthenticationResponse(json: json(rawID: "CQ")), for: challenge, with: nil) }
                == "user-handle-missing A3")
    }

    @Test func `A7 user verification is required if the policy requires it`() async throws {
        var sample = SampleAuthentication()
        let (credential, policy) = (try sample.credential(), AuthenticationPolicy(userVerification: .required))
        #expect(try sample.verified(with: credential, policy: policy).isUserVerified)
        sample.flags = 0x19
        #expect(await rejection { try sample.verified(with: credential, policy: policy) } == "user-not-verified A7")
        #expect(try !sample.verified(with: credential).isUserVerified)
    }

    @Test func `A9 a change of the backup eligibility is rejected`() async throws {
        var sample = SampleAuthentication()
        let credential = try sample.credential(isBackupEligible: false, isBackedUp: false)
        #expect(await rejection { try sample.verified(with: credential) } == "backup-eligibility-changed A9")
        sample.flags = 0x05
        #expect(await rejection { try sample.verified(with: credential) } == nil)
    }

    @Test func `A11 a counter that does not increase is reported or rejected`() async throws {
        var sample = SampleAuthentication()
        let (credential, strict) = (try sample.credential(), AuthenticationPolicy(counterRegression: .rejected))
        #expect(try sample.verified(with: credential, policy: strict).counter == .advanced)
        for count: UInt32 in [0, 4, 5] {
            sample.signCount = count
            #expect(try sample.verified(with: credential).counter == .regressed)
            #expect(await rejection { try sample.verified(with: credential, policy: strict) } == "counter-regressed A11")
        }
        sample.signCount = 0
        #expect(try sample.verified(with: sample.credential(signCount: 0), policy: strict).counter == .unused)
    }

    @Test func `A13 the credential has the new counter and backup state, and its previous user verification`() throws {
        var sample = SampleAuthentication()
        (sample.flags, sample.signCount) = (0x0D, 70)
        let authentication = try sample.verified(with: sample.credential(hasVerifiedUser: false))
        #expect(authentication.credential.signCount == 70)
        #expect(!authentication.credential.isBackedUp && authentication.credential.isBackupEligible)
        #expect(authentication.hasBackupStateChanged)
        #expect(authentication.isUserVerified && !authentication.credential.hasVerifiedUser)
        #expect(authentication.user.bytes == [1, 2, 3])
        sample.flags = 0x1D
        #expect(try !sample.verified(with: sample.credential()).hasBackupStateChanged)
    }

    @Test func `A14 an unknown credential has the same error as a wrong signature`() throws {
        var sample = SampleAuthentication()
        let unknown = #expect(throws: WebAuthnError.self) { try sample.verified(with: nil) }
        sample.damage = 1
        let wrong = #expect(throws: WebAuthnError.self) { try sample.verified(with: sample.credential()) }
        #expect(unknown == wrong)
        #expect(unknown?.code == .invalidSignature)
    }

    @Test func `a stored credential with another ID is treated as unknown`() async throws {
        var sample = SampleAuthentication()
        let credential = try sample.credential()
        sample.credentialID = [10]
        #expect(await rejection { try sample.verified(with: credential) } == "invalid-signature A10")
    }

    @Test func `an authentication is rejected as a registration`() async throws {
        var sample = SampleRegistration()
        sample.type = "webauthn.get"
        #expect(await rejection { try await sample.verified() } == "wrong-ceremony R3")
    }
}
