/// Property lists in the two forms that code signing writes: XML and binary (`bplist00`).
///
/// The readers are strict and bounded. XML is the subset that Apple's DTD names: no declarations of entities, no processing
/// instructions, no attributes but `version`. Both refuse duplicate keys. Nothing is repaired.
package enum PropertyList {
    /// Reads a property list.
    ///
    /// - Throws: for the old text form, UTF-16 and whatever else is neither XML nor binary; at the first problem otherwise.
    package static func parse(_ bytes: [UInt8], limits: PropertyListLimits = .default) throws(PropertyListError) -> PropertyListNode
    {
        guard bytes.count <= limits.maximumBytes else {
            throw PropertyListError(.tooLarge, at: 0, "the property list has more than \(limits.maximumBytes) bytes")
        }
        if isBinary(bytes) {
            var reader = BinaryPropertyListReader(bytes, limits: limits)
            return try reader.read()
        }
        var reader = XMLPropertyListReader(bytes, limits: limits)
        return try reader.read()
    }

    /// Whether the bytes begin as a binary property list of any version.
    package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }
}

/// How large a property list may be. Whatever lies beyond is refused before it costs memory or time.
package struct PropertyListLimits: Sendable, Hashable {
    /// The largest file in bytes.
    package let maximumBytes: Int

    /// The deepest nesting: a string has depth 0, an array of strings 1.
    package let maximumDepth: Int

    /// The most values, counted where they are used: what a binary list refers to twice counts twice.
    package let maximumNodes: Int

    /// 1 MiB, 32 levels, 65,536 values: provisioning profiles with hundreds of devices and certificates are a tenth of it.
    package static let `default` = PropertyListLimits()

    /// Limits of other sizes.
    package init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, maximumNodes: Int = 1 << 16) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumNodes = maximumNodes
    }
}
