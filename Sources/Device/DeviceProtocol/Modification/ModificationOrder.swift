/// What the system tells an extension.
package enum ModificationOrder: Equatable, Sendable {
    /// Do it without a word to the person.
    case modify(ModificationTask)
    /// Make a view in which the person can do what is missing, and say when it is ready.
    case prepare(ModificationTask)
    /// The answer to the oldest request for a credential that has none.
    case credential(UpgradeCredential)
    /// The answer to the oldest announcement that has none: whether the password is written down, so that it can be sent to the server.
    case noted(Bool)
    /// The person cancelled.
    case cancel
    /// The person did something to the view.
    case event(ViewEvent)
}

/// What an extension gets that asks for a credential of Sign in with Apple.
package enum UpgradeCredential: Equatable, Sendable {
    case granted(AppleIDGrant)
    /// The person closed the sheet.
    case cancelled
    /// Apple cannot be reached, or gives none.
    case unavailable
}

extension ModificationOrder: WireValue {
    private enum Tag: UInt8, WireValue {
        case modify = 1
        case prepare = 2
        case credential = 3
        case noted = 4
        case cancel = 5
        case event = 6
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .modify: self = .modify(try reader.value())
        case .prepare: self = .prepare(try reader.value())
        case .credential: self = .credential(try reader.value())
        case .noted: self = .noted(try reader.flag())
        case .cancel: self = .cancel
        case .event: self = .event(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .modify(let task):
            writer.value(Tag.modify)
            writer.value(task)
        case .prepare(let task):
            writer.value(Tag.prepare)
            writer.value(task)
        case .credential(let credential):
            writer.value(Tag.credential)
            writer.value(credential)
        case .noted(let isNoted):
            writer.value(Tag.noted)
            writer.flag(isNoted)
        case .cancel: writer.value(Tag.cancel)
        case .event(let event):
            writer.value(Tag.event)
            writer.value(event)
        }
    }
}

extension UpgradeCredential: WireValue {
    private enum Tag: UInt8, WireValue {
        case granted = 1
        case cancelled = 2
        case unavailable = 3
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .granted: self = .granted(try reader.value())
        case .cancelled: self = .cancelled
        case .unavailable: self = .unavailable
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .granted(let grant):
            writer.value(Tag.granted)
            writer.value(grant)
        case .cancelled: writer.value(Tag.cancelled)
        case .unavailable: writer.value(Tag.unavailable)
        }
    }
}
