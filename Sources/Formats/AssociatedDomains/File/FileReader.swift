internal import JSONText

/// Takes a file out of its JSON, noting what it passes over.
struct FileReader {
    var applinks: AppLinks?
    var lists: [AssociatedService: AppList] = [:]
    var remarks: [Remark] = []
    /// Whether a service is named at all, of the right type or not.
    var namesService = false
    let places: TextPlaces
    var entryCount = 0

    init(_ places: TextPlaces) {
        self.places = places
    }

    mutating func read(_ root: JSONNode) throws(AssociationFileError) {
        for member in members(of: root) {
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

    private mutating func readList(_ node: JSONNode, of service: AssociatedService) throws(AssociationFileError) -> AppList? {
        guard expect(.object, node, service.rawValue) else { return nil }
        var apps: [Placed<String>]?
        for member in members(of: node) {
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

    private mutating func readAppLinks(_ node: JSONNode) throws(AssociationFileError) -> AppLinks? {
        guard expect(.object, node, "applinks") else { return nil }
        var (apps, defaults): (Placed<[Placed<String>]>?, LinkComponent?)
        var (details, variables): ([LinkDetails]?, [SubstitutionVariable]) = (nil, [])
        for member in members(of: node) {
            let value = member.value
            switch member.name {
            case "apps": apps = try readStrings(value, "apps").map { Placed($0, at: value.place) }
            case "defaults": defaults = try readComponent(value, "defaults")
            case "details": details = try readDetailsList(value)
            case "substitutionVariables": variables = try readVariables(value)
            default:
                noteUnknown(member, in: "applinks", known: ["apps", "defaults", "details", "substitutionVariables"])
            }
        }
        if node["details"] == nil { note(.missingDetails, node, "applinks has no details, so no link opens an app.") }
        return AppLinks(
            place: node.place, legacyApps: apps, defaults: defaults, details: details ?? [], variables: variables)
    }

    private mutating func readDetailsList(_ node: JSONNode) throws(AssociationFileError) -> [LinkDetails]? {
        var result: [LinkDetails] = []
        if let entries = node.elements {
            for entry in entries {
                if let details = try readDetails(entry, named: nil) { result.append(details) }
            }
        } else if node.kind == .object {
            note(.legacyDetails, node, "details is an object with a member for each app, the form of iOS 9 betas.")
            for member in members(of: node) {
                if let details = try readDetails(member.value, named: member.nameNode) { result.append(details) }
            }
        } else {
            _ = expect(.array, node, "details")
            return nil
        }
        if isEmpty(node) { note(.emptyDetails, node, "details holds no entry, so no link opens an app.") }
        return result
    }

    private mutating func readDetails(_ node: JSONNode, named name: JSONNode?) throws(AssociationFileError) -> LinkDetails? {
        guard expect(.object, node, "an entry of details") else { return nil }
        try count(node)
        var (appIDs, appID): ([Placed<String>]?, Placed<String>?)
        var (components, paths, defaults): ([LinkComponent]?, [LinkComponent]?, LinkComponent?)
        for member in members(of: node) {
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
        let named = name.flatMap { name in name.string.map { Placed($0, at: name.place) } }
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

    /// TN3155: either appIDs with components, or appID with paths.
    private mutating func noteMixture(_ node: JSONNode) {
        let (modern, legacy) = (node["appIDs"], node["appID"])
        if modern != nil, let legacy {
            note(.mixedFormats, legacy, "The entry has appIDs, so appID is ignored.")
        }
        if node["components"] != nil, let paths = node["paths"] {
            note(.mixedFormats, paths, "The entry has components, so paths is ignored.")
        } else if modern != nil, legacy == nil, let paths = node["paths"] {
            note(.mixedFormats, paths, "The entry mixes appIDs, since iOS 13, with paths, from before.")
        } else if modern == nil, let legacy, node["components"] != nil {
            note(.mixedFormats, legacy, "The entry mixes appID, from before iOS 13, with components.")
        }
    }

    private mutating func readComponents(_ node: JSONNode) throws(AssociationFileError) -> [LinkComponent]? {
        guard expect(.array, node, "components"), let elements = node.elements else { return nil }
        var result: [LinkComponent] = []
        for element in elements {
            if let component = try readComponent(element, "a component") { result.append(component) }
        }
        if isEmpty(node) { note(.emptyPatterns, node, "components holds nothing, so no link matches the entry.") }
        return result
    }

    private mutating func readPaths(_ node: JSONNode) throws(AssociationFileError) -> [LinkComponent]? {
        guard let strings = try readStrings(node, "paths") else { return nil }
        if isEmpty(node) { note(.emptyPatterns, node, "paths holds nothing, so no link matches the entry.") }
        return strings.map { string in
            var component = LinkComponent(at: string.place)
            let excludes = string.value.utf8.starts(with: Self.negation.utf8)
            component.path = Placed(
                excludes ? String(string.value.dropFirst(Self.negation.count)) : string.value, at: string.place)
            component.exclude = Placed(excludes, at: string.place)
            component.present = [.path, .exclude]
            return component
        }
    }

    static let negation = "NOT "

    private mutating func readVariables(_ node: JSONNode) throws(AssociationFileError) -> [SubstitutionVariable] {
        guard expect(.object, node, "substitutionVariables") else { return [] }
        var result: [SubstitutionVariable] = []
        for member in members(of: node) {
            try count(member.value)
            guard let values = try readStrings(member.value, "a substitution variable") else { continue }
            result.append(SubstitutionVariable(name: Placed(member.name, at: member.nameNode.place), values: values))
        }
        return result
    }
}
