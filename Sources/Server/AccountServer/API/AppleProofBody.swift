import Accounts
import AppleIdentity
import JSONText
import Secrets

/// What an app brings after `ASAuthorizationController` has answered.
struct AppleProofBody: JSONReadable {
    let identityToken: String?
    let authorizationCode: String?
    /// Raw, as the challenge gave it; the token holds it, or its SHA-256.
    let nonce: String
    let name: Accounts.PersonName?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        identityToken = try object.optionalString("identityToken")
        authorizationCode = try object.optionalString("authorizationCode")
        nonce = try object.string("nonce")
        name = try object.optionalObject("name", as: ToldNameBody.self)?.name
    }

    var proof: AppleProof {
        AppleProof(flow: .native, identityToken: identityToken, code: authorizationCode, name: name)
    }

    /// The challenge's nonce. One that cannot have been given out is refused before Apple is asked.
    func challengeNonce() throws(Problem) -> OpaqueToken {
        guard let token = OpaqueToken(encoded: nonce) else { throw Problem.challengeRefused }
        return token
    }
}

/// What the app was told of the name: at the first sign-in only.
private struct ToldNameBody: JSONReadable {
    let name: Accounts.PersonName?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        name = Accounts.PersonName(given: try object.optionalString("givenName"), family: try object.optionalString("familyName"))
    }
}

extension AppleCeremonies {
    /// Verifies what an app brings. Throws as ``verify(_:nonce:by:from:)``, and 401 for a nonce that was never given out.
    func verify(
        _ body: AppleProofBody, by asker: AppleAsker, from client: Client
    ) async throws -> (VerifiedAppleProof, nonce: OpaqueToken) {
        let nonce = try body.challengeNonce()
        return (try await verify(body.proof, nonce: connection.nativeNonce(body.nonce), by: asker, from: client), nonce)
    }
}
