/// What of a request's parameters the log may keep.
enum Redaction {
    /// The only parameters whose values are kept; whatever else comes may be a secret in the wrong place.
    private static let kept: Set<String> = [
        "client_id", "grant_type", "redirect_uri", "response_type", "response_mode", "scope", "token_type_hint", "target", "sub",
        "code_challenge_method",
    ]

    static func parameters(_ form: FormValues?) -> [RequestRecord.Parameter] {
        (form?.fields ?? []).map { field in
            .init(
                name: String(field.name.prefix(64)),
                value: kept.contains(field.name) ? String(field.value.prefix(256)) : "(\(field.value.count) characters, not kept)")
        }
    }
}
