internal import AppleIdentity
internal import FoundationEssentials
internal import FuzzInput
internal import SignedFixtures

private let samples = try? SignedFixtures()
private let signer = try? TestSigner()

/// Verifies a notification: only a body with the signed message is accepted, and validly signed claims are parsed safely.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNotification(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let samples, let signer else { fatalError("the samples are unsound") }
    let input = FuzzInput(start, count)
    let verifier = NotificationVerifier(policy: samples.policy)
    if let genuine = try? verifier.verify(input.bytes, with: samples.keys, now: SignedFixtures.now) {
        promise(genuine.id.text == "jti-1" && genuine.event.type == "email-disabled", "only the genuine message is accepted")
    }

    // The same bytes as claims with a valid signature.
    guard let message = try? signer.sign(input.bytes) else { fatalError("signing failed") }
    let body = Array((#"{"payload":""# + message + #""}"#).utf8)
    guard let notification = try? verifier.verify(body, with: signer.keys, now: SignedFixtures.now) else { return 0 }
    promise(samples.policy.audiences.contains(notification.audience), "the audience is ours")
    promise(notification.acceptedUntil > SignedFixtures.now, "the notification has not expired")
    promise((1...255).contains(notification.id.text.utf8.count), "the notification has an identifier")
    promise(notification.event.type.unicodeScalars.count <= 64, "the type is fit for a log")
    if let subject = notification.event.subject {
        promise((1...UserSubject.maximumByteCount).contains(subject.text.utf8.count), "the subject is of an account")
    }
    return 0
}
