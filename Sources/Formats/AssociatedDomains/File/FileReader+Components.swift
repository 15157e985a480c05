internal import JSONText

extension FileReader {
    /// A component, or defaults, which may hold all that a component holds.
    mutating func readComponent(_ node: JSONNode, _ name: String) throws(AssociationFileError) -> LinkComponent? {
        guard expect(.object, node, name) else { return nil }
        try count(node)
        var component = LinkComponent(at: node.place)
        for member in members(of: node) {
            let value = member.value
            switch member.name {
            case "/":
                component.present.insert(.path)
                component.path = readString(value, "the pattern for the path")
            case "?":
                component.present.insert(.query)
                component.query = try readQuery(value)
            case "#":
                component.present.insert(.fragment)
                component.fragment = readString(value, "the pattern for the fragment")
            case "exclude":
                component.present.insert(.exclude)
                component.exclude = readFlag(value, "exclude")
            case "caseSensitive":
                component.present.insert(.caseSensitive)
                component.caseSensitive = readFlag(value, "caseSensitive")
            case "percentEncoded":
                component.present.insert(.percentEncoded)
                component.percentEncoded = readFlag(value, "percentEncoded")
            case "comment": component.comment = value.string
            default:
                noteUnknown(
                    member, in: name, known: ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"])
            }
        }
        return component
    }

    private mutating func readQuery(_ node: JSONNode) throws(AssociationFileError) -> Placed<LinkComponent.Query>? {
        if let whole = node.string { return Placed(.whole(whole), at: node.place) }
        guard node.kind == .object else {
            note(.wrongType, node, "The pattern for the query must be a string or an object, not \(node.kind).")
            return nil
        }
        var items: [LinkComponent.Item] = []
        var isVoid = false
        for member in members(of: node) {
            try count(member.value)
            guard let pattern = member.value.string else {
                isVoid = true
                note(
                    .predicateNotString, member.value,
                    "The predicate for \(member.name.quoted) is \(member.value.kind), which voids all predicates beside it.")
                continue
            }
            items.append(
                .init(name: Placed(member.name, at: member.nameNode.place), pattern: Placed(pattern, at: member.value.place)))
        }
        return Placed(isVoid ? .void : .items(items), at: node.place)
    }

    /// A boolean. A number counts as one, as it does for Apple's readers of JSON, and is noted.
    private mutating func readFlag(_ node: JSONNode, _ name: String) -> Placed<Bool>? {
        if let flag = node.boolean { return Placed(flag, at: node.place) }
        _ = expect(.boolean, node, name)
        return node.number.map { Placed($0.double != 0, at: node.place) }
    }
}
