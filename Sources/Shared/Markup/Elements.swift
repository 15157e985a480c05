func element(
    _ name: StaticString, _ attributes: [HTMLAttribute?], layout: HTMLLayout = .block, @HTMLBuilder content: () -> HTML
) -> HTML {
    HTML(nodes: [
        .element(
            HTMLElement(name: name, layout: layout, attributes: attributes.compactMap { $0 }, children: content().nodes))
    ])
}

func voidElement(_ name: StaticString, _ attributes: [HTMLAttribute?], layout: HTMLLayout = .void) -> HTML {
    HTML(nodes: [.element(HTMLElement(name: name, layout: layout, attributes: attributes.compactMap { $0 }, children: []))])
}

// The head of a page.

/// `<title>`: the name of the page in tabs and bookmarks.
package func title(_ text: String) -> HTML {
    element("title", []) { text }
}

/// `<meta name content>`.
///
/// - Parameter media: A media query that limits the value; nil for all media.
package func meta(_ name: StaticString, _ content: String, media: StaticString? = nil) -> HTML {
    voidElement(
        "meta",
        [HTMLAttribute("name", "\(name)"), media.map { HTMLAttribute("media", "\($0)") }, HTMLAttribute("content", content)])
}

/// `<script src defer>`: a script on our own server, which runs after the page was parsed. It has no content, because no escaping
/// makes inline scripts safe.
package func script(src path: LocalPath) -> HTML {
    element("script", [HTMLAttribute("src", path.text), HTMLAttribute("defer", nil)]) {}
}

/// `<link>`: a stylesheet or an icon.
package func link(_ relation: LinkRelation, _ target: LinkTarget) -> HTML {
    voidElement("link", [.rel(relation), .href(target)])
}

// The sections of a page. Each element has its attributes first and then its content; a nil attribute is omitted.

/// `<main>`: the main content of the page.
package func main(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("main", attributes, content: content)
}

/// `<header>`: introductory content.
package func header(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("header", attributes, content: content)
}

/// `<footer>`: closing content.
package func footer(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("footer", attributes, content: content)
}

/// `<nav>`: navigation links.
package func nav(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("nav", attributes, content: content)
}

/// `<section>`: a section with a heading.
package func section(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("section", attributes, content: content)
}

/// `<article>`: a self-contained part.
package func article(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("article", attributes, content: content)
}

/// `<div>`: a generic block.
package func div(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("div", attributes, content: content)
}

/// `<h1>`: the heading of the page.
package func h1(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("h1", attributes, content: content)
}

/// `<h2>`: the heading of a section.
package func h2(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("h2", attributes, content: content)
}

/// `<h3>`: a heading within a section.
package func h3(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("h3", attributes, content: content)
}

/// `<details>`: a collapsible section; its `summary` comes first.
package func details(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("details", attributes, content: content)
}

/// `<summary>`: the visible line of a collapsed section.
package func summary(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("summary", attributes, content: content)
}

// Paragraphs, lists and inline elements. Each element has its attributes first and then its content; a nil attribute is omitted.

/// `<p>`: a paragraph.
package func p(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("p", attributes, content: content)
}

/// `<ul>`: an unordered list.
package func ul(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("ul", attributes, content: content)
}

/// `<ol>`: an ordered list.
package func ol(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("ol", attributes, content: content)
}

/// `<li>`: an item of a list.
package func li(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("li", attributes, content: content)
}

/// `<dl>`: a list of terms and descriptions.
package func dl(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("dl", attributes, content: content)
}

/// `<dt>`: a term.
package func dt(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("dt", attributes, content: content)
}

/// `<dd>`: the description of a term.
package func dd(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("dd", attributes, content: content)
}

/// `<pre>`: preformatted text.
package func pre(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("pre", attributes, layout: .inline, content: content)
}

/// `<span>`: a generic run of text.
package func span(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("span", attributes, layout: .inline, content: content)
}

/// `<strong>`: important text.
package func strong(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("strong", attributes, layout: .inline, content: content)
}

/// `<mark>`: highlighted text.
package func mark(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("mark", attributes, layout: .inline, content: content)
}

/// `<small>`: a side comment.
package func small(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("small", attributes, layout: .inline, content: content)
}

/// `<code>`: code.
package func code(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("code", attributes, layout: .inline, content: content)
}

/// `<bdi>`: foreign text with an isolated writing direction, which cannot reorder the text around it.
package func bdi(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("bdi", attributes, layout: .inline, content: content)
}

/// `<time>`: a date or time; add `datetime` for programs.
package func time(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("time", attributes, layout: .inline, content: content)
}

/// `<a>`: a link.
package func a(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("a", attributes, layout: .inline, content: content)
}

/// `<br>`: a line break within a paragraph.
package func br() -> HTML {
    voidElement("br", [], layout: .inlineVoid)
}

/// `<img>`: an image; add `alt`.
package func img(_ attributes: HTMLAttribute?...) -> HTML {
    voidElement("img", attributes, layout: .inlineVoid)
}

/// `<iframe>`: another document of this server. Its scripts, forms, popups and links do nothing, and it cannot read this page
/// (`sandbox`).
///
/// - Parameter title: The accessible name.
package func sandboxedFrame(src path: LocalPath, title: String) -> HTML {
    element(
        "iframe",
        [HTMLAttribute("src", path.text), .title(title), HTMLAttribute("sandbox", ""), HTMLAttribute("loading", "lazy")]
    ) {}
}

// Tables. Each element has its attributes first and then its content; a nil attribute is omitted.

/// `<table>`: a table.
package func table(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("table", attributes, content: content)
}

/// `<caption>`: the title of a table.
package func caption(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("caption", attributes, content: content)
}

/// `<thead>`: the head of a table.
package func thead(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("thead", attributes, content: content)
}

/// `<tbody>`: the rows of a table.
package func tbody(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("tbody", attributes, content: content)
}

/// `<tr>`: a row.
package func tr(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("tr", attributes, content: content)
}

/// `<th>`: a heading cell.
package func th(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("th", attributes, content: content)
}

/// `<td>`: a cell.
package func td(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("td", attributes, content: content)
}

// Forms and fields. Each element has its attributes first and then its content; a nil attribute is omitted.

/// `<form>`: a form.
package func form(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("form", attributes, content: content)
}

/// `<fieldset>`: a group of fields.
package func fieldset(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("fieldset", attributes, content: content)
}

/// `<legend>`: the title of a group of fields.
package func legend(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("legend", attributes, content: content)
}

/// `<label>`: the label of a field; add `for`.
package func label(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("label", attributes, content: content)
}

/// `<button>`: a button.
package func button(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("button", attributes, content: content)
}

/// `<input>`: a field.
package func input(_ attributes: HTMLAttribute?...) -> HTML {
    voidElement("input", attributes)
}

/// `<select>`: a choice of one option.
package func select(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("select", attributes, content: content)
}

/// `<option>`: one option of a choice.
package func option(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("option", attributes, content: content)
}

/// `<textarea>`: a field of several lines with an initial text.
///
/// Browsers drop a line feed directly after the start tag. This function always writes one, so that a text that begins with a
/// line feed keeps it.
package func textarea(_ attributes: HTMLAttribute?..., text: String) -> HTML {
    element("textarea", attributes, layout: .inline) { "\n" + text }
}
