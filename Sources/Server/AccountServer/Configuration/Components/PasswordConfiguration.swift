package import Accounts

/// What new passwords must be.
package struct PasswordConfiguration: Hashable, Sendable {
    /// The rules that pages and apps are told and passwords are held to.
    package var rules = PasswordRequirements.standard
    /// The least zxcvbn score, 0 to 4.
    package var minimumScore = 3
    /// Words that no password contains, besides those of the site.
    package var contextWords: [String] = []
    /// A file of further passwords to refuse, one a line, in UTF-8.
    package var commonPasswordsFile: String?
    /// A folder of published ranges of leaked passwords to refuse.
    package var leakedFolder: String?
    /// The online service of leaked passwords to refuse, in place of a folder.
    package var leakedService = LeakedServiceConfiguration()

    package init() {}
}
