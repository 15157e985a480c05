/// Renders HTML as text. It adds line breaks and indentation only where white space has no meaning.
struct HTMLRenderer {
    private(set) var output = ""
    private var depth = 0

    mutating func render(_ nodes: [HTMLNode]) {
        for node in nodes {
            switch node {
            case .text(let text): appendEscaped(text)
            case .raw(let markup): output += markup
            case .element(let element): render(element)
            }
        }
    }

    private mutating func render(_ element: HTMLElement) {
        let isBlock = element.layout == .block || element.layout == .void
        if isBlock { beginLine() }
        output += "<\(element.name)"
        for attribute in element.attributes { render(attribute) }
        output += ">"
        guard element.layout == .block || element.layout == .inline else { return }
        depth += 1
        render(element.children)
        depth -= 1
        if element.layout == .block, element.children.contains(where: \.isBlock) { beginLine() }
        output += "</\(element.name)>"
    }

    private mutating func render(_ attribute: HTMLAttribute) {
        output += " \(attribute.name)"
        guard let value = attribute.value else { return }
        output += "=\""
        appendEscaped(value)
        output += "\""
    }

    private mutating func beginLine() {
        guard !output.isEmpty else { return }
        output += "\n"
        for _ in 0..<depth { output += "  " }
    }

    /// Escapes text and attribute values in the same way, so that a string is safe in both places. Control characters that HTML
    /// forbids become U+FFFD, which is what browsers replace NUL with.
    private mutating func appendEscaped(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            case "\r": output += "&#13;"
            case "\t", "\n": output.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
            }
        }
    }
}

extension HTMLNode {
    var isBlock: Bool {
        if case .element(let element) = self { element.layout == .block || element.layout == .void } else { false }
    }
}
