/// A reply: the response's bytes or a rejection. The first byte is the discriminator.
package enum DeviceReply: WireRecord, Equatable {
    case answer([UInt8])
    case rejection(DeviceError)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.answer, .octets()) { if case .answer(let it) = $0 { it } else { nil } },
        .case(2, Self.rejection) { if case .rejection(let it) = $0 { it } else { nil } },
    ])
}

extension DeviceReply {
    /// Decodes the response in a reply. Throws the rejection, and `unavailable` if the bytes are not a reply with such a response.
    static func answer<Answer: WireValue>(in message: [UInt8]) throws(DeviceError) -> Answer {
        guard let reply = try? DeviceReply(message: message) else { throw .unavailable("malformed reply from the broker") }
        switch reply {
        case .rejection(let rejection): throw rejection
        case .answer(let bytes):
            guard let answer = try? Answer(message: bytes) else {
                throw .unavailable("malformed response in a reply of the broker")
            }
            return answer
        }
    }
}

/// The reason why the broker rejected or could not process a request.
package enum DeviceError: Error, Hashable, Sendable {
    /// Authentication failed.
    case authentication(AuthenticationFailure)
    /// The keychain or the enclave rejected the request.
    case item(ItemError)
    /// The request is malformed or contradicts itself. The text says what and where.
    case badRequest(String)
    /// The broker, or a service that it depends on, is unavailable. The text says which.
    case unavailable(String)
}

/// The errors of the keychain. Each corresponds to an `errSec…` code on the caller's side.
package enum ItemError: UInt8, WireValue, CaseIterable {
    /// An item with the same primary key exists.
    case duplicate = 1
    case notFound = 2
    /// The device is locked, or was not unlocked since it started.
    case interactionNotAllowed = 3
    /// The caller does not belong to the access group.
    case missingEntitlement = 4
    /// The class of items does not have the attribute.
    case noSuchAttribute = 5
    /// Only the broker sets the attribute.
    case readOnlyAttribute = 6
    case tooLarge = 7
    /// The class requires a passcode, and the device has none.
    case passcodeNotSet = 8
    /// The key does not permit the operation: its access control list covers another one, or it is not a private key.
    case operationNotPermitted = 9
    /// The stored data cannot be opened any more: the biometric enrolment changed, or the store is damaged.
    case notDecodable = 10
    /// The peer's public key is not a point on the curve.
    case invalidKey = 11
    /// The app's password is wrong or missing.
    case applicationPassword = 12
    /// The enclave cannot attest this key.
    case notAttestable = 13
    /// The keychain has reached its limit for the access group.
    case quotaExceeded = 14
}

extension DeviceError: WireRecord {
    /// The maximum length of the reason, in bytes.
    package static let maximumReasonLength = 1_024

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.authentication) { if case .authentication(let it) = $0 { it } else { nil } },
        .case(2, Self.item) { if case .item(let it) = $0 { it } else { nil } },
        .case(3, Self.badRequest, .reason) { if case .badRequest(let it) = $0 { it } else { nil } },
        .case(4, Self.unavailable, .reason) { if case .unavailable(let it) = $0 { it } else { nil } },
    ])
}

extension WireKind<String> {
    /// Truncated to the maximum length.
    fileprivate static var reason: WireKind {
        .made(of: .text(atMost: DeviceError.maximumReasonLength), by: { $0 }) { $0.fitting(DeviceError.maximumReasonLength) }
    }
}

extension String {
    /// Returns the text truncated at a character boundary to at most `bytes` bytes.
    package func fitting(_ bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var text = String(prefix(bytes))
        while text.utf8.count > bytes { text.removeLast() }
        return text
    }
}
