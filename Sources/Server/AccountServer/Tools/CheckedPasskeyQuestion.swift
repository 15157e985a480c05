import AccountPages
import JSONText
import Secrets
import WebAuthn

/// A validated input of the tool: a response with at least one binary member, and the expected values.
struct CheckedPasskeyQuestion: Sendable {
    /// A binary member of a response.
    enum Member: String, CaseIterable, Sendable {
        case clientDataJSON, attestationObject, authenticatorData, signature, userHandle
    }

    /// The response in the standard's JSON, in which a native client's members are wrapped.
    let message: [UInt8]
    /// The binary members in the order of ``Member``.
    let members: [(name: Member, bytes: [UInt8])]
    let challenge: Challenge?
    let relyingPartyID: String?
    let origin: Origin?
    let publicKey: CredentialPublicKey?
    let userVerification: UserVerification

    /// The maximum size of a response in UTF-8 bytes, that of the library.
    static let responseLimit = CBORReader.maximumByteCount

    /// Validates an input. White space around a value is ignored.
    ///
    /// - Throws: An error with every invalid field.
    init(_ question: PasskeyToolQuestion) throws(ToolInputError) {
        var rejection = ToolInputError()
        challenge = rejection.reading(.challenge, question.challenge) { text in
            Base64URL.decode(text).map { Challenge(ofAnyLength: $0) }
        }
        relyingPartyID = rejection.reading(.relyingPartyID, question.relyingPartyID) { (text) throws(WebAuthnError) in
            try RelyingParty(id: text, origins: [Origin("https://localhost")]).id
        }
        origin = rejection.reading(.origin, question.origin) { (text) throws(WebAuthnError) in try Origin(text) }
        publicKey = rejection.reading(.publicKey, question.publicKey) { (text) throws(WebAuthnError) in
            guard let bytes = Base64URL.decode(text) else { return nil }
            return try CredentialPublicKey(bytes)
        }
        userVerification = question.requiresUserVerification ? .required : .optional
        do throws(ToolInputError) {
            (message, members) = try Self.response(question.response)
        } catch {
            throw rejection.following(error)
        }
        guard rejection.errors.isEmpty else { throw rejection }
    }

    private static func response(
        _ text: String
    ) throws(ToolInputError) -> (message: [UInt8], members: [(name: Member, bytes: [UInt8])]) {
        guard !text.trimmed.isEmpty else { throw ToolInputError(.response, "missing", "Paste a response.") }
        guard text.utf8.count <= responseLimit else {
            throw ToolInputError(
                .response, "too-large", "The response has \(text.utf8.count) bytes. The maximum is \(responseLimit) bytes.")
        }
        let root: JSONNode
        do {
            root = try JSONText.parse(Array(text.utf8), limits: JSONLimits(maximumBytes: responseLimit, maximumDepth: 16)).root
        } catch {
            throw ToolInputError(
                .response, "malformed", "The response is not JSON: \(error.reason), at line \(error.position.line).")
        }
        let inner = root["response"]
        var members: [(name: Member, bytes: [UInt8])] = []
        for name in Member.allCases {
            // A browser repeats the authenticator data of an attestation object.
            guard let node = (inner ?? root)[name.rawValue], !node.isNull,
                name != .authenticatorData || members.last?.name != .attestationObject
            else { continue }
            guard let bytes = node.string.flatMap({ Base64URL.decode($0) }) else {
                throw ToolInputError(.response, "malformed", "\(name.rawValue) is not base64url without padding.")
            }
            members.append((name, bytes))
        }
        guard !members.isEmpty else {
            throw ToolInputError(
                .response, "missing-member", "The response has no clientDataJSON, attestationObject or authenticatorData.")
        }
        let message = inner == nil ? ["type": "public-key", "response": root.value] : root.value
        return (message.bytes(), members)
    }

    /// Returns the bytes of a member, or nil if it is missing.
    func bytes(_ name: Member) -> [UInt8]? { members.first { $0.name == name }?.bytes }

    /// Divides each binary member into its fields.
    func parts() -> [MessagePart] {
        members.map { member in
            do throws(WebAuthnError) {
                let fields =
                    switch member.name {
                    case .clientDataJSON: try DecodedMessage.fields(ofClientData: member.bytes)
                    case .attestationObject: try DecodedMessage.fields(ofAttestationObject: member.bytes)
                    case .authenticatorData: try DecodedMessage.fields(ofAuthenticatorData: member.bytes)
                    case .signature, .userHandle: [] as [DecodedField]
                    }
                return MessagePart(
                    member.name.rawValue, member.bytes,
                    fields: fields.map { MessageField($0.name, $0.range, $0.value.shortened(to: 1_024)) })
            } catch {
                // Authenticator data inside an attestation object has its own offsets.
                let isOwn = error.place.field == (member.name == .authenticatorData ? "authData" : member.name.rawValue)
                let offset = isOwn ? error.place.offset : nil
                return MessagePart(
                    member.name.rawValue, member.bytes,
                    fault: error.reason + (offset.map { " The error is at byte \($0)." } ?? ""), faultOffset: offset)
            }
        }
    }
}

/// The reasons for a rejected input, by field.
struct ToolInputError: Error {
    private(set) var errors: [AccountPages.FormError] = []

    init() {}

    init(_ field: FormField, _ code: String, _ message: String) {
        errors = [AccountPages.FormError(field: field, code: code, reason: .english(message))]
    }

    /// Returns the errors after those of `first`.
    func following(_ first: ToolInputError) -> ToolInputError {
        var all = first
        all.errors += errors
        return all
    }

    /// Reads a value, and collects its error. Returns nil for an empty text, which is not an error.
    mutating func reading<Value>(
        _ field: FormField, _ text: String, _ read: (String) throws(WebAuthnError) -> Value?
    ) -> Value? {
        let text = text.trimmed
        guard !text.isEmpty else { return nil }
        do throws(WebAuthnError) {
            if let value = try read(text) { return value }
            errors += ToolInputError(field, "malformed", "The value is not base64url without padding.").errors
        } catch {
            errors += ToolInputError(field, error.code.rawValue, error.reason).errors
        }
        return nil
    }
}
