/// What comes back: the answer's bytes, or a refusal. Its first byte says which.
package enum DeviceReply: WireRecord, Equatable {
    case answer([UInt8])
    case refusal(DeviceRefusal)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.answer, .octets()) { if case .answer(let it) = $0 { it } else { nil } },
        .case(2, Self.refusal) { if case .refusal(let it) = $0 { it } else { nil } },
    ])
}

extension DeviceReply {
    /// The answer in a reply. Throws the refusal, and `unavailable` for bytes that are no reply with such an answer.
    static func answer<Answer: WireValue>(in message: [UInt8]) throws(DeviceRefusal) -> Answer {
        guard let reply = try? DeviceReply(message: message) else { throw .unavailable("malformed reply") }
        switch reply {
        case .refusal(let refusal): throw refusal
        case .answer(let bytes):
            guard let answer = try? Answer(message: bytes) else { throw .unavailable("malformed answer in a reply") }
            return answer
        }
    }
}

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
package enum ItemRefusal: UInt8, WireValue, CaseIterable {
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

extension DeviceRefusal: WireRecord {
    /// The longest reason that is sent, in bytes.
    package static let maximumReasonLength = 1_024

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.authentication) { if case .authentication(let it) = $0 { it } else { nil } },
        .case(2, Self.item) { if case .item(let it) = $0 { it } else { nil } },
        .case(3, Self.badRequest, .reason) { if case .badRequest(let it) = $0 { it } else { nil } },
        .case(4, Self.unavailable, .reason) { if case .unavailable(let it) = $0 { it } else { nil } },
    ])
}

extension WireKind<String> {
    /// Cut off where it is longer than any that is sent.
    fileprivate static var reason: WireKind {
        .made(of: .text(atMost: DeviceRefusal.maximumReasonLength), by: { $0 }) { $0.fitting(DeviceRefusal.maximumReasonLength) }
    }
}

extension String {
    /// Cut off at the end of a character, so that no more than so many bytes are left.
    package func fitting(_ bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var text = String(prefix(bytes))
        while text.utf8.count > bytes { text.removeLast() }
        return text
    }
}
