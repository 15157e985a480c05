package import Markup

extension Stylesheet {
    /// The one stylesheet of all account pages, served at `PagePath.stylesheet`.
    package static let accountPages = Stylesheet(
        StylePart.ground, StylePart.frame, StylePart.forms, StylePart.account, StylePart.apple, StylePart.tools,
        StylePart.domains, StylePart.secondSteps)
}

/// The parts of the stylesheet, each in a file of its own.
enum StylePart {}
