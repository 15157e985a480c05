/// The name that somebody gave Apple for this app. Apple tells it once, at the first sign-in, beside the token and not in it: it is
/// what a person says of themselves and proves nothing.
package struct PersonName: Hashable, Sendable {
    /// At most 100 scalars, nothing invisible, perhaps empty.
    package let given: String
    package let family: String

    /// Cleans both parts as device names are cleaned. Nil when nothing is left, so that an empty name never takes the place of one.
    package init?(given: String?, family: String?) {
        self.given = ShownText(given).text
        self.family = ShownText(family).text
        if self.given.isEmpty, self.family.isEmpty { return nil }
    }

    /// How long a name waits for an account: Apple tells it once, and whoever never comes back should not be remembered for ever.
    package static var retention: Duration { .seconds(180 * 86_400) }
}
