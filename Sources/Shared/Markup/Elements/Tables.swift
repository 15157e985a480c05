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
