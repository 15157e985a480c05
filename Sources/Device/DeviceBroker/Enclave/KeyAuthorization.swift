import Secrets

/// The evidence for one use of a key. What the policy does not ask for is not looked at.
package struct KeyAuthorization: Sendable, Redacted {
    /// The passcode's proof.
    package let passcode: PasscodeProof?
    /// Who signs for a biometric match. Asked at most once a use, with a challenge made for it, and only where the policy needs it.
    package let presence: (any PresenceSigner)?

    /// The evidence at hand.
    package init(passcode: PasscodeProof? = nil, presence: (any PresenceSigner)? = nil) {
        self.passcode = passcode
        self.presence = presence
    }

    /// No evidence.
    package static let none = KeyAuthorization()
}
