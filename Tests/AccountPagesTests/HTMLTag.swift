/// A start tag found in rendered text. It reads our own output only: attributes in double quotes, `<` escaped everywhere else.
struct HTMLTag {
    let name: String
    let attributes: [(name: String, value: String?)]

    subscript(name: String) -> String? {
        attributes.first { $0.name == name }.map { $0.value ?? "" }
    }

    static func all(in text: String) -> [HTMLTag] {
        text.matches(of: /<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)>/).map { tag in
            let attributes = tag.2.matches(of: /\s+([a-z-]+)(?:="([^"]*)")?/).map {
                (name: String($0.1), value: $0.2.map(String.init))
            }
            return HTMLTag(name: String(tag.1), attributes: attributes)
        }
    }

    /// The tags within each element of a name that holds none of its own kind, such as a form.
    static func elements(_ name: String, in text: String) -> [[HTMLTag]] {
        text.split(separator: "<\(name)").dropFirst().compactMap { part in
            part.split(separator: "</\(name)>").first.map { all(in: "<\(name)" + $0) }
        }
    }
}
