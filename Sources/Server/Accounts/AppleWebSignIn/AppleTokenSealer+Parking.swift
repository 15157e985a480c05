import Secrets

extension AppleTokenSealer {
    /// Seals a grant for the minute before its identity is known here.
    func parked(_ grant: AppleGrant, under completion: TokenDigest) throws -> ParkedAppleGrant {
        switch grant {
        case .none: .none
        case .refreshToken(let token): .refreshToken(try seal(token.reveal(), Self.place("refresh-token", completion)))
        case .code(let code): .code(try seal(code.reveal(), Self.place("code", completion)), flow: code.flow)
        }
    }

    /// The grant again; none where it does not open, so that a lost key costs the refresh token and not the sign-in.
    func grant(_ parked: ParkedAppleGrant, under completion: TokenDigest) -> AppleGrant {
        switch parked {
        case .none: .none
        case .refreshToken(let sealed):
            open(sealed, Self.place("refresh-token", completion)).flatMap { AppleRefreshToken($0) }.map(AppleGrant.refreshToken)
                ?? AppleGrant.none
        case .code(let sealed, let flow):
            open(sealed, Self.place("code", completion)).flatMap { AppleAuthorizationCode($0, flow: flow) }.map(AppleGrant.code)
                ?? AppleGrant.none
        }
    }

    private func seal(_ text: String, _ place: [UInt8]) throws -> Sealed {
        try keys.seal(SecretBytes(utf8: text), boundTo: place, random: random)
    }

    private static func place(_ kind: String, _ completion: TokenDigest) -> [UInt8] {
        Array("apple parked \(kind)\n".utf8) + completion.bytes
    }
}
