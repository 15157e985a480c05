/// A path of this site to go to after a sign-in: never another site's, whatever a browser makes of slashes.
package struct ReturnPath: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Takes 1 to 512 visible ASCII characters that begin with one slash. Refuses a second slash or a backslash after it, which
    /// browsers read as another host (WHATWG URL, section 4.4), and any backslash at all.
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...512), text.utf8.first == UInt8(ascii: "/") else { return nil }
        guard text.utf8.dropFirst().first != UInt8(ascii: "/"), !text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
        self.text = text
    }

    package var description: String { text }
}
