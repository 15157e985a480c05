/// Parses the dictionary of entitlements and collects findings.
struct EntitlementsReader {
    private(set) var applicationIdentifier: AppIdentifier?
    private(set) var entries: [AppEntitlements.Entry] = []
    private(set) var isSignedForDevelopment: Bool?
    private(set) var isBrowser = false
    private(set) var findings: [Finding] = []

    private let file: EntitlementsFile

    init(_ file: EntitlementsFile) {
        self.file = file
    }

    mutating func read() {
        isSignedForDevelopment = file.root["get-task-allow"]?.boolean
        isBrowser = file.root["com.apple.developer.web-browser"]?.boolean == true
        readIdentifier()
        readList()
        compareEntries()
    }

    private mutating func readIdentifier() {
        // iOS and related systems write the short key, macOS the long one.
        guard let node = file.root["application-identifier"] ?? file.root["com.apple.application-identifier"] else { return }
        guard let text = node.string else { return note(.badAppIdentifier, at: node) }
        guard !Self.holdsVariable(text) else { return note(.buildVariable, at: node) }
        guard let identifier = try? AppIdentifier(text) else { return note(.badAppIdentifier, at: node) }
        applicationIdentifier = identifier
        if identifier.isWildcard { note(.wildcardAppIdentifier, at: node) }
        if identifier.hasPlaceholderTeamID { note(.placeholderTeamID, at: node) }
    }

    private mutating func readList() {
        guard let list = file.root["com.apple.developer.associated-domains"] else {
            return note(.missingEntitlement, at: file.root)
        }
        // A profile permits all domains with a single star. Only the list of the app matters.
        if file.container == .provisioningProfile, list.string == "*" { return }
        guard let elements = list.elements else { return note(.domainsWrongType, at: list) }
        if elements.isEmpty { note(.domainsEmptyList, at: list) }
        for element in elements { readEntry(element) }
    }

    private mutating func readEntry(_ node: PropertyListNode) {
        guard let text = node.string else { return note(.domainsWrongType, at: node) }
        let (index, position) = (entries.count, file.position(of: node))
        do {
            entries.append(
                .init(text: text, entitlement: try AssociatedDomainEntitlement(text), rejection: nil, position: position))
        } catch {
            entries.append(.init(text: text, entitlement: nil, rejection: error, position: position))
            findings.append(
                Self.holdsVariable(text)
                    ? Finding(.buildVariable, at: position, entry: index)
                    : Finding(.init(error), at: position, entry: index, offset: error.position, error.reason))
        }
    }

    private mutating func compareEntries() {
        var seen: Set<AssociatedDomainEntitlement> = []
        let plain = Set(entries.compactMap { $0.entitlement?.mode == nil ? $0.entitlement : nil })
        for (index, entry) in entries.enumerated() {
            guard let entitlement = entry.entitlement else { continue }
            if !seen.insert(entitlement).inserted { note(.duplicateEntry, index, entry) }
            if entitlement.mode != nil, plain.contains(entitlement.withoutMode) { note(.modeBesidePlain, index, entry) }
            if entitlement.mode == .developer, isSignedForDevelopment == false { note(.developerModeInDistribution, index, entry) }
            if entitlement.service == .applinks, isBrowser { note(.browserUniversalLinks, index, entry) }
        }
    }

    private mutating func note(_ code: Finding.Code, at node: PropertyListNode) {
        findings.append(Finding(code, at: file.position(of: node)))
    }

    private mutating func note(_ code: Finding.Code, _ index: Int, _ entry: AppEntitlements.Entry) {
        findings.append(Finding(code, at: entry.position, entry: index))
    }

    private static func holdsVariable(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }
}

/// The property list of entitlements, extracted from its container.
struct EntitlementsFile {
    let container: AppEntitlements.Container
    let root: PropertyListNode
    private let text: TextPositions?
    /// The start of the property list in the file.
    private let start: Int

    init(_ bytes: [UInt8]) throws(AssociatedDomainsError) {
        guard bytes.count <= AppEntitlements.maximumBytes else {
            throw AssociatedDomainsError(.init("too-large"), "The file has more than \(AppEntitlements.maximumBytes) bytes.")
        }
        if bytes.first == Self.sequenceTag {
            let range = try Self.embeddedList(in: bytes)
            (container, text, start) = (.provisioningProfile, TextPositions(bytes), range.lowerBound)
            root = try Self.entitlements(of: Self.parse(Array(bytes[range]), from: text, start: start))
        } else {
            let isBinary = PropertyList.isBinary(bytes)
            (container, text, start) = (isBinary ? .binary : .xml, isBinary ? nil : TextPositions(bytes), 0)
            root = try Self.parse(bytes, from: text, start: 0)
        }
        guard root.members != nil else {
            throw AssociatedDomainsError(
                .init("not-a-dictionary"), "Entitlements must be a dictionary, not \(root.value.kind).", place: position(of: root))
        }
    }

    /// Returns the position of a value. Returns nil in a binary list.
    func position(of node: PropertyListNode) -> SourcePosition? {
        text?.position(at: start + node.offset)
    }

    /// The first byte of a DER sequence, and thus of every signed message (RFC 5652).
    private static let sequenceTag: UInt8 = 0x30

    /// Returns the property list that a signed profile contains in one piece.
    private static func embeddedList(in bytes: [UInt8]) throws(AssociatedDomainsError) -> Range<Int> {
        guard let start = find("<?xml", in: bytes, from: 0), let end = find("</plist>", in: bytes, from: start) else {
            throw AssociatedDomainsError(.init("no-property-list"), "The file is a signed structure without a property list.")
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

    private static func parse(_ list: [UInt8], from text: TextPositions?, start: Int) throws(AssociatedDomainsError)
        -> PropertyListNode
    {
        do {
            return try PropertyList.parse(list)
        } catch {
            let position = text?.position(at: start + error.offset)
            throw AssociatedDomainsError(
                .init(error.code.rawValue), "Not a property list at byte \(start + error.offset): \(error.reason).", place: position
            )
        }
    }

    private static func entitlements(of profile: PropertyListNode) throws(AssociatedDomainsError) -> PropertyListNode {
        guard let entitlements = profile["Entitlements"] else {
            throw AssociatedDomainsError(.init("no-entitlements"), "The provisioning profile has no entitlements.")
        }
        return entitlements
    }
}
