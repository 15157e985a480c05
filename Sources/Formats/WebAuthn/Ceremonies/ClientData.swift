internal import Crypto
internal import JSONText
internal import Secrets

/// Client data (section 5.8.1), parsed and not yet verified.
struct ClientData {
    let type: String
    let challenge: [UInt8]
    let origin: String
    let crossOrigin: Bool
    let topOrigin: String?

    /// The SHA-256 digest of the received bytes (R8), which the authenticator signs.
    let hash: [UInt8]

    /// Parses client data: JSON in UTF-8, with an optional byte order mark. Unknown members are ignored, because clients add some.
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

    /// Verifies the members: R3 to R7 in a registration, A4 in an authentication.
    func verify(
        type: Ceremony, challenge: Challenge, of relyingParty: RelyingParty
    ) throws(WebAuthnError) {
        guard self.type.hasSameBytes(as: type.rawValue) else {
            throw failure(.wrongCeremony, "Client data is for the other ceremony.", "type", type.check(3, 4))
        }
        guard constantTimeEquals(self.challenge, challenge.bytes) else {
            throw failure(.wrongChallenge, "The challenge differs from the issued one.", "challenge", type.check(4, 4))
        }
        guard relyingParty.origins.contains(where: { $0.description.hasSameBytes(as: origin) }) else {
            throw failure(.unexpectedOrigin, "The origin is not an expected one.", "origin", type.check(5, 4))
        }
        let topOrigins = relyingParty.framing.topOrigins
        guard !crossOrigin || topOrigins != nil else {
            throw failure(.unexpectedFraming, "The ceremony ran in a frame on another site.", "crossOrigin", type.check(6, 4))
        }
        guard let topOrigin else { return }
        guard let topOrigins, topOrigins.contains(where: { $0.description.hasSameBytes(as: topOrigin) }) else {
            throw failure(.unexpectedFraming, "The top origin is not an expected one.", "topOrigin", type.check(7, 4))
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
            throw WebAuthnError(.malformed, "A member of client data is missing or has the wrong type.", in: "\(field).\(name)")
        }
        return value
    }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static let field = "clientDataJSON"
    private static let limits = JSONLimits(maximumBytes: CBORReader.maximumByteCount, maximumDepth: 8)
}

extension RegistrationResponse {
    /// The unverified challenge in the client data, to look up what was stored about it; nil if the client data cannot be parsed.
    public var claimedChallenge: Challenge? { Challenge(claimedBy: clientDataJSON) }
}

extension AuthenticationResponse {
    /// The unverified challenge in the client data, to look up what was stored about it; nil if the client data cannot be parsed.
    public var claimedChallenge: Challenge? { Challenge(claimedBy: clientDataJSON) }
}

extension Challenge {
    fileprivate init?(claimedBy clientDataJSON: [UInt8]) {
        guard let data = try? ClientData(clientDataJSON), let challenge = try? Challenge(data.challenge) else { return nil }
        self = challenge
    }
}

/// The two ceremonies. The raw values are the types of client data.
enum Ceremony: String {
    case registration = "webauthn.create"
    case authentication = "webauthn.get"

    /// Returns a check by its number in this ceremony.
    func check(_ registration: Int, _ authentication: Int) -> WebAuthnError.Check {
        switch self {
        case .registration: .registration(registration)
        case .authentication: .authentication(authentication)
        }
    }
}

extension String {
    /// Returns whether both have the same UTF-8 bytes. `==` also accepts texts that are canonically equivalent in Unicode.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
