package import Secrets

/// What a sealed value of a store is bound to: it opens in this place and in no other.
package enum SealedPlace: Hashable, Sendable {
    case totpSecret(TOTPID, of: AccountID)
    /// The private half of a key that signs access tokens.
    case signingKey(id: String)
    case appleRefreshToken(AppleIdentityID, AppleClientID)
    case appleCode(AppleIdentityID, AppleClientID)
    /// A grant of a web sign-in that its browser has not finished.
    case parkedAppleRefreshToken(TokenDigest)
    case parkedAppleCode(TokenDigest)

    /// Which subkey of the master key seals it.
    package var purpose: KeyPurpose {
        switch self {
        case .totpSecret: .totpSecrets
        case .signingKey: .signingKeys
        case .appleRefreshToken, .appleCode, .parkedAppleRefreshToken, .parkedAppleCode: .appleTokens
        }
    }

    /// The associated data of the seal.
    package var associatedData: [UInt8] {
        switch self {
        case .totpSecret(let id, let account): Array("totp\n\(account)\n\(id)".utf8)
        case .signingKey(let id): Array(id.utf8)
        case .appleRefreshToken(let identity, let client): Array("apple refresh-token\n\(identity)\n\(client)".utf8)
        case .appleCode(let identity, let client): Array("apple code\n\(identity)\n\(client)".utf8)
        case .parkedAppleRefreshToken(let completion): Array("apple parked refresh-token\n".utf8) + completion.bytes
        case .parkedAppleCode(let completion): Array("apple parked code\n".utf8) + completion.bytes
        }
    }
}

extension SealingKeys {
    /// Seals for one place. The place says which purpose these keys must have.
    package func seal(_ secret: SecretBytes, in place: SealedPlace, random: some RandomBytes) throws(SealingError) -> Sealed {
        try seal(secret, boundTo: place.associatedData, random: random)
    }

    /// Opens what was sealed for this place. Throws as ``open(_:boundTo:)`` does.
    package func open(_ sealed: Sealed, in place: SealedPlace) throws(SealingError) -> SecretBytes {
        try open(sealed, boundTo: place.associatedData)
    }
}

extension KeyPurpose {
    package static let totpSecrets = KeyPurpose("totp-secrets")
    package static let signingKeys = KeyPurpose("access-token-signing-keys")
    package static let appleTokens = KeyPurpose("apple-tokens")
}
