internal import Crypto
internal import JSONText
internal import Secrets

/// What the client says about the ceremony (section 5.8.1), read and not yet checked.
struct ClientData {
    let type: String
    let challenge: [UInt8]
    let origin: String
    let crossOrigin: Bool
    let topOrigin: String?

    /// SHA-256 of the bytes as they came (R8): what the authenticator signs.
    let hash: [UInt8]

    /// Reads client data: JSON in UTF-8, after a byte order mark if there is one. Members that are not known are ignored, since clients add some.
    init(_ bytes: [UInt8]) throws(WebAuthnError) {
        let hasMark = bytes.starts(with: Self.byteOrderMark)
        let root: JSONNode
        do {
            root = try JSONText.parse(bytes.dropFirst(hasMark ? 3 : 0), limits: Self.limits).root
        } catch {
            throw WebAuthnError(
                .malformed, "Client data is not JSON: \(error.reason).", in: Self.field,
                offset: error.position.offset + (hasMark ? 3 : 0))
        }
        type = try Self.member("type", of: root) { $0.string }
        challenge = try Self.member("challenge", of: root) { $0.string.flatMap { Base64URL.decode($0) } }
        origin = try Self.member("origin", of: root) { $0.string }
        crossOrigin = root["crossOrigin"] == nil ? false : try Self.member("crossOrigin", of: root) { $0.boolean }
        topOrigin = root["topOrigin"] == nil ? nil : try Self.member("topOrigin", of: root) { $0.string }
        hash = Array(SHA256.hash(data: bytes))
    }

    /// The checks of the members, R3 to R7, which are A4 in an authentication.
    func verify(
        type: Ceremony, challenge: Challenge, of relyingParty: RelyingParty
    ) throws(WebAuthnError) {
        guard self.type.hasSameBytes(as: type.rawValue) else {
            throw failure(.wrongCeremony, "Client data is of another ceremony.", "type", type.check(3, 4))
        }
        guard constantTimeEquals(self.challenge, challenge.bytes) else {
            throw failure(.wrongChallenge, "The challenge is not the one that was issued.", "challenge", type.check(4, 4))
        }
        guard relyingParty.origins.contains(where: { $0.description.hasSameBytes(as: origin) }) else {
            throw failure(.unexpectedOrigin, "The origin is not one of the expected ones.", "origin", type.check(5, 4))
        }
        let topOrigins = relyingParty.framing.topOrigins
        guard !crossOrigin || topOrigins != nil else {
            throw failure(.unexpectedFraming, "The ceremony ran in a frame of another site.", "crossOrigin", type.check(6, 4))
        }
        guard let topOrigin else { return }
        guard let topOrigins, topOrigins.contains(where: { $0.description.hasSameBytes(as: topOrigin) }) else {
            throw failure(.unexpectedFraming, "The top origin is not one of the expected ones.", "topOrigin", type.check(7, 4))
        }
    }

    private func failure(_ code: WebAuthnError.Code, _ reason: String, _ member: String, _ check: WebAuthnError.Check)
        -> WebAuthnError
    {
        WebAuthnError(code, reason, in: "\(Self.field).\(member)", check: check)
    }

    private static func member<Value>(
        _ name: String, of root: JSONNode, _ value: (JSONNode) -> Value?
    ) throws(WebAuthnError) -> Value {
        guard let value = root[name].flatMap(value) else {
            throw WebAuthnError(.malformed, "A member of client data is missing or of another type.", in: "\(field).\(name)")
        }
        return value
    }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static let field = "clientDataJSON"
    private static let limits = JSONLimits(maximumBytes: CBORReader.maximumByteCount, maximumDepth: 8)
}

/// The two ceremonies, by the type that client data has.
enum Ceremony: String {
    case registration = "webauthn.create"
    case authentication = "webauthn.get"

    /// The check that has one number in a registration and another in an authentication.
    func check(_ registration: Int, _ authentication: Int) -> WebAuthnError.Check {
        switch self {
        case .registration: .registration(registration)
        case .authentication: .authentication(authentication)
        }
    }
}

extension String {
    /// Whether both are the same bytes; `==` would call texts equal that Unicode calls equivalent.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
