import ArgumentParser
import Foundation
import JSONText
import Secrets
import WebAuthn

struct PasskeysVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify the response to a registration or an authentication.",
        discussion: """
            The input, with the defaults of optional members:

              {"ceremony":"registration"|"authentication","response":{…},
               "challenge","rpId","origins":[…],"topOrigins":[],
               "requireUserVerification":false,"requireUserPresence":true,
               "allowCrossOrigin":false,
               "credential":{"publicKey","signCount","backupEligible"},
               "trustAnchors":[…],"now"}

            "response" is the JSON of the browser's toJSON(). An authentication requires "credential" with "publicKey", a COSE_Key. Without \
            "signCount" or "backupEligible", their checks are skipped. "trustAnchors" are certificates in PEM. Without them, only the consistency \
            of an attestation is verified. With them, it must lead to one of them at the time "now", in seconds since 1970, by default the \
            current time. "requireUserPresence":false is for registrations that a browser makes silently.

            The result is {"valid":true,"credentialId","publicKey","attestation","flags"} for a registration, \
            {"valid":true,"credentialId","userHandle","signCount","counter","flags"} for an authentication, or \
            {"valid":false,"code","message","check"}. "check" is the check that failed, R1 to R24 or A1 to A14, as in the library's reference. \
            "counter" is unused, advanced or regressed. A regressed counter can mean a copied key, but the response is still valid.

            Exits with 1 if the response is invalid, and with 2 if the input is. A batch exits with 1 if a line was invalid.
            """,
        example: "latchkey passkeys verify < question.json")

    @OptionGroup var options: InputOptions

    func run() async throws {
        try await options.answer(
            { question in try await PasskeyQuestion(question).answer() },
            write: { answer in
                options.write(answer, lines: Self.lines(answer))
                if answer["valid"]?.boolean != true { throw CommandFailure(.negative, []) }
            })
    }

    private static func lines(_ answer: JSONValue) -> [String] {
        guard answer["valid"]?.boolean == true else {
            return ["invalid  " + ["check", "code", "message"].compactMap { answer[$0]?.string }.joined(separator: "  ")]
        }
        let rows = (answer.object?.members.dropFirst() ?? []).map { member in
            [
                member.name,
                member.value.string ?? member.value.array?.compactMap(\.string).joined(separator: " ") ?? member.value.text(),
            ]
        }
        return ["valid"] + TextTable([], rows).lines
    }
}

/// A response with the values that verify it.
private struct PasskeyQuestion {
    private let members: PasskeyMembers
    private let ceremony: Ceremony
    private let site: RelyingParty
    private let challenge: Challenge
    private let response: [UInt8]
    private let userVerification: UserVerification
    private let requiresPresence: Bool

    private enum Ceremony: String {
        case registration, authentication
    }

    init(_ members: PasskeyMembers) throws(InputError) {
        self.members = members
        guard let ceremony = Ceremony(rawValue: try members.require("ceremony", members.string)) else {
            throw InputError("invalid-value", "The member ceremony must be registration or authentication.")
        }
        self.ceremony = ceremony
        response = try members.require("response", members.object).node.value.bytes()
        let challenge = try members.require("challenge", members.bytes)
        guard !challenge.isEmpty else { throw InputError("invalid-value", "The member challenge must not be empty.") }
        self.challenge = Challenge(ofAnyLength: challenge)
        let (id, origins) = (try members.require("rpId", members.string), try members.require("origins", members.strings))
        let topOrigins = try members.strings("topOrigins") ?? []
        let allowsFrames = try members.boolean("allowCrossOrigin") ?? false
        site = try InputError.explaining { () throws(WebAuthnError) in
            try RelyingParty(
                id: id, origins: origins.map { (text) throws(WebAuthnError) in try Origin(text) },
                framing: allowsFrames
                    ? .accepted(under: topOrigins.map { (text) throws(WebAuthnError) in try Origin(text) }) : .rejected)
        }
        userVerification = try members.boolean("requireUserVerification") == true ? .required : .optional
        requiresPresence = try members.boolean("requireUserPresence") ?? true
        guard requiresPresence || ceremony == .registration else {
            throw InputError("invalid-value", "The member requireUserPresence must be true for an authentication.")
        }
    }

    func answer() async throws -> JSONValue {
        switch ceremony {
        case .registration: try await registration()
        case .authentication: try authentication()
        }
    }

    private func registration() async throws -> JSONValue {
        let anchors = try trustAnchors()
        let now = try members.number("now").map { Date(timeIntervalSince1970: $0) } ?? Date()
        let policy = RegistrationPolicy(
            userVerification: userVerification, attestation: AttestationPolicy(anchors: anchors))
        do throws(WebAuthnError) {
            let verified = try await site.verify(
                RegistrationResponse(json: response),
                for: RegistrationChallenge(challenge, for: UserHandle([0]), mediation: requiresPresence ? .modal : .conditional),
                policy: policy, now: now)
            let credential = try verified.credential(isRegistered: false)
            return [
                "valid": true, "credentialId": .string(Base64URL.encode(credential.id.bytes)),
                "publicKey": .string(Base64URL.encode(credential.publicKey.bytes)), "attestation": Self.json(verified.attestations),
                "flags": Self.json(verified.flags),
            ]
        } catch {
            return Self.rejection(error, otherwise: "R1")
        }
    }

    private func authentication() throws -> JSONValue {
        let stored = try members.require("credential", members.object)
        let key = try stored.require("publicKey", stored.bytes)
        let publicKey = try InputError.explaining { () throws(WebAuthnError) in try CredentialPublicKey(key) }
        let (signCount, isBackupEligible) = (try stored.count("signCount"), try stored.boolean("backupEligible"))
        do throws(WebAuthnError) {
            let response = try AuthenticationResponse(json: response, unnamed: CredentialID([0]))
            let verified = try site.verify(
                unstored: response, for: challenge, publicKey: publicKey, signCount: signCount ?? 0,
                isBackupEligible: isBackupEligible, policy: AuthenticationPolicy(userVerification: userVerification))
            let isNamed = members.node["response"]?["id"] != nil || members.node["response"]?["rawId"] != nil
            return [
                "valid": true, "credentialId": isNamed ? .string(Base64URL.encode(response.credentialID.bytes)) : .null,
                "userHandle": response.userHandle.map { .string(Base64URL.encode($0.bytes)) } ?? .null,
                "signCount": .integer(verified.credential.signCount), "counter": .string("\(verified.counter)"),
                "flags": Self.json(verified.flags),
            ]
        } catch {
            return Self.rejection(error, otherwise: "A1")
        }
    }

    /// Returns the certificates as trust anchors for every format.
    private func trustAnchors() throws(InputError) -> TrustAnchors? {
        guard let texts = try members.strings("trustAnchors") else { return nil }
        var certificates: [[UInt8]] = []
        for text in texts {
            guard let parsed = try? TrustAnchors.certificates(pem: text) else {
                throw InputError("invalid-value", "The member trustAnchors must contain certificates in PEM.")
            }
            certificates += parsed
        }
        let anchors = Dictionary(uniqueKeysWithValues: AttestationFormat.allCases.map { ($0, certificates) })
        return try InputError.explaining { () throws(WebAuthnError) in try TrustAnchors(anchors) }
    }

    /// Returns the result for a rejected response. A response that cannot be parsed has the first check.
    private static func rejection(_ error: WebAuthnError, otherwise check: String) -> JSONValue {
        [
            "valid": false, "code": .string(error.code.rawValue), "message": .string(error.reason),
            "check": .string(error.place.check?.description ?? check),
        ]
    }

    private static func json(_ flags: AuthenticatorFlags) -> JSONValue { .array(flags.names.map { .string($0) }) }

    /// Returns the attestation, or the parts of a compound statement.
    private static func json(_ attestations: [Attestation]) -> JSONValue {
        let parts = attestations.map { attestation -> JSONValue in
            [
                "format": .string(attestation.format.rawValue), "kind": .string(attestation.kind.rawValue),
                "trusted": .boolean(attestation.isTrusted),
            ]
        }
        guard parts.count > 1, parts.isEmpty == false else { return parts.first ?? .null }
        return ["format": .string(AttestationFormat.compound.rawValue), "parts": .array(parts)]
    }
}
