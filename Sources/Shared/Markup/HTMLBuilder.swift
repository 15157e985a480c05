/// Puts the statements of a closure together: strings as text, elements, optionals, conditions and loops.
@resultBuilder
package enum HTMLBuilder {
    /// Text, escaped.
    package static func buildExpression(_ text: String) -> HTML { HTML(text) }

    /// A piece.
    package static func buildExpression(_ html: HTML) -> HTML { html }

    /// A piece or nothing.
    package static func buildExpression(_ html: HTML?) -> HTML { html ?? .empty }

    /// Markup put in as it is.
    package static func buildExpression(_ markup: DangerousRawMarkup) -> HTML { HTML(nodes: [.raw(markup.text)]) }

    /// Pieces in order.
    package static func buildBlock(_ parts: HTML...) -> HTML { HTML(nodes: parts.flatMap(\.nodes)) }

    /// The passes of a loop in order.
    package static func buildArray(_ parts: [HTML]) -> HTML { HTML(nodes: parts.flatMap(\.nodes)) }

    /// An `if` without an `else`.
    package static func buildOptional(_ part: HTML?) -> HTML { part ?? .empty }

    /// The first branch of a condition.
    package static func buildEither(first part: HTML) -> HTML { part }

    /// The other branch of a condition.
    package static func buildEither(second part: HTML) -> HTML { part }
}
