/// Reads a property list in XML.
struct XMLPropertyListReader {
    var scanner: XMLScanner
    private let limits: PropertyListLimits
    private var nodes = 0

    init(_ bytes: [UInt8], limits: PropertyListLimits) {
        scanner = XMLScanner(bytes)
        self.limits = limits
    }

    mutating func read() throws(PropertyListError) -> PropertyListNode {
        try scanner.checkForm()
        try scanner.skipProlog()
        let start = scanner.offset
        let root = try scanner.openingTag()
        guard root.name == "plist" else { throw PropertyListError(.unknownTag, at: start, "the outermost tag must be plist") }
        guard !root.isEmpty else { throw PropertyListError(.unexpected, at: start, "the property list is empty") }
        try scanner.skipSpaceAndComments()
        let node = try value(depth: 0)
        try scanner.skipSpaceAndComments()
        try scanner.closingTag("plist")
        try scanner.skipSpaceAndComments()
        guard scanner.isAtEnd else {
            throw PropertyListError(.unexpected, at: scanner.offset, "something follows the property list")
        }
        return node
    }

    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListNode {
        let start = scanner.offset
        nodes += 1
        guard nodes <= limits.maximumNodes else {
            throw PropertyListError(.tooManyValues, at: start, "more than \(limits.maximumNodes) values")
        }
        guard depth <= limits.maximumDepth else {
            throw PropertyListError(.tooDeep, at: start, "nested deeper than \(limits.maximumDepth) levels")
        }
        let tag = try scanner.openingTag()
        return PropertyListNode(offset: start, value: try value(of: tag, at: start, depth: depth))
    }

    private mutating func value(of tag: XMLScanner.Tag, at start: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
        switch tag.name {
        case "true", "false":
            if !tag.isEmpty { try scanner.closingTag(tag.name) }
            return .boolean(tag.name == "true")
        case "array": return .array(tag.isEmpty ? [] : try array(depth: depth))
        case "dict": return .dictionary(tag.isEmpty ? [] : try dictionary(depth: depth))
        case "string", "integer", "real", "date", "data":
            let text = tag.isEmpty ? "" : try scanner.text(closedBy: tag.name)
            guard let value = PropertyListValue(text, of: tag.name) else {
                throw PropertyListError(.badValue, at: start, "not a value of the kind \(tag.name)")
            }
            return value
        default: throw PropertyListError(.unknownTag, at: start, "property lists do not know this tag")
        }
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> [PropertyListNode] {
        var elements: [PropertyListNode] = []
        try scanner.skipSpaceAndComments()
        while !scanner.isAtClosingTag {
            elements.append(try value(depth: depth + 1))
            try scanner.skipSpaceAndComments()
        }
        try scanner.closingTag("array")
        return elements
    }

    private mutating func dictionary(depth: Int) throws(PropertyListError) -> [PropertyListMember] {
        var members: [PropertyListMember] = []
        var keys: Set<String> = []
        try scanner.skipSpaceAndComments()
        while !scanner.isAtClosingTag {
            let start = scanner.offset
            let tag = try scanner.openingTag()
            guard tag.name == "key" else { throw PropertyListError(.unexpected, at: start, "a key must stand here") }
            let key = tag.isEmpty ? "" : try scanner.text(closedBy: "key")
            guard keys.insert(key).inserted else { throw PropertyListError(.duplicateKey, at: start, "the key stands twice") }
            try scanner.skipSpaceAndComments()
            guard !scanner.isAtClosingTag else { throw PropertyListError(.unexpected, at: scanner.offset, "the key has no value") }
            members.append(PropertyListMember(key: key, value: try value(depth: depth + 1)))
            try scanner.skipSpaceAndComments()
        }
        try scanner.closingTag("dict")
        return members
    }
}
