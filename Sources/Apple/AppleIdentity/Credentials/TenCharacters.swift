/// The form that team IDs and key IDs share.
enum TenCharacters {
    static func check(
        _ text: String, name: String, length: CredentialError.Code, character: CredentialError.Code
    ) throws(CredentialError) -> String {
        let remedy = "Copy the \(name) from the developer account; it has 10 capital letters and digits."
        for (position, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "A"..."Z", "0"..."9": break
            case "a"..."z":
                throw CredentialError(
                    character, "The \(name) has a small letter at character \(position + 1).", remedy: remedy, position: position)
            default:
                throw CredentialError(
                    character, "The \(name) has something else than letters and digits at character \(position + 1).",
                    remedy: remedy, position: position)
            }
        }
        guard text.utf8.count == 10 else {
            throw CredentialError(length, "The \(name) has \(text.utf8.count) characters instead of 10.", remedy: remedy)
        }
        return text
    }
}
