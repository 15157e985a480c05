import Markup

extension Stylesheet {
    /// The one stylesheet of all pages of the emulator, served at ``PagePath/stylesheet``.
    static let emulator = Stylesheet(StylePart.ground, StylePart.frame, StylePart.forms, StylePart.lists, StylePart.sheet)
}

/// The parts of the stylesheet, each in a file of its own.
enum StylePart {}
