/// Goes through the dictionary of entitlements once, and notes what it finds.
struct EntitlementsReader {
    private(set) var applicationIdentifier: AppIdentifier?
    private(set) var entries: [AppEntitlements.Entry] = []
    private(set) var isSignedForDevelopment: Bool?
    private(set) var isBrowser = false
    private(set) var findings: [EntitlementFinding] = []

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
        // iOS and its kin write the short key, macOS the long one.
        guard let node = file.root["application-identifier"] ?? file.root["com.apple.application-identifier"] else { return }
        guard let text = node.string else { return note(.badAppIdentifier, at: node) }
        guard !Self.holdsVariable(text) else { return note(.buildVariable, at: node) }
        guard let identifier = try? AppIdentifier(text) else { return note(.badAppIdentifier, at: node) }
        applicationIdentifier = identifier
        if identifier.isWildcard { note(.wildcardAppIdentifier, at: node) }
        if identifier.hasPlaceholderTeamID { note(.placeholderTeam, at: node) }
    }

    private mutating func readList() {
        guard let list = file.root["com.apple.developer.associated-domains"] else {
            return note(.missingEntitlement, at: file.root)
        }
        // A profile permits all domains with one star; the app's own list counts.
        if file.container == .provisioningProfile, list.string == "*" { return }
        guard let elements = list.elements else { return note(.wrongType, at: list) }
        if elements.isEmpty { note(.emptyList, at: list) }
        for element in elements { readEntry(element) }
    }

    private mutating func readEntry(_ node: PropertyListNode) {
        guard let text = node.string else { return note(.wrongType, at: node) }
        let (index, position) = (entries.count, file.position(of: node))
        do {
            entries.append(.init(text: text, entitlement: try AssociatedDomainEntitlement(text), refusal: nil, position: position))
        } catch {
            entries.append(.init(text: text, entitlement: nil, refusal: error, position: position))
            let finding =
                Self.holdsVariable(text)
                ? EntitlementFinding(.buildVariable, entry: index, at: position)
                : EntitlementFinding(error, entry: index, at: position)
            findings.append(finding)
        }
    }

    private mutating func compareEntries() {
        var seen: Set<AssociatedDomainEntitlement> = []
        let plain = Set(entries.compactMap { $0.entitlement?.mode == nil ? $0.entitlement : nil })
        for (index, entry) in entries.enumerated() {
            guard let entitlement = entry.entitlement else { continue }
            if !seen.insert(entitlement).inserted { note(.duplicate, index, entry) }
            if entitlement.mode != nil, plain.contains(entitlement.withoutMode) { note(.modeBesidePlain, index, entry) }
            if entitlement.mode == .developer, isSignedForDevelopment == false { note(.developerModeInDistribution, index, entry) }
            if entitlement.service == .applinks, isBrowser { note(.browserUniversalLinks, index, entry) }
        }
    }

    private mutating func note(_ kind: EntitlementFinding.Kind, at node: PropertyListNode) {
        findings.append(EntitlementFinding(kind, at: file.position(of: node)))
    }

    private mutating func note(_ kind: EntitlementFinding.Kind, _ index: Int, _ entry: AppEntitlements.Entry) {
        findings.append(EntitlementFinding(kind, entry: index, at: entry.position))
    }

    private static func holdsVariable(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }
}
