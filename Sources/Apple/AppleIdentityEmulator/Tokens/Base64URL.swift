import Foundation

/// Canonical base64url without padding (RFC 4648, section 5; RFC 7515, section 2). A separate copy: the emulator shares no encoder
/// with the client library, whose bugs it must find.
enum Base64URL {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns the bytes, or nil for padding, characters outside the alphabet, an impossible length, or trailing bits that are not
    /// zero.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let text = String(decoding: Array(text), as: UTF8.self)
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let standard = text.replacing("-", with: "+").replacing("_", with: "/") + padding
        guard let data = Data(base64Encoded: standard), encode(data) == text else { return nil }
        return Array(data)
    }
}
