import Foundation
import PasswordRules

/// A user name as it is compared: compatibility-decomposed, case-folded and recomposed, after NFKC_Casefold (UAX #31, section 5.1).
/// `Ａnna`, `ANNA` and `anna` have the same key.
package struct UserNameKey: Hashable, Sendable {
    package let text: String

    /// Makes the key of any submitted text, whether or not an account could have that name: sign-in must treat both alike. Of a text
    /// longer than any name it is the key of the first ``maximumScalars``.
    package init(_ submitted: String) {
        // Folding what is fully decomposed leaves nothing to fold or decompose a second time, whatever the scalar. What is left at the
        // ends is cut off last: the compatibility form of some signs, such as `¨`, begins with a space.
        let decomposed = Self.beginning(of: submitted).decomposedStringWithCompatibilityMapping
        text = UserName.trimmed(ComposedText(CaseFolding.fold(decomposed)).string)
    }

    /// Takes a key that was made when it was stored. Making it anew would cost every check of a session some ten microseconds.
    package init(stored text: String) {
        self.text = text
    }

    /// Anybody may submit 64 KiB before anything is charged, and folding them takes more than a second. The longest name, fully
    /// decomposed, is four times 254 scalars.
    static let maximumScalars = 1_024

    private static func beginning(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumScalars)))
    }
}
