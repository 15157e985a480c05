/// What the sheet sends to the return URL when it is done or cancelled.
public struct AuthorizationResponse: Sendable, Hashable {
    /// One field of the answer.
    public typealias Field = FormField

    /// How it travels.
    public let mode: ResponseMode
    /// The return URL exactly as the request had it.
    public let redirectURI: String
    /// `code`, `id_token`, `state` and `user` as they apply, or `error` and `state`, in this order.
    public let fields: [FormField]
    /// Rules that the emulator waived by configuration; name them in the answer.
    public let exceptions: [EmulatorException]

    /// The value of a field.
    public subscript(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The address to redirect to, for the modes query and fragment; nil for the other two.
    public var location: String? {
        let encoded = fields.map { FormValues.escape($0.name) + "=" + FormValues.escape($0.value) }.joined(separator: "&")
        switch mode {
        case .query: return redirectURI + (redirectURI.contains("?") ? "&" : "?") + encoded
        case .fragment: return redirectURI + "#" + encoded
        case .formPost, .webMessage: return nil
        }
    }
}
