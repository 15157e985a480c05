/// A request for a new account. The ceremony: name and password are checked together, so that a person sees everything that is
/// wrong at once; the attempt is charged; the password is hashed whether or not the name is free; the store decides about the name.
package struct Registration: Sendable {
    package let userName: String
    package let password: Password
    package let client: Client

    package init(userName: String, password: Password, client: Client) {
        self.userName = userName
        self.password = password
        self.client = client
    }

    /// The registration with everything about it in order, or all that is not.
    func checked(by policy: PasswordPolicy) -> Result<CheckedRegistration, RegistrationRefusals> {
        do {
            let name = try UserName(userName)
            let refusals = policy.refusals(of: password, for: name).map(RegistrationRefusal.password)
            guard refusals.isEmpty else { return .failure(RegistrationRefusals(refusals)) }
            return .success(CheckedRegistration(userName: name, password: password, client: client))
        } catch {
            let refusals = policy.refusals(of: password, for: nil).map(RegistrationRefusal.password)
            return .failure(RegistrationRefusals([.userName(error)] + refusals))
        }
    }
}

/// A registration whose name and password were found good. Only ``Registration/checked(by:)`` makes one.
struct CheckedRegistration: Sendable {
    let userName: UserName
    let password: Password
    let client: Client

    fileprivate init(userName: UserName, password: Password, client: Client) {
        self.userName = userName
        self.password = password
        self.client = client
    }
}

package enum RegistrationRefusal: Hashable, Sendable {
    case userName(UserNameRefusal)
    case password(PasswordRefusal)
    case userNameTaken
}

/// One or more refusals.
struct RegistrationRefusals: Error {
    let list: [RegistrationRefusal]

    fileprivate init(_ list: [RegistrationRefusal]) {
        self.list = list
    }
}

package enum RegistrationOutcome: Sendable {
    case registered(SignedIn)
    case refused([RegistrationRefusal])
    case throttled(retryAfter: Duration)
}
