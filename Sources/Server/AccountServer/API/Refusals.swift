import Accounts
import JSONText
import PasswordHashing

extension Problem {
    /// What a registration was refused for: the first reason gives the code and the status, `errors` has them all.
    init(_ refusals: [RegistrationRefusal]) {
        self.init(refused: refusals.map { ($0.code, $0.member, $0.message) })
    }

    /// What a new password was refused for.
    init(newPassword refusals: [PasswordRefusal]) {
        self.init(refused: refusals.map { ($0.code, "newPassword", $0.message) })
    }

    /// What a new user name was refused for.
    init(userName refusal: UserNameRefusal) {
        self.init(refused: [(refusal.code, "username", refusal.message)])
    }

    /// The answer to a wrong name or password, one for both.
    static var wrongCredentials: Problem {
        Problem(.invalidCredentials, detail: "Check the user name and the password and try again.")
    }

    static var wrongPassword: Problem {
        Problem(.invalidCredentials, detail: "The password is wrong.")
    }

    static var reauthenticationRequired: Problem {
        Problem(.reauthenticationRequired, detail: "Show the password or another credential again; it counts for the next minutes.")
    }

    static var userNameTaken: Problem {
        Problem([.userNameTaken])
    }

    private init(refused reasons: [(code: String, member: String, message: String)]) {
        // A code without a problem of its own would be a mistake of ours; a test goes through all of them.
        let code = reasons.first.flatMap { ProblemCode(rawValue: $0.code) } ?? .invalidFields
        self.init(
            code, detail: reasons.map(\.message).joined(separator: " "),
            errors: reasons.map {
                FieldProblem(.pointer(JSONPointer.root.appending($0.member)), code: $0.code, message: $0.message)
            })
    }
}

extension RegistrationRefusal {
    var code: String {
        switch self {
        case .userName(let refusal): refusal.code
        case .password(let refusal): refusal.code
        case .userNameTaken: "username-taken"
        }
    }

    var message: String {
        switch self {
        case .userName(let refusal): refusal.message
        case .password(let refusal): refusal.message
        case .userNameTaken: "This user name is taken. Choose another, or sign in if it is yours."
        }
    }

    /// The part of the request that it is about.
    var member: String {
        switch self {
        case .userName, .userNameTaken: "username"
        case .password: "password"
        }
    }
}
