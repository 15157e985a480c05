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
