package import Markup

extension Stylesheet {
    /// The one stylesheet of the page, served at ``PagePath/stylesheet``.
    package static let device = Stylesheet(
        StylePart.ground, StylePart.table, StylePart.body, StylePart.lockAndHome, StylePart.apps, StylePart.cells, StylePart.typing,
        StylePart.overlays, StylePart.recommendations, StylePart.surroundings, StylePart.motion)
}

/// The parts of the stylesheet, each in a file of its own.
enum StylePart {}
