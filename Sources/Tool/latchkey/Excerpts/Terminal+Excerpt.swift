import Foundation

extension Terminal {
    /// Shows lines on standard error as they are: what belongs to something that was just said.
    func show(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        // Where nobody reads any more there is nobody to tell.
        try? FileHandle.standardError.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    }
}

extension StringProtocol {
    /// The text for a terminal: foreign control characters are not obeyed.
    var harmless: String { String(String.UnicodeScalarView(unicodeScalars.map(\.visible))) }
}

extension String {
    /// A sentence as this command speaks it: lower case, no full stop.
    var spoken: String {
        let body = hasSuffix(".") ? dropLast() : self[...]
        return body.prefix(1).lowercased() + body.dropFirst()
    }
}
