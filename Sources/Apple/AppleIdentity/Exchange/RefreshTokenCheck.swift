/// The permission to check one refresh token once. It cannot be copied, and checking takes it away.
public struct RefreshTokenCheck: ~Copyable, Sendable {
    let token: RefreshToken
}
