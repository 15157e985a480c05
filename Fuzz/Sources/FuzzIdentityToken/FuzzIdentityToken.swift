internal import AppleIdentity
internal import FuzzInput
internal import SignedSamples

private let samples = try? SignedSamples()

/// Verifying an identity token: of all texts, only the one that was signed is ever accepted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIdentityToken(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let samples else { fatalError("the samples are unsound") }
    let text = FuzzInput(start, count).text
    _ = try? CompactJWS(text)
    let verifier = IdentityTokenVerifier(policy: samples.policy)
    let identity = try? verifier.verify(text, with: samples.keys, nonce: .exact("n-0S6_WzA2Mj"), now: SignedSamples.now)
    promise((identity != nil) == (text.utf8.elementsEqual(SignedSamples.token.utf8)), "the genuine token is accepted, and no other")
    return 0
}
