extension Unicode.Scalar {
    /// The scalar, or what is shown for one that a terminal would obey or not show: a space for a tab, U+FFFD for the others.
    var visible: Unicode.Scalar {
        switch properties.generalCategory {
        case .control where self == "\t": " "
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "\u{FFFD}"
        default: self
        }
    }

    /// How many columns of a terminal the scalar takes, by and large: two for East Asian letters and most pictures, none for marks.
    var terminalWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// The blocks of UAX 11 whose characters are wide.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
