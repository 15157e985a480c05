/// Text of others in our messages.
enum ForeignText {
    /// At most `limit` scalars, those that a terminal or a reader would obey replaced by `?`.
    static func shown(_ text: String, limit: Int) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: shown += "?"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
