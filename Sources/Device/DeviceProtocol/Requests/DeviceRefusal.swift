/// Why the trusted side did not do what it was asked.
package enum DeviceRefusal: Error, Hashable, Sendable {
    /// Nobody was authenticated.
    case authentication(AuthenticationFailure)
    /// The keychain or the enclave refuses.
    case item(ItemRefusal)
    /// The request is no request, or contradicts itself. The text names what and where.
    case badRequest(String)
    /// The broker, or what it rests on, is not there. The text says which.
    case unavailable(String)
}

/// What the keychain refuses with. Each has its `errSec…` code on the other side.
package enum ItemRefusal: UInt8, WireValue, CaseIterable, Sendable {
    /// An item with the same primary key stands there.
    case duplicate = 1
    case notFound = 2
    /// The device is locked, or was not unlocked since it started.
    case interactionNotAllowed = 3
    /// An access group that the caller is not in.
    case missingEntitlement = 4
    /// An attribute that the class of items does not have.
    case noSuchAttribute = 5
    /// An attribute that only the broker sets.
    case readOnlyAttribute = 6
    case tooLarge = 7
    /// A class that needs a passcode, on a device without one.
    case passcodeNotSet = 8
    /// The key does not do this: its access control list is for something else, or it is no private key.
    case operationNotPermitted = 9
    /// What was stored can no longer be opened, by anyone: the enrolled fingers or faces changed, or the store was damaged.
    case notDecodable = 10
    /// The peer's public key is no point of the curve.
    case invalidKey = 11
    /// The password of the app is wrong, or was not given.
    case applicationPassword = 12
    /// The enclave states nothing of this key.
    case notAttestable = 13
    /// The keychain holds as much of the access group as it takes.
    case quotaExceeded = 14
}

extension DeviceRefusal: WireValue {
    /// The longest reason that is sent, in bytes.
    package static let maximumReasonLength = 1_024

    private enum Tag: UInt8, WireValue {
        case authentication = 1
        case item = 2
        case badRequest = 3
        case unavailable = 4
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .authentication: self = .authentication(try reader.value())
        case .item: self = .item(try reader.value())
        case .badRequest: self = .badRequest(try reader.text(atMost: Self.maximumReasonLength))
        case .unavailable: self = .unavailable(try reader.text(atMost: Self.maximumReasonLength))
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .authentication(let failure):
            writer.value(Tag.authentication)
            writer.value(failure)
        case .item(let refusal):
            writer.value(Tag.item)
            writer.value(refusal)
        case .badRequest(let reason):
            writer.value(Tag.badRequest)
            writer.text(String(reason.prefix(Self.maximumReasonLength / 4)))
        case .unavailable(let reason):
            writer.value(Tag.unavailable)
            writer.text(String(reason.prefix(Self.maximumReasonLength / 4)))
        }
    }
}
