/// What an extension that provides credentials reports to the system. Prints nothing of them.
package enum ProviderReport: Equatable, Sendable {
    /// The longest one-time code, in bytes.
    package static let maximumCodeLength = 64

    /// The view is ready to be shown.
    case isPrepared
    case password(PasswordGrant)
    case oneTimeCode(String)
    /// The person has set the provider up.
    case isConfigured
    case gaveUp(ModificationFailure)
    /// The view shows this from now on.
    case shows(ShownScreen)
}

extension ProviderReport: WireValue {
    private enum Tag: UInt8, WireValue {
        case isPrepared = 1
        case password = 2
        case oneTimeCode = 3
        case isConfigured = 4
        case gaveUp = 5
        case shows = 6
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .isPrepared: self = .isPrepared
        case .password: self = .password(try reader.value())
        case .oneTimeCode: self = .oneTimeCode(try reader.text(atMost: Self.maximumCodeLength))
        case .isConfigured: self = .isConfigured
        case .gaveUp: self = .gaveUp(try reader.value())
        case .shows: self = .shows(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .isPrepared: writer.value(Tag.isPrepared)
        case .password(let credential):
            writer.value(Tag.password)
            writer.value(credential)
        case .oneTimeCode(let code):
            writer.value(Tag.oneTimeCode)
            writer.text(code)
        case .isConfigured: writer.value(Tag.isConfigured)
        case .gaveUp(let failure):
            writer.value(Tag.gaveUp)
            writer.value(failure)
        case .shows(let screen):
            writer.value(Tag.shows)
            writer.value(screen)
        }
    }
}

extension ProviderReport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ProviderReport(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
