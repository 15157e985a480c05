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
