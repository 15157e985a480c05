internal import FuzzInput
internal import OneTimeCodes

/// Parses an `otpauth:` URI: it survives a round trip, and its description contains nothing of the key. The same bytes are also
/// parsed as Base32.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOTPAuth(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    promise((try? Base32.decode(Base32.encode(input.bytes))) == input.bytes, "Base32 gives back the bytes")
    if let bytes = try? Base32.decode(input.text) { promise(Base32.encode(bytes) == input.text, "a key has one text") }
    _ = try? Base32.decodeTyped(input.text)

    guard let uri = try? OTPAuthURI(input.text) else { return 0 }
    promise("\(uri)" == "otpauth URI", "a URI prints nothing of its key")
    let text = uri.unprotectedText
    guard let again = try? OTPAuthURI(text) else {
        // Escapes lengthen it, three bytes for one.
        promise(text.utf8.count > 4_096, "a URI reads back as it is written")
        return 0
    }
    promise(
        again.account == uri.account && again.issuer == uri.issuer && again.unprotectedText == text, "a URI reads back as the same")
    switch uri.kind {
    case .totp(let totp): promise((5...86_400).contains(totp.period), "a period is in range")
    case .hotp(let hotp, let counter): promise(hotp.password(counter).count == hotp.digits, "a password has its digits")
    }
    return 0
}
