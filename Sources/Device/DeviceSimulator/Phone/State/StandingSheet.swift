import DeviceBroker
import DeviceProtocol
import DeviceServices

/// A sheet that waits for the person.
struct StandingSheet: Hashable, Sendable {
    let number: UInt64
    /// The person has answered, and whoever asked has not taken it away yet: nothing of it is to be seen any more.
    var isAnswered = false
    /// The identifier of the app that it stands over.
    let app: String
    let content: Sheet.Content

    init(number: UInt64, app: String, content: Sheet.Content) {
        self.number = number
        self.app = app
        self.content = content
    }

    init(_ sheet: Sheet) {
        self.init(number: sheet.number, app: sheet.app.identifier.rawValue, content: sheet.content)
    }

    /// Whether the sheet has a place for what the person does. Nobody does what it shows no button for.
    func takes(_ action: PhoneAction.SheetAction) -> Bool {
        switch (action, content) {
        case (.cancel, _): true
        case (.proceed, .explanation), (.proceed, .confirmation), (.proceed, .details), (.proceed, .webSignIn): true
        case (.details(let given, let family, _, let address), .details(let form)):
            SignInChoices(givenName: given, familyName: family) != nil && address.map(form.emails.contains) ?? true
        case (.choose(let index), .choice(let candidates)): candidates.indices.contains(index)
        case (.password, .accountPassword): true
        case (.openSettings, .alert(let alert)): alert != .notCompleted
        case (.tryAgain, .alert(.notCompleted)): true
        default: false
        }
    }
}
