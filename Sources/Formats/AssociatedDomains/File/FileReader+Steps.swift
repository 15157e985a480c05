internal import JSONText

/// The steps that all readings share.
extension FileReader {
    mutating func readStrings(_ node: JSONNode, _ name: String) throws(AssociationFileError) -> [Placed<String>]? {
        guard expect(.array, node, name), let elements = node.elements else { return nil }
        var result: [Placed<String>] = []
        for element in elements {
            try count(element)
            if let string = readString(element, "an element of \(name)") { result.append(string) }
        }
        return result
    }

    mutating func readString(_ node: JSONNode, _ name: String) -> Placed<String>? {
        guard let string = node.string else {
            _ = expect(.string, node, name)
            return nil
        }
        return Placed(string, at: node.place)
    }

    mutating func expect(_ kind: JSONKind, _ node: JSONNode, _ name: String) -> Bool {
        if node.kind == kind { return true }
        note(.wrongType, node, "\(name.prefix(1).uppercased() + name.dropFirst()) must be \(kind), not \(node.kind).")
        return false
    }

    mutating func count(_ node: JSONNode) throws(AssociationFileError) {
        entryCount += 1
        guard entryCount <= AssociationFile.maximumEntries else {
            throw AssociationFileError(
                .tooManyEntries, "The file holds more than \(AssociationFile.maximumEntries) apps, patterns and values.",
                at: places.position(at: node.sourceRange.lowerBound))
        }
    }

    mutating func note(_ code: Finding.Code, _ node: JSONNode, _ message: String) {
        remarks.append(Remark(code, at: node.place, message))
    }

    /// Tells of a member that nobody reads; of one whose name differs from a known one by its capitals or spaces alone, or by one
    /// letter, which one was meant.
    mutating func noteUnknown(
        _ member: JSONMembers.Member, in place: String, known: [String], code: Finding.Code = .unknownKey
    ) {
        let name = member.name
        // A comment by another name loses nothing.
        if let meant = Spelling.nearest(name, among: known), meant != "comment" {
            note(.misspelledKey, member.nameNode, "\(name.quoted) is ignored; \(meant.quoted) was probably meant.")
        } else {
            note(code, member.nameNode, "\(name.quoted) in \(place) is ignored: no system knows it.")
        }
    }

    /// Whether nothing stands in an array or object, not even of the wrong type.
    func isEmpty(_ node: JSONNode) -> Bool {
        node.elements?.first { _ in true } == nil && node.members?.first { _ in true } == nil
    }

    func members(of node: JSONNode) -> [JSONMembers.Member] { node.members.map(Array.init) ?? [] }
}
