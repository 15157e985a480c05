/// The names of the fields that the forms of the page send.
enum PageField: String {
    /// A ``PhoneAction`` as JSON: what the button that was pressed does.
    case action
    /// What is put together from other fields of the form: a ``Composition``.
    case composition
    /// The number of the sheet that was answered, so that no other is.
    case sheet
    case givenName = "given-name"
    case familyName = "family-name"
    case emailChoice = "email-choice"
    case password, passcode, account
    case appPassword = "app-password"
    case accountCode = "account-code"
    /// One of the addresses of the Apple account, or a new one.
    case accountAddress = "account-address"
    /// Where the page in the web sheet leads.
    case address
    case sender, text, seconds, isOnline = "online"

    /// In front of the name of a field of the app's.
    static let ofApp = "field."
}

/// An action that a button cannot hold, because it takes what was typed.
enum Composition: String {
    /// The texts typed into the app's fields, and nothing else: what pressing Return does where no script runs.
    case fields
    case sheet, passcode, account, page
    case accountCode = "account-code"
    case accountUnlock = "account-unlock"
    case accountAddress = "account-address"
    case appPassword = "app-password"
}

/// The two answers to the question about the e-mail address.
enum EmailChoice: String {
    case share, hide
}
