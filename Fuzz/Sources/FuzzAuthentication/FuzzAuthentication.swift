internal import FoundationEssentials
internal import FuzzInput
internal import Secrets
internal import WebAuthn

/// Verifies an assertion: the COSE_Key, the client data and the signature, each with a length prefix, then the authenticator data. The
/// challenge is that of client data.
///
/// An accepted assertion is from a present user, answers only its own challenge, satisfies a policy that requires user verification if the
/// user was verified, and is rejected with one byte of authenticator data more or less.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAuthentication(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    let (key, clientData, signature) = (choices.block(), choices.block(), choices.block())
    let assertion = Assertion(key: try? CredentialPublicKey(key), clientData: clientData, signature: signature)
    let data = choices.rest()
    guard let challenge = challenge(in: clientData), let accepted = assertion.verified(data, challenge) else { return 0 }
    promise(accepted.flags.contains(.userPresent), "a user was present")
    let isVerified = assertion.verified(data, challenge, userVerification: .required) != nil
    promise(isVerified == accepted.flags.contains(.userVerified), "a policy may require that the user was verified")
    promise(assertion.verified(data, Challenge()) == nil, "another challenge is not answered")
    promise(assertion.verified(data.dropLast(), challenge) == nil, "truncated authenticator data is rejected")
    promise(assertion.verified(data + [0], challenge) == nil, "authenticator data with trailing bytes is rejected")
    return 0
}

private struct Assertion {
    /// The credential's key; nil for an unknown credential.
    let key: CredentialPublicKey?
    let clientData: [UInt8]
    let signature: [UInt8]

    func verified(
        _ data: [UInt8], _ challenge: Challenge, userVerification: UserVerification = .optional
    ) -> VerifiedAuthentication? {
        try? RelyingParty(id: "example.org", origins: [Origin("https://example.org")]).verify(
            unstored: AuthenticationResponse(
                credentialID: CredentialID([1]), clientDataJSON: clientData, authenticatorData: data, signature: signature,
                userHandle: nil),
            for: challenge, publicKey: key, policy: AuthenticationPolicy(userVerification: userVerification))
    }
}

/// Returns the challenge in client data, or nil if it is missing.
private func challenge(in clientData: [UInt8]) -> Challenge? {
    struct Named: Decodable {
        let challenge: String
    }
    guard let named = try? JSONDecoder().decode(Named.self, from: Data(clientData)) else { return nil }
    return Base64URL.decode(named.challenge).flatMap { try? Challenge($0) }
}
