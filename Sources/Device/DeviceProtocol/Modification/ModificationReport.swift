/// What an extension tells the system.
package enum ModificationReport: Equatable, Sendable {
    /// The longest state and the longest nonce, in bytes.
    package static let maximumEchoLength = AppleIDRequest.maximumEchoLength

    /// It needs a credential of Sign in with Apple.
    case wantsCredential(state: String?, nonce: String?)
    /// It is going to send this password, and not the proposed one.
    case announces(PasswordGrant)
    /// The view is ready to be shown.
    case isPrepared
    /// The server has taken this password.
    case changedPassword(PasswordGrant, UserInfo?)
    /// The account signs in with Apple now.
    case convertedToApple(UserInfo?)
    case gaveUp(ModificationFailure)
    /// Its view shows this from now on.
    case shows(ShownScreen)
}

extension ModificationReport: WireValue {
    private enum Tag: UInt8, WireValue {
        case wantsCredential = 1
        case announces = 2
        case isPrepared = 3
        case changedPassword = 4
        case convertedToApple = 5
        case gaveUp = 6
        case shows = 7
    }

    package init(from reader: inout WireReader) throws(WireError) {
        func echo(_ reader: inout WireReader) throws(WireError) -> String { try reader.text(atMost: Self.maximumEchoLength) }
        switch try reader.value(Tag.self) {
        case .wantsCredential: self = .wantsCredential(state: try reader.optional(echo), nonce: try reader.optional(echo))
        case .announces: self = .announces(try reader.value())
        case .isPrepared: self = .isPrepared
        case .changedPassword: self = .changedPassword(try reader.value(), try reader.optional())
        case .convertedToApple: self = .convertedToApple(try reader.optional())
        case .gaveUp: self = .gaveUp(try reader.value())
        case .shows: self = .shows(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .wantsCredential(let state, let nonce):
            writer.value(Tag.wantsCredential)
            writer.optional(state) { $0.text($1) }
            writer.optional(nonce) { $0.text($1) }
        case .announces(let credential):
            writer.value(Tag.announces)
            writer.value(credential)
        case .isPrepared: writer.value(Tag.isPrepared)
        case .changedPassword(let credential, let userInfo):
            writer.value(Tag.changedPassword)
            writer.value(credential)
            writer.optional(userInfo)
        case .convertedToApple(let userInfo):
            writer.value(Tag.convertedToApple)
            writer.optional(userInfo)
        case .gaveUp(let failure):
            writer.value(Tag.gaveUp)
            writer.value(failure)
        case .shows(let screen):
            writer.value(Tag.shows)
            writer.value(screen)
        }
    }
}
