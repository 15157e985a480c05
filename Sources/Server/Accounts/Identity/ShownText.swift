/// What somebody says of themselves or of a device, made fit to be shown: without what cannot be seen, cut off, and trimmed.
struct ShownText {
    /// Perhaps empty.
    let text: String

    /// Keeps the first 100 scalars that can be seen.
    init(_ told: String?) {
        let visible = (told ?? "").unicodeScalars.filter(\.isShown)
        text = UserName.trimmed(String(String.UnicodeScalarView(visible.prefix(Self.maximumScalars))))
    }

    static var maximumScalars: Int { 100 }
}

extension Unicode.Scalar {
    /// Whether it is neither a control nor a format character, nor a separator of lines, nor one that means nothing to anybody else.
    var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: true
        }
    }
}
