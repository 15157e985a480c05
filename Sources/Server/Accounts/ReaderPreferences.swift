import InternetAddresses

/// The language that the reader of a message prefers: the tag of a language (BCP 47), such as `pt-BR`.
package struct LanguageTag: Hashable, Sendable {
    package let text: String

    /// Returns nil unless the text has subtags of 1 to 8 letters and digits between hyphens, and 2 to 35 characters.
    package init?(_ text: String) {
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isWellFormed = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy(\.isASCIIAlphanumeric)
        }
        guard (2...35).contains(text.utf8.count), isWellFormed else { return nil }
        self.text = text
    }

    private init(checked text: String) {
        self.text = text
    }

    package static let english = LanguageTag(checked: "en")
}

/// A time zone that the reader of pages and messages chose: an identifier of the time-zone database, such as `Europe/Vienna`.
package struct TimeZoneName: Hashable, Sendable {
    package let text: String

    /// Returns nil unless the text has 1 to 64 characters: parts of letters, digits, `+`, `-` and `_` between slashes. Whether the
    /// database has the zone is not checked.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard (1...64).contains(text.utf8.count), parts.allSatisfy(Self.isPart) else { return nil }
        self.text = text
    }

    private static func isPart(_ text: Substring.UTF8View) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCIIAlphanumeric || "+-_".utf8.contains($0) }
    }
}
