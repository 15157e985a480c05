import Accounts

/// Sign in with Apple as the API and the pages offer it: the domain's ceremonies, and the way to verify what they rest on.
struct AppleCeremonies: Sendable {
    let service: AppleAccountService
    let connection: AppleConnection
}
