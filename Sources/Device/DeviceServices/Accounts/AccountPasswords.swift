package import Secrets

/// Knows the passwords of Apple accounts. Asked only on a device that has neither biometry nor a passcode.
package protocol AccountPasswords: Sendable {
    func isRight(_ password: SecretBytes, of account: AppleAccount) -> Bool
}
