internal import FuzzInput
internal import WebAuthn

/// Reading options of both ceremonies: what is read is within the bounds of the standard, and its JSON is read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPasskeyOptions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    if let options = try? RegistrationOptions(json: bytes) {
        promise((1...64).contains(options.user.bytes.count), "a user handle is in bounds")
        promise(
            (try? RegistrationOptions(json: options.json))?.json == options.json, "a registration's options are read as written")
    }
    if let options = try? AuthenticationOptions(json: bytes) {
        promise(options.challenge.bytes.count >= 16, "a challenge cannot be guessed")
        promise(
            (try? AuthenticationOptions(json: options.json))?.json == options.json,
            "an authentication's options are read as written")
    }
    return 0
}
