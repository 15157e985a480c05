import AccountPages
import Accounts
import JSONText
import PasswordHashing

extension Problem {
    /// Creates a problem with the reasons for a rejected sign-up. The first reason sets the code and the status; `errors`
    /// lists all.
    init(_ rejections: [RegistrationRejection]) {
        self.init(rejected: rejections.map { ($0.code, $0.member, $0.message, $0.pageReason) })
    }

    /// Creates a problem with the reasons for a rejected new password.
    init(newPassword rejections: [PasswordRejection]) {
        self.init(rejected: rejections.map { ($0.code, "newPassword", $0.message, $0.pageReason) })
    }

    /// Creates a problem with the reason for a rejected new user name.
    init(userName rejection: UserNameError) {
        self.init([.userName(rejection)])
    }

    /// The problem for a wrong user name or password; it does not say which one.
    static var wrongCredentials: Problem {
        Problem(
            .invalidCredentials, detail: "Check the user name and the password and try again.",
            texts: [.text(.errorCredentials)])
    }

    static var wrongPassword: Problem {
        Problem(.invalidCredentials, detail: "The password is wrong.", texts: [.text(.errorPassword)])
    }

    static var reauthenticationRequired: Problem {
        Problem(
            .reauthenticationRequired,
            detail: "Recent authentication is required. Sign in again with the password or another credential.")
    }

    static var userNameTaken: Problem {
        Problem([.userNameTaken])
    }

    private typealias Rejected = (code: String, member: String, message: String, text: AccountPages.FormError.Reason)

    private init(rejected reasons: [Rejected]) {
        // Every rejection code has a problem code; a test checks all of them.
        let code = reasons.first.flatMap { ProblemCode(rawValue: $0.code) } ?? .invalidFields
        self.init(
            code, detail: reasons.map(\.message).joined(separator: " "), texts: reasons.map(\.text),
            errors: reasons.map {
                FieldProblem(.pointer(JSONPointer.root.appending($0.member)), code: $0.code, message: $0.message)
            })
    }
}

extension RegistrationRejection {
    var code: String {
        switch self {
        case .userName(let rejection): rejection.code
        case .password(let rejection): rejection.code
        case .userNameTaken: "username-taken"
        }
    }

    var message: String {
        switch self {
        case .userName(let rejection): rejection.message
        case .password(let rejection): rejection.message
        case .userNameTaken: "This user name is taken. Choose another, or sign in if it is yours."
        }
    }

    /// The member of the request that the reason concerns.
    var member: String {
        switch self {
        case .userName, .userNameTaken: "username"
        case .password: "password"
        }
    }
}
