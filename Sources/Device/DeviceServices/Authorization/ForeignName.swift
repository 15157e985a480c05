/// A name from an app or a site, as a terminal shows it among other words.
enum ForeignName {
    /// The maximum length, in Unicode scalars.
    static let maximumLength = 64

    /// Returns the name on one line, without control characters and bidirectional controls, and shortened to ``maximumLength``. A name
    /// beyond ASCII is isolated from the direction of the words around it (Unicode Standard Annex 9, section 2.4).
    static func shown(_ name: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !isRemoved(scalar) {
            guard text.count < maximumLength else {
                text.append("…")
                break
            }
            text.append(scalar)
        }
        return text.allSatisfy(\.isASCII) ? String(text) : "\u{2068}\(String(text))\u{2069}"
    }

    private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
