import InternetAddresses

/// The result of a web authorization, which the browser returns from Apple.
///
/// The browser can change it, so it does not prove who signed in. Exchange the code to verify the user.
public enum AuthorizationCallback: Sendable {
    /// The user signed in.
    case authorized(AuthorizationGrant)
    /// The user cancelled (`user_cancelled_authorize`). Apple may omit the state.
    case cancelled(state: String?)
    /// Apple reports another error. Apple documents none.
    case failed(error: String, state: String?)

    /// Parses the body of the form that the browser posted, or a query or fragment, as `application/x-www-form-urlencoded`.
    ///
    /// Unknown fields are ignored.
    ///
    /// - Throws: ``AppleIdentityError`` for a repeated name, for input that is too large or malformed, and for a form that matches
    ///   none of the three cases.
    public init(form: [UInt8]) throws(AppleIdentityError) {
        let fields = try CallbackForm(form)
        let state = try fields.state()
        guard let error = fields["error"] else {
            self = .authorized(try AuthorizationGrant(fields, state: state))
            return
        }
        for name in ["code", "id_token", "user"] where fields[name] != nil {
            throw AppleIdentityError(
                .contradiction, "The callback contains an error and also the field \(name).", field: name)
        }
        guard (1...Self.longestError).contains(error.utf8.count), error.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw AppleIdentityError.malformedField("error")
        }
        self = error == "user_cancelled_authorize" ? .cancelled(state: state) : .failed(error: error, state: state)
    }

    private static let longestError = 128
}

/// The fields of a callback after a sign-in.
public struct AuthorizationGrant: Sendable {
    /// The state of the request. Before anything else, compare it with the state that the server gave this browser.
    public let state: String

    /// The authorization code. Exchange it immediately.
    public let code: AuthorizationCode

    /// The identity token, unverified, if the request asked for one. Its `c_hash` must match ``code``.
    public let identityToken: UnverifiedIdentityToken?

    /// The name that the user entered, at the first sign-in only. It is unverified: the browser can change it.
    public let name: PersonName?

    init(_ fields: CallbackForm, state: String?) throws(AppleIdentityError) {
        guard let state else { throw AppleIdentityError.missingField("state") }
        guard let code = fields["code"] else { throw AppleIdentityError.missingField("code") }
        guard let code = AuthorizationCode(code) else { throw AppleIdentityError.malformedField("code") }
        self.state = state
        self.code = code
        identityToken = try fields["id_token"].map { text throws(AppleIdentityError) in
            guard let token = UnverifiedIdentityToken(text) else { throw AppleIdentityError.malformedField("id_token") }
            return token
        }
        name = try fields["user"].flatMap { text throws(AppleIdentityError) in try PersonName(callbackUser: text) }
    }
}

extension AuthorizationGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name, without contents.
    public var description: String { "AuthorizationGrant(redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The fields of a callback; each name occurs once.
struct CallbackForm {
    /// The largest form, in bytes: room for the largest identity token, code, state and name, percent-encoded.
    static let maximumByteCount = 65_536

    /// The largest number of fields. Apple sends four.
    static let maximumFieldCount = 16

    private let fields: [(name: String, value: String)]

    init(_ form: [UInt8]) throws(AppleIdentityError) {
        // Check the size first, so that a large form costs nothing.
        guard form.count <= Self.maximumByteCount else {
            throw AppleIdentityError(
                .tooLarge, "The callback has more than \(Self.maximumByteCount) bytes.", position: Self.maximumByteCount)
        }
        var fields: [(name: String, value: String)] = []
        for pair in form.split(separator: UInt8(ascii: "&")) {
            guard fields.count < Self.maximumFieldCount else {
                throw AppleIdentityError(
                    .tooManyFields, "The callback has more than \(Self.maximumFieldCount) fields.", position: pair.startIndex)
            }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try Self.decoded(pair[..<equals])
            // Reject duplicates: parsers that use the first value and parsers that use the last would see different forms.
            guard !fields.contains(where: { $0.name.hasSameBytes(as: name) }) else {
                let known = Self.known.first { $0.hasSameBytes(as: name) }
                throw AppleIdentityError(
                    .duplicateField,
                    "The callback repeats a field\(known.map { ", \($0)," } ?? "") at byte \(pair.startIndex).",
                    position: pair.startIndex, field: known)
            }
            fields.append((name, try Self.decoded(equals < pair.endIndex ? pair[(equals + 1)...] : [])))
        }
        self.fields = fields
    }

    /// Returns the value of a field.
    subscript(name: String) -> String? {
        fields.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// Returns the state, or nil if the form has none.
    func state() throws(AppleIdentityError) -> String? {
        guard let state = self["state"] else { return nil }
        guard AuthorizationRequest.isValue(state) else { throw AppleIdentityError.malformedField("state") }
        return state
    }

    private static func decoded(_ text: ArraySlice<UInt8>) throws(AppleIdentityError) -> String {
        do throws(PercentEncoding.Failure) {
            return try PercentEncoding.decode(text, plusIsSpace: true)
        } catch {
            switch error {
            case .escape(let offset), .unencoded(let offset):
                let position = text.startIndex + offset
                throw AppleIdentityError(
                    .malformedPercent, "The callback has a % without two hexadecimal digits at byte \(position).",
                    position: position)
            case .notUTF8:
                throw AppleIdentityError(
                    .notUTF8, "The callback has a field that is not UTF-8 at byte \(text.startIndex).", position: text.startIndex)
            }
        }
    }

    private static let known = ["code", "state", "id_token", "user", "error"]
}

extension AppleIdentityError {
    fileprivate static func missingField(_ name: String) -> AppleIdentityError {
        AppleIdentityError(.missingField, "The callback has no field \(name).", field: name)
    }

    static func malformedField(_ name: String) -> AppleIdentityError {
        AppleIdentityError(
            .malformedField, "The callback's field \(name) is empty, too long or malformed.", field: name)
    }
}
