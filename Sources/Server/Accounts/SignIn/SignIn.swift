package import Secrets

/// A request to sign in by password.
///
/// The ceremony: what is known of the name and the device is looked up, which decides the budgets (``attempt(for:device:budgets:keys:)``);
/// the attempt is charged and tried; a right password opens a session, unless the password has changed meanwhile.
package struct SignIn: Sendable {
    package let userName: UserNameKey
    package let password: Password
    package let deviceToken: OpaqueToken?
    package let client: Client

    /// - Parameter userName: as submitted; whether an account could have such a name does not matter here.
    /// - Parameter deviceToken: what an earlier sign-in on this device was given.
    package init(userName: String, password: Password, deviceToken: OpaqueToken?, client: Client) {
        self.userName = UserNameKey(userName)
        self.password = password
        self.deviceToken = deviceToken
        self.client = client
    }

    /// The attempt, charged to the account's known devices if it comes from one of them, and otherwise to the name in this network,
    /// the name, the address and everybody.
    func attempt(
        for credential: PasswordCredential?, device: Device?, budgets: ThrottlePolicy, keys: BudgetKeys
    ) -> PasswordAttempt {
        let charges: [ThrottleCharge]
        if let device, let account = credential?.account.id, device.account == account {
            charges = [ThrottleCharge(key: keys.devices(of: account), budget: budgets.failuresPerKnownDevices)]
        } else {
            charges = [
                ThrottleCharge(key: keys.failures(for: userName, from: client.address), budget: budgets.failuresPerNameAndAddress),
                ThrottleCharge(key: keys.name(userName), budget: budgets.failuresPerName),
                ThrottleCharge(key: keys.failures(from: client.address), budget: budgets.failuresPerAddress),
                ThrottleCharge(key: keys.allFailures, budget: budgets.failuresInAll),
            ]
        }
        return PasswordAttempt(
            password: password, credential: credential, charges: charges,
            costs: keys.hashCosts(for: userName, client: client, budgets: budgets),
            client: client.hashing())
    }
}

package enum SignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// The password is right, and a second factor is to be shown.
    case factorRequired(FactorChallenge)
    /// The name or the password is wrong; which of them is not said, and takes no time to tell.
    case refused
    case throttled(retryAfter: Duration)
}
