import Markup

/// The pages of the console of operators. They are in English, as the pages for developers.
enum ConsoleSection: Sendable, CaseIterable {
    case accounts, approvals, records, state

    var path: LocalPath {
        switch self {
        case .accounts: PagePath.operators
        case .approvals: PagePath.approvals
        case .records: PagePath.operatorRecords
        case .state: PagePath.serviceState
        }
    }

    var label: String {
        switch self {
        case .accounts: "Accounts"
        case .approvals: "Approvals"
        case .records: "Audit trail"
        case .state: "Service"
        }
    }
}

extension PageFrame {
    /// Creates a page of the console.
    init(console title: String, section: ConsoleSection, site: Site, formToken: FormToken) {
        self.init(english: title, site: site, width: .broad)
        self.formToken = formToken
        navigation = nav(.class("desk-navigation"), .aria(.label, "Console")) {
            ul(.role(.list)) {
                for entry in ConsoleSection.allCases {
                    li { a(.href(.local(entry.path)), entry == section ? .aria(.current, "page") : nil) { entry.label } }
                }
            }
        }
    }
}

/// The paths of the pages about users' accounts.
package enum AccountsPlace: Sendable, Hashable {
    /// On the desk of `latchkey dev`.
    case desk
    /// In the console of operators, with the token of its forms.
    case console(FormToken)

    var accounts: LocalPath { self == .desk ? PagePath.deskAccounts : PagePath.operators }

    func account(_ id: String) -> LocalPath { self == .desk ? PagePath.deskAccount(id) : PagePath.operatedAccount(id) }

    func frame(_ title: String, on site: Site, script: LocalPath? = nil) -> PageFrame {
        switch self {
        case .desk: PageFrame(english: title, site: site, width: .broad, script: script, section: .accounts)
        case .console(let token): PageFrame(console: title, section: .accounts, site: site, formToken: token)
        }
    }
}

/// The outcome of the last form, which the page after the form shows once.
package enum ConsoleNotice: String, Sendable, CaseIterable {
    case performed
    case requested
    case declined
    case notAllowed = "not-allowed"
    case noRequest = "no-request"
    case otherRequest = "other-request"
    case nothingToDo = "nothing-to-do"
    case unreachable
    case tooManyRequests = "too-many-requests"
    case reasonMissing = "reason-missing"

    var html: HTML { p(.class("notice"), .role(.status), .data("code", rawValue)) { sentence } }

    private var sentence: String {
        switch self {
        case .performed: "Done."
        case .requested: "The act waits for the approval of an administrator."
        case .declined: "The request was removed."
        case .notAllowed: "Your role does not permit this, or your session has ended."
        case .noRequest: "The request does not exist, has expired, or was used."
        case .otherRequest: "The request is for another act or account. Nothing was done."
        case .nothingToDo: "The account is in this state already, or the act waits for an approval."
        case .unreachable: "The account has no verified e-mail address, or this server sends no mail."
        case .tooManyRequests: "Too many of your requests wait for an approval. Cancel one of them first."
        case .reasonMissing: "Give a reason of the length that the form states, with visible characters only."
        }
    }
}
