import FoundationEssentials

/// The credentials of an `Authorization: Basic` field (RFC 7617), in UTF-8.
struct BasicCredentials {
    let userName: String
    let password: String

    init?(_ field: String?) {
        guard let parts = field?.split(separator: " ", maxSplits: 1), parts.count == 2, parts[0].lowercased() == "basic",
            let bytes = Data(base64Encoded: String(parts[1])), let text = String(validating: bytes, as: UTF8.self),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        userName = String(text[..<colon])
        password = String(text[text.index(after: colon)...])
    }
}
