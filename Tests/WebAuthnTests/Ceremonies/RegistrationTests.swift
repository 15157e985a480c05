import Crypto
import Testing
import WebAuthn

/// Tests of the checks R1 to R24, each with a registration that it rejects and an accepted one that differs in a single property.
struct RegistrationTests {
    /// A changed property, and the expected rejection; nil for the accepted counterpart.
    struct Case: CustomTestStringConvertible {
        let name: String
        let rejection: String?
        let change: @Sendable (inout SampleRegistration) -> Void

        init(_ name: String, _ rejection: String?, _ change: @escaping @Sendable (inout SampleRegistration) -> Void = { _ in }) {
            (self.name, self.rejection, self.change) = (name, rejection, change)
        }

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case("nothing", nil),
        Case("R2 a byte order mark", nil) { $0.mark = [0xEF, 0xBB, 0xBF] },
        Case("R2 two byte order marks", "malformed R2") { $0.mark = [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] },
        Case("R2 an unknown member", nil) { $0.members += #","other_keys_can_be_added_here":"x""# },
        Case("R2 a member twice", "malformed R2") { $0.members += #","type":"webauthn.create""# },
        Case("R2 a member of another type", "malformed R2") { $0.members = #","crossOrigin":"false""# },
        Case("R3 the other ceremony", "wrong-ceremony R3") { $0.type = "webauthn.get" },
        Case("R4 another challenge", "wrong-challenge R4") { $0.challenge[31] ^= 1 },
        Case("R4 a shorter challenge", "wrong-challenge R4") { $0.challenge.removeLast() },
        Case("R5 a longer host", "unexpected-origin R5") { $0.origin = "https://badexample.org" },
        Case("R5 a host below", "unexpected-origin R5") { $0.origin = "https://login.example.org" },
        Case("R5 a port", "unexpected-origin R5") { $0.origin = "https://example.org:8443" },
        Case("R5 a slash", "unexpected-origin R5") { $0.origin = "https://example.org/" },
        Case("R5 without TLS", "unexpected-origin R5") { $0.origin = "http://example.org" },
        Case("R6 no crossOrigin, as on an iPhone", nil) { $0.members = "" },
        Case("R6 a frame", "unexpected-framing R6") { $0.members = #","crossOrigin":true"# },
        Case("R7 a top origin", "unexpected-framing R7") { $0.members = #","topOrigin":"https://example.org""# },
        Case("R9 bytes after the key", "trailing-bytes R9") { $0.trailer = [0] },
        Case("R9 no new credential", "malformed R9") { $0.flags = 0x1D },
        Case("R9 extension outputs", nil) { ($0.flags, $0.trailer) = (0xDD, [0xA1, 0x61, 0x61, 0xF5]) },
        Case("R9 extension outputs that are not there", "truncated R9") { $0.flags = 0xDD },
        Case("R9 extension outputs that are no map", "malformed R9") { ($0.flags, $0.trailer) = (0xDD, [0x80]) },
        Case("R9 extension outputs without names", "malformed R9") { ($0.flags, $0.trailer) = (0xDD, [0xA1, 0x01, 0xF5]) },
        Case("R9 an attestation object with a fourth member", "malformed R9") {
            $0.objectMembers = [(.text("epAtt"), .boolean(true))]
        },
        Case("R10 another relying party", "wrong-relying-party R10") { $0.relyingPartyID = "login.example.org" },
        Case("R11 user not present", "user-not-present R11") { $0.flags = 0x5C },
        Case("R12 user not verified", nil) { $0.flags = 0x59 },
        Case("R13 backed up and not eligible", "inconsistent-backup R13") { $0.flags = 0x55 },
        Case("R13 eligible and not backed up", nil) { $0.flags = 0x4D },
        Case("R13 neither", nil) { $0.flags = 0x45 },
        Case("reserved flags", nil) { $0.flags = 0x7F },
        Case("R15 an unknown algorithm", "unsupported-algorithm R15") { $0.key = .replacing(3, with: .integer(-9), in: $0.key) },
        Case("R15 a key with more members", "unusable-key R15") { $0.key = .replacing(2, with: .bytes([1]), in: $0.key) },
        Case("R16 an unknown format", "unknown-format R16") { $0.format = "None" },
        Case("R17 a deprecated format", "deprecated-format R17") { $0.format = "android-safetynet" },
        Case("R17 a statement of none with a member", "invalid-attestation R17") {
            $0.statement = .map(CBORMap([(.text("alg"), .null)]))
        },
        Case("R20 an ID of 1,023 bytes", nil) { $0.credentialID = [UInt8](repeating: 1, count: 1_023) },
        Case("R20 an ID of 1,024 bytes", "invalid-credential-id R20") { $0.credentialID = [UInt8](repeating: 1, count: 1_024) },
        Case("R20 an ID without bytes", "invalid-credential-id R20") { $0.credentialID = [] },
    ]

    @Test(arguments: cases)
    func `a changed registration is accepted or rejected as expected`(_ changed: Case) async {
        var sample = SampleRegistration()
        changed.change(&sample)
        #expect(await rejection { try await sample.verified() } == changed.rejection)
    }

    @Test func `R4 challenges are compared by their bytes`() async {
        var sample = SampleRegistration()
        sample.members += #","x":1"#
        #expect(await rejection { try await sample.verified() } == nil)
        sample.members = #"","challenge":"AA"#
        #expect(await rejection { try await sample.verified() } == "malformed R2")
    }

    @Test func `R6 and R7 an accepted frame needs an expected top origin or none`() async throws {
        let site = try RelyingParty(
            id: "example.org", origins: [Origin("https://example.org")],
            framing: .accepted(under: [Origin("https://shop.example.com")]))
        var sample = SampleRegistration()
        sample.members = #","crossOrigin":true"#
        #expect(await rejection { try await sample.verified(at: site) } == nil)
        sample.members += #","topOrigin":"https://shop.example.com""#
        #expect(await rejection { try await sample.verified(at: site) } == nil)
        sample.members = #","crossOrigin":true,"topOrigin":"https://example.com""#
        #expect(await rejection { try await sample.verified(at: site) } == "unexpected-framing R7")
    }

    @Test func `R5 every expected origin is accepted, including those of apps`() async throws {
        let app = "android:apk-key-hash:" + String(repeating: "A", count: 43)
        let site = try RelyingParty(id: "example.org", origins: [Origin("https://example.org"), Origin(app)])
        var sample = SampleRegistration()
        #expect(await rejection { try await sample.verified(at: site) } == nil)
        sample.origin = app
        #expect(await rejection { try await sample.verified(at: site) } == nil)
        #expect(await rejection { try await sample.verified() } == "unexpected-origin R5")
    }

    @Test func `R11 a conditional registration requires no user presence and no user verification`() async throws {
        var sample = SampleRegistration()
        sample.flags = 0x58
        #expect(await rejection { try await sample.verified() } == "user-not-present R11")
        let credential = try await sample.verified(mediation: .conditional).credential(isRegistered: false)
        #expect(!credential.hasVerifiedUser)
        #expect(credential.isBackupEligible && credential.isBackedUp)
    }

    @Test func `R12 user verification is required where the policy says so`() async {
        var sample = SampleRegistration()
        let policy = RegistrationPolicy(userVerification: .required)
        #expect(await rejection { try await sample.verified(policy: policy) } == nil)
        sample.flags = 0x59
        #expect(await rejection { try await sample.verified(policy: policy) } == "user-not-verified R12")
    }

    @Test func `R14 the policy chooses by backup eligibility`() async {
        var sample = SampleRegistration()
        let (eligible, bound) = (RegistrationPolicy(backup: .eligible), RegistrationPolicy(backup: .deviceBound))
        #expect(await rejection { try await sample.verified(policy: eligible) } == nil)
        #expect(await rejection { try await sample.verified(policy: bound) } == "backup-not-accepted R14")
        sample.flags = 0x45
        #expect(await rejection { try await sample.verified(policy: eligible) } == "backup-not-accepted R14")
        #expect(await rejection { try await sample.verified(policy: bound) } == nil)
    }

    @Test func `R15 only an offered algorithm is accepted`() async {
        let sample = SampleRegistration()
        #expect(await rejection { try await sample.verified(policy: RegistrationPolicy(algorithms: [.es256])) } == nil)
        #expect(
            await rejection { try await sample.verified(policy: RegistrationPolicy(algorithms: [.edDSA])) }
                == "algorithm-not-offered R15")
    }

    @Test func `R19 only an accepted kind of attestation passes`() async {
        let sample = SampleRegistration()
        let (none, basic) = (AttestationPolicy(kinds: [.none]), AttestationPolicy(kinds: [.basic]))
        #expect(await rejection { try await sample.verified(policy: RegistrationPolicy(attestation: none)) } == nil)
        #expect(
            await rejection { try await sample.verified(policy: RegistrationPolicy(attestation: basic)) }
                == "attestation-not-accepted R19")
    }

    @Test func `R21 a credential that an account already has is rejected`() async throws {
        let registration = try await SampleRegistration().verified()
        #expect(await rejection { try registration.credential(isRegistered: true) } == "credential-registered R21")
        #expect(await rejection { try registration.credential(isRegistered: false) } == nil)
    }

    @Test func `R22 and R24 the credential has the authenticator's data and the account of the challenge`() async throws {
        var sample = SampleRegistration()
        (sample.flags, sample.signCount) = (0x4D, 0x0102_0304)
        let registration = try await sample.verified()
        let credential = try registration.credential(isRegistered: false)
        #expect(credential.id.bytes == sample.credentialID)
        #expect(credential.user.bytes == [1, 2, 3])
        #expect(credential.publicKey.bytes == sample.key.encoded)
        #expect(credential.publicKey.algorithm == .es256)
        #expect(credential.signCount == 0x0102_0304)
        #expect(credential.hasVerifiedUser)
        #expect(credential.isBackupEligible && !credential.isBackedUp)
        #expect(registration.aaguid.description == "03030303-0303-0303-0303-030303030303")
    }

    @Test func `an error names the field`() async {
        var sample = SampleRegistration()
        sample.trailer = [0]
        let error = await #expect(throws: WebAuthnError.self) { try await sample.verified() }
        #expect(error?.place.field == "authData")
        #expect(error?.place.offset == sample.authenticatorData.count - 1)
        #expect(
            error?.description == "R9 authData byte \(sample.authenticatorData.count - 1): Unexpected bytes follow the message.")
    }
}

extension CBOR {
    /// Returns a map with one entry replaced or added.
    static func replacing(_ label: Int, with value: CBOR, in map: CBOR) -> CBOR {
        .map(CBORMap([(.integer(label), value)] + (map.map?.entries ?? [])))
    }
}
