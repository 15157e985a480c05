internal import AppleIdentity
internal import FoundationEssentials
internal import FuzzInput
internal import SignedSamples

private let signer = try? TestSigner()
private let samples = try? SignedSamples()

/// Judging the claims of a token whose signature is right: whatever is accepted is by Apple, for us, in time and of our request.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIdentityClaims(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let signer, let samples, let token = try? signer.sign(FuzzInput(start, count).bytes) else {
        fatalError("the samples are unsound")
    }
    let verifier = IdentityTokenVerifier(policy: samples.policy)
    let now = SignedSamples.now
    guard let identity = try? verifier.verify(token, with: signer.keys, nonce: .exact("n-0S6_WzA2Mj"), now: now) else { return 0 }
    promise(identity.issuer.utf8.elementsEqual(TokenPolicy.appleIssuer.utf8), "the issuer is Apple")
    promise(samples.policy.audiences.contains(identity.audience), "the audience is ours")
    promise(identity.expiresAt.addingTimeInterval(samples.policy.leeway) > now, "the token has not expired")
    promise(identity.issuedAt <= now.addingTimeInterval(samples.policy.leeway), "the token is not from the future")
    promise((1...255).contains(identity.subject.utf8.count), "there is a subject")
    // A device that supports no nonce says so by not saying that it does, and Apple signs that too.
    let mayLackNonce = !FuzzInput(start, count).text.contains("nonce_supported")
    promise(identity.isBoundToNonce || mayLackNonce, "the nonce is that of the request")
    _ = (identity.checkCode("c.1"), identity.checkAccessToken("a.1"))
    return 0
}
