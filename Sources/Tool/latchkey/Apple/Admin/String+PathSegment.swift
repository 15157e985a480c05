import Foundation

extension String {
    /// This text as one segment of a path (RFC 3986 section 3.3); dots alone get none of their meaning.
    var pathSegment: String {
        let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~@")
        guard self != ".", self != "..", !isEmpty else { return "~" }
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? "~"
    }
}
