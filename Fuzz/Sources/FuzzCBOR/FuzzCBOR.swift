internal import FuzzInput
internal import WebAuthn

/// Parses CBOR: an accepted item has one encoding, no prefix of it is accepted, and an error lies within the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCBOR(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    do {
        let item = try CBOR(bytes, in: "input")
        promise(item.encoded == bytes, "an item has one encoding")
        promise((try? CBOR(bytes.dropLast(), in: "input")) == nil, "a truncated item is rejected")
        promise((try? CBOR(bytes + [0], in: "input")) == nil, "an item with trailing bytes is rejected")
    } catch {
        promise((0...bytes.count).contains(error.place.offset ?? -1), "a fault has a position")
    }
    _ = try? CredentialPublicKey(bytes)
    return 0
}
