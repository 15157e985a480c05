/// What the device says about a new user: `real_user_status`, native sign-in only, first sign-in only (facts 1.4).
public enum RealUserStatus: Int, Sendable, Hashable, Codable, CaseIterable {
    case unsupported = 0
    case unknown = 1
    case likelyReal = 2
}
