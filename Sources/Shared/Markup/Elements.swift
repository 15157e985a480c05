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

// The large parts of a page. Each element takes its attributes first and its content behind them; nil stands for no attribute.

/// `<main>`: the one part that this page is about.
package func main(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("main", attributes, content: content)
}

/// `<header>`: what introduces a page or a part of it.
package func header(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("header", attributes, content: content)
}

/// `<footer>`: what closes a page or a part of it.
package func footer(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("footer", attributes, content: content)
}

/// `<nav>`: links that lead around.
package func nav(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("nav", attributes, content: content)
}

/// `<section>`: a part with a heading of its own.
package func section(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("section", attributes, content: content)
}

/// `<article>`: a part that would make sense alone.
package func article(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("article", attributes, content: content)
}

/// `<div>`: a box without a meaning.
package func div(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("div", attributes, content: content)
}

/// `<h1>`: the heading of the page.
package func h1(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("h1", attributes, content: content)
}

/// `<h2>`: the heading of a part.
package func h2(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("h2", attributes, content: content)
}

/// `<h3>`: a heading within a part.
package func h3(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("h3", attributes, content: content)
}

/// `<details>`: a part that is folded away until somebody opens it; its `summary` comes first.
package func details(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("details", attributes, content: content)
}

/// `<summary>`: what is shown of a part that is folded away.
package func summary(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("summary", attributes, content: content)
}

// Paragraphs, lists and what stands within a line. Each element takes its attributes first and its content behind them; nil stands for no attribute.

/// `<p>`: a paragraph.
package func p(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("p", attributes, content: content)
}

/// `<ul>`: a list whose order means nothing.
package func ul(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("ul", attributes, content: content)
}

/// `<ol>`: a list whose order matters.
package func ol(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("ol", attributes, content: content)
}

/// `<li>`: an item of a list.
package func li(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("li", attributes, content: content)
}

/// `<dl>`: a list of terms and what belongs to them.
package func dl(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("dl", attributes, content: content)
}

/// `<dt>`: a term.
package func dt(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("dt", attributes, content: content)
}

/// `<dd>`: what belongs to a term.
package func dd(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("dd", attributes, content: content)
}

/// `<pre>`: text whose white space shows.
package func pre(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("pre", attributes, layout: .inline, content: content)
}

/// `<span>`: a run of text without a meaning.
package func span(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("span", attributes, layout: .inline, content: content)
}

/// `<strong>`: a run of text that matters more.
package func strong(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("strong", attributes, layout: .inline, content: content)
}

/// `<em>`: a run of text that is stressed.
package func em(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("em", attributes, layout: .inline, content: content)
}

/// `<mark>`: a run of text that is pointed at.
package func mark(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("mark", attributes, layout: .inline, content: content)
}

/// `<small>`: a side remark.
package func small(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("small", attributes, layout: .inline, content: content)
}

/// `<code>`: a run of code.
package func code(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("code", attributes, layout: .inline, content: content)
}

/// `<bdi>`: foreign text whose writing direction stays its own, so that it cannot reorder what stands around it.
package func bdi(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("bdi", attributes, layout: .inline, content: content)
}

/// `<time>`: a moment; give `datetime` for machines.
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

/// `<img>`: an image; give it `alt`.
package func img(_ attributes: HTMLAttribute?...) -> HTML {
    voidElement("img", attributes, layout: .inlineVoid)
}

// Tables. Each element takes its attributes first and its content behind them; nil stands for no attribute.

/// `<table>`: a table.
package func table(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("table", attributes, content: content)
}

/// `<caption>`: what a table shows.
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

// Forms and fields. Each element takes its attributes first and its content behind them; nil stands for no attribute.

/// `<form>`: a form.
package func form(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("form", attributes, content: content)
}

/// `<fieldset>`: fields that belong together.
package func fieldset(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("fieldset", attributes, content: content)
}

/// `<legend>`: what a group of fields is about.
package func legend(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("legend", attributes, content: content)
}

/// `<label>`: the name of a field; bind it by `for`.
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

/// `<select>`: a choice of one among the options in it.
package func select(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("select", attributes, content: content)
}

/// `<option>`: one of a choice.
package func option(_ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML) -> HTML {
    element("option", attributes, content: content)
}

/// `<textarea>`: a field of several lines with this text in it.
///
/// Browsers drop a line feed right behind the start tag, so that one is always put there, and a text that begins with one keeps it.
package func textarea(_ attributes: HTMLAttribute?..., text: String) -> HTML {
    element("textarea", attributes, layout: .inline) { "\n" + text }
}
