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
