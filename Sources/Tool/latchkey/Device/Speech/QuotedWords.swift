extension String {
    /// Foreign words as they are shown: between quotes, on one line, with everything spelled out that a terminal would obey, hide or turn
    /// round, so that they cannot pass for words of this command.
    var quotedWords: String {
        "\"" + unicodeScalars.map(\.quoted).joined() + "\""
    }
}

extension Unicode.Scalar {
    fileprivate var quoted: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            "\\u{" + String(value, radix: 16, uppercase: true) + "}"
        default: self == "\"" || self == "\\" ? "\\" + String(self) : String(self)
        }
    }
}
