// What stands in the head of a page.

/// `<title>`: the name of the page, as tabs and bookmarks show it.
package func title(_ text: String) -> HTML {
    element("title", []) { text }
}

/// `<meta name content>`.
///
/// - Parameter media: for which screens it holds, a media query; nil for all.
package func meta(_ name: StaticString, _ content: String, media: StaticString? = nil) -> HTML {
    voidElement(
        "meta",
        [HTMLAttribute("name", "\(name)"), media.map { HTMLAttribute("media", "\($0)") }, HTMLAttribute("content", content)])
}

/// `<script src defer>`: a script of our own server, run once the page has been read. It has no content: a script within a page would be
/// markup that no escaping keeps in its place.
package func script(src path: LocalPath) -> HTML {
    element("script", [HTMLAttribute("src", path.text), HTMLAttribute("defer", nil)]) {}
}

/// `<link>`: a stylesheet or an icon.
package func link(_ relation: LinkRelation, _ target: LinkTarget) -> HTML {
    voidElement("link", [.rel(relation), .href(target)])
}
