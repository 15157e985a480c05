internal import JSONText

/// Parses an asset links file in one pass. Keeps valid statements and reports the others.
struct AssetLinksReader {
    private(set) var statements: [AssetLinks.Statement] = []
    private(set) var includes: [AssetLinks.Include] = []
    private(set) var findings: [Finding] = []

    /// The members of a statement.
    static let members = ["relation", "target", "include"]

    private struct Permission: Hashable {
        let relations: [AssetRelation]
        let target: AssetTarget
    }

    private var seen: Set<Permission> = []
    private let bytes: [UInt8]
    private let places: TextPositions

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        places = TextPositions(bytes)
    }

    mutating func read() {
        if bytes.drop(while: \.isSpaceOrControl).first == UInt8(ascii: "<") { return note(.html, .start) }
        do {
            read(try JSONText.parse(bytes).root)
        } catch {
            let position = SourcePosition(line: error.position.line, column: error.position.column, offset: error.position.offset)
            switch error.code {
            case .byteOrderMark: note(.assetLinksByteOrderMark, position)
            case .tooLarge: note(.assetLinksTooLarge, position)
            default:
                findings.append(Finding(.assetLinksMalformedJSON, at: position, "The text is not JSON: \(error.reason)."))
            }
        }
    }

    private mutating func read(_ root: JSONNode) {
        guard let elements = root.elements else { return note(.notAnArray, root) }
        var isEmpty = true
        for element in elements {
            isEmpty = false
            readStatement(element)
        }
        if isEmpty { note(.emptyList, root) }
    }

    private mutating func readStatement(_ node: JSONNode) {
        guard let members = node.members else { return note(.notAStatement, node) }
        for member in members where !Self.members.contains(member.name) {
            note(.unknownMember, member.nameNode)
        }
        if let include = node["include"] {
            if node["relation"] != nil || node["target"] != nil { note(.includeBesideStatement, include) }
            return readInclude(include)
        }
        let relations = readRelations(node)
        let target = readTarget(node)
        guard let relations, let target else { return }
        if case .web = target, relations.contains(.handleAllURLs) { note(.linksToSite, node) }
        if !seen.insert(Permission(relations: relations, target: target)).inserted { note(.duplicateStatement, node) }
        statements.append(AssetLinks.Statement(relations: relations, target: target, position: position(of: node)))
    }

    private mutating func readInclude(_ node: JSONNode) {
        guard let url = node.string, url.hasPrefix("https://"), url.utf8.count > "https://".utf8.count,
            !url.utf8.contains(where: \.isSpaceOrControl)
        else { return note(.badInclude, node) }
        note(.include, node)
        includes.append(AssetLinks.Include(url: url, position: position(of: node)))
    }

    /// Returns the relations. Returns nil if one of them is malformed, because readers then drop the whole statement.
    private mutating func readRelations(_ statement: JSONNode) -> [AssetRelation]? {
        guard let node = statement["relation"] else { return reject(.missingRelation, statement) }
        guard let elements = node.elements else { return reject(.relationType, node) }
        var relations: [AssetRelation] = []
        for element in elements {
            guard let text = element.string else { return reject(.relationType, element) }
            guard let relation = AssetRelation(text) else { return reject(.badRelation, element) }
            if !relation.isKnown { note(.unknownRelation, element) }
            relations.append(relation)
        }
        return relations.isEmpty ? reject(.missingRelation, node) : relations
    }

    private mutating func readTarget(_ statement: JSONNode) -> AssetTarget? {
        guard let node = statement["target"] else { return reject(.missingTarget, statement) }
        guard let members = node.members else { return reject(.targetType, node) }
        let known: [String]
        switch node["namespace"]?.string {
        case "web": known = ["namespace", "site"]
        case "android_app": known = ["namespace", "package_name", "sha256_cert_fingerprints"]
        default: return reject(.unknownNamespace, node["namespace"] ?? node)
        }
        for member in members where !known.contains(member.name) { note(.unknownMember, member.nameNode) }
        return known.count == 2 ? readSite(node) : readApp(node)
    }

    private mutating func readSite(_ target: JSONNode) -> AssetTarget? {
        guard let node = target["site"] else { return reject(.badSite, target) }
        guard let site = node.string.flatMap({ AssetSite($0) }) else { return reject(.badSite, node) }
        return site.isSecure ? .web(site) : reject(.insecureSite, node)
    }

    private mutating func readApp(_ target: JSONNode) -> AssetTarget? {
        let name = target["package_name"]
        let package = name?.string.flatMap { AndroidPackageName($0) }
        if package == nil { note(.badPackageName, name ?? target) }
        guard let list = target["sha256_cert_fingerprints"], let elements = list.elements, elements.contains(where: { _ in true })
        else {
            return reject(.missingFingerprints, target["sha256_cert_fingerprints"] ?? target)
        }
        let fingerprints = elements.map { readFingerprint($0) }
        guard let package, fingerprints.allSatisfy({ $0 != nil }) else { return nil }
        return .androidApp(package, Set(fingerprints.compactMap(\.self)))
    }

    private mutating func readFingerprint(_ node: JSONNode) -> CertificateFingerprint? {
        guard let text = node.string else { return reject(.badFingerprint, node) }
        if let fingerprint = CertificateFingerprint(text) {
            if Set(fingerprint.bytes).count == 1 { return reject(.placeholderFingerprint, node) }
            if text.utf8.contains(where: \.isLowerCase) { note(.lowerCaseFingerprint, node) }
            return fingerprint
        }
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
        if digits.count == 40, digits.allSatisfy({ $0.hexadecimalDigit != nil }) { return reject(.sha1Fingerprint, node) }
        let isWords = text.utf8.contains { $0 != UInt8(ascii: ":") && $0.hexadecimalDigit == nil }
        return reject(isWords ? .placeholderFingerprint : .badFingerprint, node)
    }

    private mutating func reject<Value>(_ code: Finding.Code, _ node: JSONNode) -> Value? {
        note(code, node)
        return nil
    }

    private mutating func note(_ code: Finding.Code, _ node: JSONNode) { note(code, position(of: node)) }

    private mutating func note(_ code: Finding.Code, _ position: SourcePosition) {
        findings.append(Finding(code, at: position))
    }

    private func position(of node: JSONNode) -> SourcePosition { places.position(at: node.sourceRange.lowerBound) }
}
