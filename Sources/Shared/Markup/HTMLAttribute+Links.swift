/// Attributes that hold an address. None of them takes a string.
extension HTMLAttribute {
    /// `href` of a link or a stylesheet.
    package static func href(_ target: LinkTarget) -> HTMLAttribute { .init("href", target.text) }

    /// `href` within the page.
    ///
    /// - Parameter id: the id of an element; characters with a meaning in addresses are percent-encoded.
    package static func href(fragment id: String) -> HTMLAttribute { .init("href", "#" + PercentEncoding.encode(id)) }

    /// `action` of a form: always our own server, so that no form sends a password elsewhere.
    package static func action(_ path: LocalPath) -> HTMLAttribute { .init("action", path.text) }

    /// `src` of an image.
    package static func src(_ target: LinkTarget) -> HTMLAttribute { .init("src", target.text) }

    /// `alt` of an image; empty when the image says nothing of its own.
    package static func alt(_ text: String) -> HTMLAttribute { .init("alt", text) }

    /// `rel`, what the target is to this page.
    package static func rel(_ relation: LinkRelation) -> HTMLAttribute { .init("rel", relation.rawValue) }
}

/// What the target of a link is to the page.
package enum LinkRelation: String, Sendable {
    case icon
    case stylesheet
    /// A page elsewhere that learns nothing of this one.
    case elsewhere = "noopener noreferrer"
}
