import Secrets

/// The base64 of PHC strings: the standard alphabet (RFC 4648, section 4) without padding, in its one spelling.
enum PHCBase64 {
    /// The text for `bytes`.
    static func encode(_ bytes: [UInt8]) -> String {
        String(
            decoding: Base64URL.encode(bytes).utf8.map { digit -> UInt8 in
                switch digit {
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                default: digit
                }
            }, as: UTF8.self)
    }

    /// The bytes of `text`, in which `plus` is the digit 62: `+`, and in passlib's hashes `.`.
    static func decode(_ text: ArraySlice<UInt8>, plus: UInt8) -> [UInt8]? {
        var digits = Array(text)
        for index in digits.indices {
            switch digits[index] {
            case plus: digits[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): digits[index] = UInt8(ascii: "_")
            case UInt8(ascii: "-"), UInt8(ascii: "_"): return nil
            default: break
            }
        }
        return Base64URL.decode(utf8: digits)
    }
}
