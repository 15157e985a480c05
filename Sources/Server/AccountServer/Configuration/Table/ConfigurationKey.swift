/// One line of the table of configuration: what a key is called, what it takes, and what holds where it is not set.
package struct ConfigurationKey: Hashable, Sendable {
    /// The name in the file, its sections joined by dots: `listener.port`.
    package let name: String

    /// The kind of value, such as `whole number`.
    package let type: String

    /// The values taken, in words.
    package let allowed: String

    /// What holds when the key is not set: a value in the file's spelling, or words in parentheses. Nil where it must be set.
    package let standard: String?

    /// Whether several values are taken: a YAML list, or a text with commas elsewhere.
    package let isList: Bool

    /// Whether the value is never shown.
    package let isSecret: Bool

    /// What it is for, in one line.
    package let summary: String

    /// The environment variable that sets it: `LATCHKEY_LISTENER_PORT`.
    package var environmentName: String {
        var words = ""
        var previous: Character = "."
        for character in name {
            if character.isUppercase, previous.isLowercase { words.append("_") }
            words.append(character == "." ? "_" : character)
            previous = character
        }
        return Self.environmentPrefix + "_" + words.uppercased()
    }

    /// What the names of all environment variables of this project begin with, before an underscore.
    package static var environmentPrefix: String { "LATCHKEY" }
}
