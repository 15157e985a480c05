/// The property list of entitlements, found in whatever holds it.
struct EntitlementsFile {
    let container: AppEntitlements.Container
    let root: PropertyListNode
    private let text: TextPlaces?
    /// Where the property list begins in the file.
    private let start: Int

    init(_ bytes: [UInt8]) throws(EntitlementsFileError) {
        guard bytes.count <= AppEntitlements.maximumBytes else {
            throw EntitlementsFileError("too-large", "The file has more than \(AppEntitlements.maximumBytes) bytes.", nil)
        }
        if bytes.first == Self.sequenceTag {
            let range = try Self.embeddedList(in: bytes)
            (container, text, start) = (.provisioningProfile, TextPlaces(bytes), range.lowerBound)
            root = try Self.entitlements(of: Self.parse(Array(bytes[range]), from: text, start: start))
        } else {
            let isBinary = PropertyList.isBinary(bytes)
            (container, text, start) = (isBinary ? .binary : .xml, isBinary ? nil : TextPlaces(bytes), 0)
            root = try Self.parse(bytes, from: text, start: 0)
        }
        guard root.members != nil else {
            throw EntitlementsFileError(
                "not-a-dictionary", "Entitlements must be a dictionary, not \(root.value.kind).", position(of: root))
        }
    }

    /// The position of a value; nil in a binary list.
    func position(of node: PropertyListNode) -> SourcePosition? {
        text?.position(at: start + node.offset)
    }

    /// The first byte of every structure in DER, and so of every signed message (RFC 5652).
    private static let sequenceTag: UInt8 = 0x30

    /// The property list that a signed profile carries as its content, in one piece.
    private static func embeddedList(in bytes: [UInt8]) throws(EntitlementsFileError) -> Range<Int> {
        guard let start = find("<?xml", in: bytes, from: 0), let end = find("</plist>", in: bytes, from: start) else {
            throw EntitlementsFileError(
                "no-property-list", "The file is a signed structure without a property list in it.", nil)
        }
        return start..<(end + "</plist>".utf8.count)
    }

    private static func find(_ mark: String, in bytes: [UInt8], from start: Int) -> Int? {
        let mark = Array(mark.utf8)
        guard start + mark.count <= bytes.count else { return nil }
        return (start...(bytes.count - mark.count)).first {
            bytes[$0] == mark[0] && bytes[$0..<($0 + mark.count)].elementsEqual(mark)
        }
    }

    private static func parse(_ list: [UInt8], from text: TextPlaces?, start: Int) throws(EntitlementsFileError) -> PropertyListNode
    {
        do {
            return try PropertyList.parse(list)
        } catch {
            let position = text?.position(at: start + error.offset)
            throw EntitlementsFileError(
                error.code.rawValue, "Not a property list at byte \(start + error.offset): \(error.reason).", position)
        }
    }

    private static func entitlements(of profile: PropertyListNode) throws(EntitlementsFileError) -> PropertyListNode {
        guard let entitlements = profile["Entitlements"] else {
            throw EntitlementsFileError("no-entitlements", "The provisioning profile has no entitlements.", nil)
        }
        return entitlements
    }
}
