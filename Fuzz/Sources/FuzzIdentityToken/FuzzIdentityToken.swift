internal import AppleIdentity
internal import FuzzInput
internal import SignedSamples

private let samples = try? SignedSamples()

/// Verifies an identity token: only the text that was signed is accepted.
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
