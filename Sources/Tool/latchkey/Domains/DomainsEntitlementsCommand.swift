import ArgumentParser
import AssociatedDomains
import JSONText

struct DomainsEntitlementsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entitlements",
        abstract: "List the domains that an app claims, and check its claims.",
        discussion: """
            Reads an .entitlements file, the output of `codesign -d --entitlements :- APP`, or an embedded.mobileprovision, whose \
            signature is not checked: property lists in XML or binary form.

            With --json:
              {"container","appID","services":{service: "claimed"|"not-claimed"
               |"rejected-to-browsers"},"domains":[{"text","service","domain",
               "wildcard","mode"}],"findings":[{"code","severity","entry",
               "offset","line","column","message","remedy"}]}

            Exits with 1 if a finding is an error; with 2 if the file cannot be read.
            """,
        example: "latchkey domains entitlements App.entitlements")

    @Argument(help: ArgumentHelp("The file; - for standard input.", valueName: "file"))
    var file: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let entitlements: AppEntitlements
        do {
            entitlements = try AppEntitlements(reading: try LimitedFile.read(file, limit: AppEntitlements.maximumBytes))
        } catch let error as AssociatedDomainsError {
            let place = error.place.map { "\($0): " } ?? ""
            if output.json {
                Terminal().result(InputError(error.code.rawValue, error.reason, position: error.place?.offset).json())
                throw CommandFailure(.usage, [])
            }
            throw CommandFailure(
                .usage, "\(file): \(place)\(error.reason.asMessage)", hint: "give the entitlements of the signed app")
        }
        output.write(entitlements.json, lines: entitlements.lines)
        if entitlements.findings.contains(where: { $0.severity == .error }) { throw CommandFailure(.negative, []) }
    }
}

extension AppEntitlements {
    /// The entitlements as JSON.
    var json: JSONValue {
        let services = AssociatedService.allCases.map { ($0.rawValue, JSONValue.string(availability(of: $0).rawValue)) }
        var object = JSONObject([("container", .string(container.rawValue))])
        object["appID"] = applicationIdentifier.map { .string($0.description) }
        object["services"] = .object(JSONObject(services))
        object["domains"] = .array(domains.map(\.json))
        object["findings"] = .array(findings.map(\.json))
        return .object(object)
    }

    /// The entitlements as lines of text.
    var lines: [String] {
        let claimed = AssociatedService.allCases.filter { availability(of: $0) == .claimed }.map(\.rawValue)
        let head = [
            "app       " + (applicationIdentifier?.description ?? "not named"), "from      \(container.words)",
            "services  " + (claimed.isEmpty ? "none" : claimed.joined(separator: ", ")),
        ]
        let list = domains.isEmpty ? [] : ["", "domains:"] + domains.map { "  \($0)" }
        let found = findings.isEmpty ? [] : [""] + findings.flatMap { $0.lines(of: entries) }.dropLast()
        return head + list + found
    }
}

extension AppEntitlements.Container {
    fileprivate var words: String {
        switch self {
        case .xml: "a property list in XML"
        case .binary: "a binary property list"
        case .provisioningProfile: "a provisioning profile, its signature not checked"
        }
    }
}

extension AssociatedDomainEntitlement {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("text", .string(description)), ("service", .string(service.rawValue)), ("domain", .string(domain.text)),
            ("wildcard", .boolean(coversSubdomains)),
        ])
        object["mode"] = mode.map { .string($0.rawValue) }
        return .object(object)
    }
}

extension Finding {
    /// Returns the finding as lines of text, with its position in the entry.
    fileprivate func lines(of entries: [AppEntitlements.Entry]) -> [String] {
        let text = entry.flatMap { entries.indices.contains($0) ? entries[$0].text : nil }
        return lines(text.map { text in Excerpt(of: text, at: offset.map { $0..<$0 + 1 } ?? 0..<text.utf8.count).lines } ?? [])
    }
}

extension AppAssociation {
    /// The association as JSON.
    var json: JSONValue {
        [
            "service": .string(service.rawValue), "associated": .boolean(isAssociated), "explanation": .string(explanation),
        ]
    }

    /// The association as a line of text.
    var line: String { "  \(service.rawValue.padded(to: 20)) \(isAssociated ? "yes" : "no"): \(explanation)" }
}
