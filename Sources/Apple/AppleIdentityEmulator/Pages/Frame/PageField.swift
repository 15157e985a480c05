/// The names of the fields that forms of the emulator's pages send.
enum PageField: String {
    /// Proves that a page of the emulator's made the form.
    case formToken = "form-token"
    /// The sign-in on the sheet.
    case authorization
    case person, email, code
    case givenName = "given-name"
    case familyName = "family-name"
    case emailChoice = "email-choice"
    case client, team, key, name, kind, domains, url, urls, source, forwards, address, password, change
}
