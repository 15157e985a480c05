import Secrets

extension AppleTokenSealer {
    /// Seals a grant for the minute before its identity is known here.
    func parked(_ grant: AppleGrant, under completion: TokenDigest) throws -> ParkedAppleGrant {
        switch grant {
        case .none: .none
        case .refreshToken(let token): .refreshToken(try seal(token.reveal(), in: .parkedAppleRefreshToken(completion)))
        case .code(let code): .code(try seal(code.reveal(), in: .parkedAppleCode(completion)), flow: code.flow)
        }
    }

    /// The grant again; none where it does not open, so that a lost key costs the refresh token and not the sign-in.
    func grant(_ parked: ParkedAppleGrant, under completion: TokenDigest) -> AppleGrant {
        switch parked {
        case .none: .none
        case .refreshToken(let sealed):
            open(sealed, in: .parkedAppleRefreshToken(completion)).flatMap { AppleRefreshToken($0) }.map(AppleGrant.refreshToken)
                ?? AppleGrant.none
        case .code(let sealed, let flow):
            open(sealed, in: .parkedAppleCode(completion)).flatMap { AppleAuthorizationCode($0, flow: flow) }.map(AppleGrant.code)
                ?? AppleGrant.none
        }
    }
}
