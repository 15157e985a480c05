internal import AppleIdentity
internal import FoundationEssentials
internal import FuzzInput
internal import SignedFixtures

private let signer = try? TestSigner()
private let samples = try? SignedFixtures()

/// Verifies the claims of validly signed tokens: an accepted token has Apple's issuer, an accepted audience, valid times and the
/// request's nonce.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIdentityClaims(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let signer, let samples, let token = try? signer.sign(FuzzInput(start, count).bytes) else {
        fatalError("the samples are unsound")
    }
    let verifier = IdentityTokenVerifier(policy: samples.policy)
    let now = SignedFixtures.now
    guard let identity = try? verifier.verify(token, with: signer.keys, nonce: .exact("n-0S6_WzA2Mj"), now: now) else { return 0 }
    promise(identity.issuer.utf8.elementsEqual(TokenPolicy.appleIssuer.utf8), "the issuer is Apple")
    promise(samples.policy.audiences.contains(identity.audience), "the audience is ours")
    promise(identity.expiresAt.addingTimeInterval(samples.policy.leeway) > now, "the token has not expired")
    promise(identity.issuedAt <= now.addingTimeInterval(samples.policy.leeway), "the token is not from the future")
    promise((1...255).contains(identity.subject.utf8.count), "there is a subject")
    let support = try? JSONDecoder().decode(NonceSupport.self, from: Data(FuzzInput(start, count).bytes))
    promise(identity.isBoundToNonce || support?.isStated != true, "the nonce is that of the request")
    _ = (identity.checkCode("c.1"), identity.checkAccessToken("a.1"))
    return 0
}

/// The device's nonce support in the claims. A device without support does not claim it, and Apple signs that too.
private struct NonceSupport: Decodable {
    let isStated: Bool

    enum CodingKeys: String, CodingKey {
        case isStated = "nonce_supported"
    }

    init(from decoder: any Decoder) throws {
        isStated = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .isStated)
    }
}
