import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains entitlements`.
struct DomainsEntitlementsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entitlements",
        abstract: "Say which domains an app claims for which services, and what is wrong with its claims.",
        discussion: """
            Reads an .entitlements file, what `codesign -d --entitlements :- APP` prints, or an embedded.mobileprovision, whose signature is \
            not checked: property lists in XML or binary form.

            With --json: {"container","appID","services":{service: "claimed"|"not-claimed"|"refused-to-browsers"},"domains":[{"text",\
            "service","domain","wildcard","mode"}],"findings":[{"code","severity","entry","offset","line","column","message","remedy"}]}.

            Exits with 1 if a finding is an error; with 2 if the file cannot be read.
            """)

    @Argument(help: ArgumentHelp("The file; - for standard input.", valueName: "file"))
    var file: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let entitlements: AppEntitlements
        do {
            entitlements = try AppEntitlements(reading: try LimitedFile.read(file, limit: AppEntitlements.maximumBytes))
        } catch let error as EntitlementsFileError {
            let place = error.position.map { "\($0): " } ?? ""
            if output.json {
                Terminal().result(InputRefusal(error.code, error.reason, position: error.position?.offset).json())
                throw CommandFailure(.usage, [])
            }
            throw CommandFailure(.usage, "\(file): \(place)\(error.reason.spoken)", hint: "give the entitlements of the signed app")
        }
        if output.json {
            Terminal().result(entitlements.json)
        } else {
            entitlements.lines.forEach { Terminal().result($0) }
        }
        if entitlements.findings.contains(where: { $0.severity == .error }) { throw CommandFailure(.negative, []) }
    }
}
