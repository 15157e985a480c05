/// The name that somebody gave Apple for this app. Apple tells it once, at the first sign-in, beside the token and not in it: it is
/// what a person says of themselves and proves nothing.
package struct PersonName: Hashable, Sendable {
    /// At most ``maximumScalars`` scalars, nothing invisible, perhaps empty.
    package let given: String
    package let family: String

    /// Cleans both parts as device names are cleaned. Nil when nothing is left, so that an empty name never takes the place of one.
    package init?(given: String?, family: String?) {
        self.given = Self.cleaned(given)
        self.family = Self.cleaned(family)
        if self.given.isEmpty, self.family.isEmpty { return nil }
    }

    package static var maximumScalars: Int { 100 }

    /// How long a name waits for an account: Apple tells it once, and whoever never comes back should not be remembered for ever.
    package static var retention: Duration { .seconds(180 * 86_400) }

    private static func cleaned(_ text: String?) -> String {
        let visible = (text ?? "").unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            default: true
            }
        }
        return UserName.trimmed(String(String.UnicodeScalarView(visible.prefix(maximumScalars))))
    }
}
