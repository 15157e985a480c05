/// A request of somebody who signs in with Apple for a password besides. The right to it comes from having shown the Apple identity within
/// the last minutes. Nothing that signs in today ends by it.
package struct FirstPassword: Sendable {
    /// As typed. Nil keeps the name that the account has; an account without one must choose.
    package let userName: String?
    package let password: Password
    package let client: Client

    package init(userName: String?, password: Password, client: Client) {
        self.userName = userName
        self.password = password
        self.client = client
    }

    /// Name and password in order, or all that is not.
    func checked(by policy: PasswordPolicy, current: UserName?) -> CheckedFirstPassword {
        let name: UserName?
        do {
            name = try userName.map { typed throws(UserNameRefusal) in try UserName(typed) } ?? current
        } catch {
            return .refused([.userName(error)] + policy.refusals(of: password, for: nil).map(RegistrationRefusal.password))
        }
        guard let name else { return .userNameRequired }
        let refusals = policy.refusals(of: password, for: name).map(RegistrationRefusal.password)
        return refusals.isEmpty ? .good(name) : .refused(refusals)
    }
}

enum CheckedFirstPassword: Sendable {
    case good(UserName)
    case refused([RegistrationRefusal])
    case userNameRequired
}

package enum FirstPasswordOutcome: Sendable {
    /// The account as it stands now.
    case set(Account)
    case refused([RegistrationRefusal])
    case userNameRequired
    /// It is to be changed, not set.
    case hasPassword
    case reauthenticationRequired
    case throttled(retryAfter: Duration)
    /// A password was set elsewhere, or the session ended, at the same moment. Nothing was changed here.
    case superseded
}
