internal import Secrets

/// A text in memory that is cleared when the last copy goes away.
struct SecretText: Sendable {
    private let bytes: SecretBytes

    init(_ text: String) {
        bytes = SecretBytes(utf8: text)
    }

    /// A text of 1 to `maximum` bytes of printable ASCII without spaces, which all of Apple's are; else nil.
    init?(checking text: String, maximum: Int) {
        // The length first, so that a long text costs nothing.
        guard (1...maximum).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.init(text)
    }

    func reveal() -> String {
        bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
