internal import FuzzInput
internal import WebAuthn

/// Parses options of both ceremonies. Accepted options are within the limits of the standard, and their JSON parses to the same options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPasskeyOptions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    if let options = try? RegistrationOptions(json: bytes) {
        promise((1...64).contains(options.user.bytes.count), "a user handle has an accepted length")
        promise(
            (try? RegistrationOptions(json: options.json))?.json == options.json, "encoded registration options parse to themselves"
        )
    }
    if let options = try? AuthenticationOptions(json: bytes) {
        promise(options.challenge.bytes.count >= 16, "a challenge cannot be guessed")
        promise(
            (try? AuthenticationOptions(json: options.json))?.json == options.json,
            "encoded authentication options parse to themselves")
    }
    return 0
}
