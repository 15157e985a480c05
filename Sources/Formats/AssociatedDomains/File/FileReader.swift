internal import JSONText

/// Converts JSON to a file and reports what it skips.
struct FileReader {
    var applinks: AppLinks?
    var lists: [AssociatedService: AppList] = [:]
    var remarks: [Remark] = []
    /// Whether the file names a service, even with a value of the wrong type.
    var namesService = false
    let places: TextPositions
    var entryCount = 0

    init(_ places: TextPositions) {
        self.places = places
    }

    mutating func read(_ root: JSONNode, _ members: JSONMembers) throws(AssociatedDomainsError) {
        for member in members {
            let service = AssociatedService(rawValue: member.name)
            namesService = namesService || service != nil
            switch service {
            case .applinks: applinks = try readAppLinks(member.value)
            case let service?: lists[service] = try readList(member.value, of: service)
            case nil: noteUnknown(member, in: "the file", known: AssociatedService.allCases.map(\.rawValue), code: .unknownService)
            }
        }
        if !namesService {
            note(.noServices, root, "The file names none of applinks, webcredentials, appclips and activitycontinuation.")
        }
    }

    private mutating func readList(_ node: JSONNode, of service: AssociatedService) throws(AssociatedDomainsError) -> AppList? {
        guard expect(.object, node, service.rawValue), let members = node.members else { return nil }
        var apps: [Located<String>]?
        for member in members {
            if member.isNamed("apps") {
                apps = try readStrings(member.value, "apps")
            } else {
                noteUnknown(member, in: service.rawValue, known: ["apps"])
            }
        }
        if apps == nil && node["apps"] == nil { note(.missingApps, node, "\(service.rawValue) has no list of apps.") }
        if apps?.isEmpty == true, let list = node["apps"], isEmpty(list) {
            note(.emptyApps, list, "The list of apps of \(service.rawValue) is empty.")
        }
        return AppList(place: node.place, apps: apps ?? [])
    }

    private mutating func readAppLinks(_ node: JSONNode) throws(AssociatedDomainsError) -> AppLinks? {
        guard expect(.object, node, "applinks"), let members = node.members else { return nil }
        var (apps, defaults): (Located<[Located<String>]>?, LinkComponent?)
        var (details, variables): ([LinkDetails]?, [SubstitutionVariable]) = (nil, [])
        for member in members {
            let value = member.value
            switch member.name {
            case "apps": apps = try readStrings(value, "apps").map { Located($0, at: value.place) }
            case "defaults": defaults = try readComponent(value, "defaults")
            case "details": details = try readDetailsList(value)
            case "substitutionVariables": variables = try readVariables(value)
            default:
                noteUnknown(member, in: "applinks", known: ["apps", "defaults", "details", "substitutionVariables"])
            }
        }
        if node["details"] == nil { note(.missingDetails, node, "applinks has no details, so links do not open apps.") }
        return AppLinks(
            place: node.place, legacyApps: apps, defaults: defaults, details: details ?? [], variables: variables)
    }

    private mutating func readDetailsList(_ node: JSONNode) throws(AssociatedDomainsError) -> [LinkDetails]? {
        var result: [LinkDetails] = []
        if let entries = node.elements {
            for entry in entries {
                if let details = try readDetails(entry, named: nil) { result.append(details) }
            }
        } else if let members = node.members {
            note(.legacyDetails, node, "details is an object with a member for each app, the form of iOS 9 betas.")
            for member in members {
                if let details = try readDetails(member.value, named: member.nameNode) { result.append(details) }
            }
        } else {
            _ = expect(.array, node, "details")
            return nil
        }
        if isEmpty(node) { note(.emptyDetails, node, "details has no entry, so links do not open apps.") }
        return result
    }

    private mutating func readDetails(_ node: JSONNode, named name: JSONNode?) throws(AssociatedDomainsError) -> LinkDetails? {
        guard expect(.object, node, "an entry of details"), let members = node.members else { return nil }
        try count(node)
        var (appIDs, appID): ([Located<String>]?, Located<String>?)
        var (components, paths, defaults): ([LinkComponent]?, [LinkComponent]?, LinkComponent?)
        for member in members {
            let value = member.value
            switch member.name {
            case "appIDs": appIDs = try readStrings(value, "appIDs")
            case "appID": appID = readString(value, "appID")
            case "components": components = try readComponents(value)
            case "paths": paths = try readPaths(value)
            case "defaults": defaults = try readComponent(value, "defaults")
            default:
                noteUnknown(member, in: "an entry of details", known: ["appIDs", "appID", "components", "paths", "defaults"])
            }
        }
        noteMixture(node)
        let named = name.flatMap { name in name.string.map { Located($0, at: name.place) } }
        let apps = appIDs ?? (appID ?? named).map { [$0] }
        if apps == nil && node["appIDs"] == nil && node["appID"] == nil {
            note(.missingAppIDs, node, "The entry names no app: it has neither appIDs nor appID.")
        }
        if apps?.isEmpty == true, let list = node["appIDs"], isEmpty(list) {
            note(.emptyAppIDs, list, "The list of apps of this entry is empty.")
        }
        let form: LinkDetails.Form = components != nil ? .components : paths != nil ? .paths : .missing
        if form == .missing && node["components"] == nil && node["paths"] == nil {
            note(.missingPatterns, node, "The entry has no components, so no link matches it.")
        }
        return LinkDetails(
            place: node.place, appIDs: apps ?? [], form: form, components: components ?? paths ?? [], defaults: defaults)
    }

    /// Reports mixed forms. TN3155 permits appIDs with components, or appID with paths.
    private mutating func noteMixture(_ node: JSONNode) {
        let (modern, legacy) = (node["appIDs"], node["appID"])
        if modern != nil, let legacy {
            note(.mixedFormats, legacy, "The entry has appIDs, so appID is ignored.")
        }
        if node["components"] != nil, let paths = node["paths"] {
            note(.mixedFormats, paths, "The entry has components, so paths is ignored.")
        } else if modern != nil, legacy == nil, let paths = node["paths"] {
            note(.mixedFormats, paths, "The entry mixes appIDs (iOS 13 and later) with paths (iOS 12 and earlier).")
        } else if modern == nil, let legacy, node["components"] != nil {
            note(.mixedFormats, legacy, "The entry mixes appID (iOS 12 and earlier) with components (iOS 13 and later).")
        }
    }

    private mutating func readComponents(_ node: JSONNode) throws(AssociatedDomainsError) -> [LinkComponent]? {
        guard expect(.array, node, "components"), let elements = node.elements else { return nil }
        var result: [LinkComponent] = []
        result.reserveCapacity(elements.count)
        for element in elements {
            if let component = try readComponent(element, "a component") { result.append(component) }
        }
        if isEmpty(node) { note(.emptyPatterns, node, "components is empty, so no link matches the entry.") }
        return result
    }

    private mutating func readPaths(_ node: JSONNode) throws(AssociatedDomainsError) -> [LinkComponent]? {
        guard expect(.array, node, "paths"), let elements = node.elements else { return nil }
        var result: [LinkComponent] = []
        for element in elements {
            try count(element)
            if expect(.string, element, "an element of paths") { result.append(LinkComponent(element)) }
        }
        if isEmpty(node) { note(.emptyPatterns, node, "paths is empty, so no link matches the entry.") }
        return result
    }

    private mutating func readVariables(_ node: JSONNode) throws(AssociatedDomainsError) -> [SubstitutionVariable] {
        guard expect(.object, node, "substitutionVariables"), let members = node.members else { return [] }
        var result: [SubstitutionVariable] = []
        for member in members {
            try count(member.value)
            guard let values = try readStrings(member.value, "a substitution variable") else { continue }
            result.append(SubstitutionVariable(name: Located(member.name, at: member.nameNode.place), values: values))
        }
        return result
    }

    /// Parses a component, or defaults, which may contain the same members.
    mutating func readComponent(_ node: JSONNode, _ name: String) throws(AssociatedDomainsError) -> LinkComponent? {
        guard expect(.object, node, name) else { return nil }
        try count(node)
        let component = LinkComponent(node)
        if !component.isExpected {
            try checkMembers(of: node, name)
        } else if component.present.contains(.query), let query = node["?"] {
            try checkQuery(query)
        }
        return component
    }

    private mutating func checkMembers(of node: JSONNode, _ name: String) throws(AssociatedDomainsError) {
        guard let members = node.members else { return }
        for member in members {
            switch LinkComponent.Key.named(member.name) {
            case .path: _ = expect(.string, member.value, "the pattern for the path")
            case .query: try checkQuery(member.value)
            case .fragment: _ = expect(.string, member.value, "the pattern for the fragment")
            // A number is a finding only, because Apple's JSON readers treat it as a boolean.
            case .exclude, .caseSensitive, .percentEncoded: _ = expect(.boolean, member.value, member.name)
            case .comment: break
            default: noteUnknown(member, in: name, known: LinkComponent.Key.texts)
            }
        }
    }

    private mutating func checkQuery(_ node: JSONNode) throws(AssociatedDomainsError) {
        guard node.kind != .string else { return }
        guard let members = node.members else {
            return note(.wrongType, node, "The pattern for the query must be a string or an object, not \(node.kind).")
        }
        for member in members {
            try count(member.value)
            guard member.value.kind != .string else { continue }
            note(
                .predicateNotString, member.value,
                "The predicate for \(member.name.quoted) is \(member.value.kind), so the system ignores all predicates of the component."
            )
        }
    }
}

/// Shared parsing steps.
extension FileReader {
    mutating func readStrings(_ node: JSONNode, _ name: String) throws(AssociatedDomainsError) -> [Located<String>]? {
        guard expect(.array, node, name), let elements = node.elements else { return nil }
        var result: [Located<String>] = []
        for element in elements {
            try count(element)
            if let string = readString(element, "an element of \(name)") { result.append(string) }
        }
        return result
    }

    mutating func readString(_ node: JSONNode, _ name: String) -> Located<String>? {
        guard let string = node.string else {
            _ = expect(.string, node, name)
            return nil
        }
        return Located(string, at: node.place)
    }

    mutating func expect(_ kind: JSONKind, _ node: JSONNode, _ name: String) -> Bool {
        if node.kind == kind { return true }
        note(.wrongType, node, "\(name.prefix(1).uppercased() + name.dropFirst()) must be \(kind), not \(node.kind).")
        return false
    }

    mutating func count(_ node: JSONNode) throws(AssociatedDomainsError) {
        entryCount += 1
        guard entryCount <= AssociationFile.maximumEntries else {
            throw AssociatedDomainsError(
                .tooManyEntries, "The file has more than \(AssociationFile.maximumEntries) apps, patterns and values.",
                at: places.position(at: node.sourceRange.lowerBound))
        }
    }

    mutating func note(_ code: Finding.Code, _ node: JSONNode, _ message: String) {
        remarks.append(Remark(code, at: node.place, message))
    }

    /// Reports an unknown member. If its name differs from a known one only by case, spaces or one letter, the finding suggests
    /// that name.
    mutating func noteUnknown(
        _ member: JSONMembers.Member, in place: String, known: [String], code: Finding.Code = .unknownKey
    ) {
        let name = member.name
        // A misspelled comment loses nothing.
        if let meant = SpellingSuggestion.nearest(name, among: known), meant != "comment" {
            note(.misspelledKey, member.nameNode, "\(name.quoted) is ignored. Did you mean \(meant.quoted)?")
        } else {
            note(code, member.nameNode, "\(name.quoted) in \(place) is unknown and ignored.")
        }
    }

    /// Returns whether an array or object has no elements, including elements of the wrong type.
    func isEmpty(_ node: JSONNode) -> Bool {
        node.elements?.first { _ in true } == nil && node.members?.first { _ in true } == nil
    }
}

/// Suggests names for misspelled ones.
enum SpellingSuggestion {
    /// Returns the name that differs from `text` only by case, spaces, dashes, underscores, a plural or one letter. Returns nil if
    /// none exists.
    static func nearest(_ text: String, among names: [String]) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let plain = simplified(text)
        if let same = names.first(where: { simplified($0) == plain }) { return same }
        return names.first { $0.utf8.count > 4 && differsByOne(plain, simplified($0)) }
    }

    private static func simplified(_ text: String) -> [UInt8] {
        text.utf8.filter { !$0.isSpaceOrControl && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }.map(\.lowerCased)
    }

    /// Returns whether the names differ by one inserted, removed or changed letter, or by two swapped neighbours.
    private static func differsByOne(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        guard long.count - short.count <= 1 else { return false }
        let same = zip(short, long).prefix { $0 == $1 }.count
        let (shortRest, longRest) = (short[same...], long[same...])
        if short.count < long.count { return shortRest.elementsEqual(longRest.dropFirst()) }
        if shortRest.dropFirst().elementsEqual(longRest.dropFirst()) { return true }
        let isSwap = shortRest.count > 1 && shortRest[same] == longRest[same + 1] && shortRest[same + 1] == longRest[same]
        return isSwap && shortRest.dropFirst(2).elementsEqual(longRest.dropFirst(2))
    }
}

extension String {
    /// The text as quoted in messages: shortened, and without control characters for terminals.
    var quoted: String {
        var text = String(String.UnicodeScalarView(unicodeScalars.prefix(Self.longestQuote).map(Self.visible)))
        if unicodeScalars.dropFirst(Self.longestQuote).first != nil { text += "…" }
        return "\"\(text)\""
    }

    private static let longestQuote = 80

    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "\u{FFFD}"
        default: scalar
        }
    }
}
