/// What Apple thinks of who signs in (`real_user_status`). Sent by devices, at the first sign-in only.
public enum RealUserStatus: Sendable, Hashable {
    /// 0: the device cannot tell.
    case unsupported
    /// 1: Apple has not decided; treat as any new user.
    case unknown
    /// 2: most likely a person.
    case likelyReal
    /// A value that did not exist when this was written. It means nothing.
    case other(Int)

    init(_ value: Int) {
        switch value {
        case 0: self = .unsupported
        case 1: self = .unknown
        case 2: self = .likelyReal
        default: self = .other(value)
        }
    }
}
