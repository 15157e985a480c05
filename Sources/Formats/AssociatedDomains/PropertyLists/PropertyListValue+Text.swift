extension PropertyListValue {
    /// A scalar as XML writes it; nil where the text is none of its kind.
    init?(_ text: String, of tag: String) {
        switch tag {
        case "string":
            self = .string(text)
        case "integer":
            guard let value = Int64(text) else { return nil }
            self = .integer(value)
        case "real":
            // `Double` would also take hexadecimal digits, `nan` and `inf`.
            guard text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }), let value = Double(text), value.isFinite else {
                return nil
            }
            self = .real(value)
        case "date":
            guard let time = UTCTime(text) else { return nil }
            self = .date(Double(time.secondsSince1970))
        case "data":
            guard let bytes = Base64.decoded(text.utf8) else { return nil }
            self = .data(bytes)
        default:
            return nil
        }
    }
}
