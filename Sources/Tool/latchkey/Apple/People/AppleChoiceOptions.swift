import ArgumentParser
import JSONText

/// What a person decides on the sheet.
struct AppleChoiceOptions: ParsableArguments {
    @Flag(help: "Hide the e-mail address.") var hideEmail = false
    @Option(help: ArgumentHelp("The first name to give.", valueName: "name")) var firstName: String?
    @Option(help: ArgumentHelp("The last name to give.", valueName: "name")) var lastName: String?

    /// The choices as the admin interface takes them.
    var body: JSONValue {
        adminBody([
            ("givenName", firstName.map { .string($0) }), ("familyName", lastName.map { .string($0) }),
            ("email", .string(hideEmail ? "hide" : "share")),
        ])
    }
}
