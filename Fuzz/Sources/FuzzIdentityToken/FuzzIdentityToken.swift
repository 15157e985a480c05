internal import AppleIdentity
internal import FuzzInput
internal import SignedFixtures

private let samples = try? SignedFixtures()

/// Verifies an identity token: only the text that was signed is accepted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIdentityToken(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let samples else { fatalError("the samples are unsound") }
    let text = FuzzInput(start, count).text
    _ = try? CompactJWS(text)
    let verifier = IdentityTokenVerifier(policy: samples.policy)
    let identity = try? verifier.verify(text, with: samples.keys, nonce: .exact("n-0S6_WzA2Mj"), now: SignedFixtures.now)
    let isGenuine = text.utf8.elementsEqual(SignedFixtures.token.utf8)
    promise((identity != nil) == isGenuine, "the genuine token is accepted, and no other")
    return 0
}
