/// A pattern of the customary form, taken apart.
struct PatternShape {
    /// One class for each lookahead.
    var required: [PatternClass] = []
    /// The class of the body; nil for a dot.
    var body: PatternClass?
    var minLength: Int?
    var maxLength: Int?

    var text: String {
        var parts = required.map { "required: \($0.text);" }
        if let body {
            let rest = required.reduce(body) { $0.subtracting($1.set) }
            if !rest.isEmpty {
                parts.append(required.isEmpty && rest.isOneName ? "required: \(rest.text);" : "allowed: \(rest.text);")
            }
        }
        if let minLength, minLength > 0 { parts.append("minlength: \(minLength);") }
        if let maxLength { parts.append("maxlength: \(maxLength);") }
        return parts.joined(separator: " ")
    }
}
