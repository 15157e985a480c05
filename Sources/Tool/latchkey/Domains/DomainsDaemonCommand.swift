import ArgumentParser
import AssociatedDomains
import Foundation
import JSONText

struct DomainsDaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon", abstract: "Simulate a device's service for associated domains, and explain its decisions.",
        discussion: """
            Nothing runs in the background: each run does what is due at that time, and a file stores the state. The daemon fetches a \
            file on installation and then every week; it retries a failed site three hours later, at most eight times a round.
            """,
        subcommands: [
            DomainsDaemonRunCommand.self, DomainsDaemonShowCommand.self, DomainsDaemonResetCommand.self,
            DomainsDaemonWatchCommand.self,
        ])
}

struct DomainsDaemonRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Install an app if it is new or changed, fetch due files, and print the log.",
        discussion: """
            For an entry with ?mode=developer the daemon fetches from the site itself, at /.well-known alone, and accepts any \
            certificate. This requires developer mode and an app signed for development (get-task-allow); otherwise such an entry has no \
            effect.

            With --json: {"associations":[…],"log":[{"time","subject","message"}]}, in the form of show.

            Exits with 0 if every known association is approved; with 1 if one is denied or undecided; with 2 for bad input.
            """,
        example: "latchkey domains daemon run App.entitlements")

    @Argument(help: ArgumentHelp("The entitlements of an app; if omitted, only due fetches run.", valueName: "entitlements"))
    var entitlements: String?

    @Option(help: ArgumentHelp("The app, if its entitlements do not name it.", valueName: "app id"))
    var appID: String?

    @Flag(help: "Treat the app as installed by a device manager.")
    var managed = false

    @Flag(help: "Install the app again even if it has not changed.")
    var reinstall = false

    @Flag(inversion: .prefixedNo, help: "Turn developer mode on or off.")
    var developerMode: Bool?

    @OptionGroup var options: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if entitlements == nil, appID != nil || managed || reinstall {
            throw ValidationError("--app-id, --managed and --reinstall require entitlements")
        }
    }

    func run() async throws {
        let app = try app()
        var session = try DaemonSession(options)
        var log = DaemonLogFollower(session.daemon.log)
        if let developerMode { try await session.handle(.developerMode(developerMode)) }
        if let app, reinstall || !session.knows(app) {
            try await session.handle(.installed(app))
        } else {
            try await session.handle(.clock)
        }
        let news = log.news(in: session.daemon.log)
        output.write(
            [
                "associations": .array(session.daemon.associations.map(\.json)), "log": .array(news.map(\.json)),
            ], lines: news.map { "\($0)".sanitized })
        if !session.daemon.associations.allSatisfy(\.isAssociated) { throw CommandFailure(.negative, []) }
    }

    private func app() throws -> InstalledApp? {
        guard let entitlements else { return nil }
        let read: AppEntitlements
        do {
            read = try AppEntitlements(reading: try LimitedFile.read(entitlements, limit: AppEntitlements.maximumBytes))
        } catch let error as AssociatedDomainsError {
            throw CommandFailure(
                .usage, "\(entitlements): \(error.reason.asMessage)", hint: "give the entitlements of the signed app")
        }
        guard let app = try appID.map(DomainsCheckCommand.app) ?? read.applicationIdentifier else {
            throw CommandFailure(.usage, "\(entitlements): names no app", hint: "give --app-id ABCDE12345.com.example.app")
        }
        // The system drops such entries silently.
        for entry in read.entries {
            guard let rejection = entry.rejection else { continue }
            Terminal().say("ignored: \(entry.text.sanitized): \(rejection.reason.asMessage)")
        }
        guard !read.domains.isEmpty else {
            throw CommandFailure(
                .usage, "\(entitlements): claims no domain", hint: "`latchkey domains entitlements` reports the mistakes")
        }
        return InstalledApp(
            app, entitlements: read.domains, isSignedForDevelopment: read.isSignedForDevelopment ?? false, isManaged: managed)
    }
}

struct DomainsDaemonShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the daemon's state, in the form of `swcutil show`.",
        discussion: """
            With --json: {"associations":[{"appID","service","domain","mode","associated","site","user","reason":{"code","status","text"},\
            "tries","lastChecked","nextCheck"}],"developerMode","log":[{"time","subject","message"}]}.
            """,
        example: "latchkey domains daemon show --log")

    @Flag(help: "Print the log too.")
    var log = false

    @Option(help: ArgumentHelp("The file with the daemon's state.", valueName: "file"))
    var state = DaemonOptions.defaultState

    @OptionGroup var output: OutputOptions

    func run() throws {
        let daemon = try DaemonStateFile(path: state).daemon()
        if output.json {
            Terminal().result([
                "associations": .array(daemon.associations.map(\.json)), "developerMode": .boolean(daemon.isDeveloperModeOn),
                "log": .array(daemon.log.map(\.json)),
            ])
            return
        }
        daemon.shown().split(separator: "\n", omittingEmptySubsequences: false).dropLast().forEach {
            Terminal().result($0.sanitized)
        }
        if log { daemon.log.forEach { Terminal().result("\($0)".sanitized) } }
    }
}

struct DomainsDaemonResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Discard the results of all sites, and fetch again.",
        discussion: "The apps stay installed. Exits with 0 if every association is then approved; with 1 if one is not.",
        example: "latchkey domains daemon reset")

    @OptionGroup var options: DaemonOptions

    func run() async throws {
        var session = try DaemonSession(options)
        var log = DaemonLogFollower(session.daemon.log)
        try await session.handle(.reset)
        log.news(in: session.daemon.log).forEach { Terminal().result("\($0)".sanitized) }
        if !session.daemon.associations.allSatisfy(\.isAssociated) { throw CommandFailure(.negative, []) }
    }
}

/// The file with the daemon's state, and the way to reach sites.
struct DaemonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The file with the daemon's state.", valueName: "file"))
    var state = Self.defaultState

    @Flag(help: "Fetch from the sites themselves instead of Apple's network.")
    var direct = false

    @OptionGroup var site: SiteOptions

    static let defaultState = "associated-domains.json"

    var policy: DaemonPolicy { DaemonPolicy(route: direct ? .direct : .network) }
}

extension Association {
    /// The association as JSON. Times are in UTC (RFC 3339).
    var json: JSONValue {
        var because = JSONObject([("code", .string(reason.code.rawValue)), ("text", .string(reason.description))])
        because["status"] = reason.status.map { .integer($0) }
        var object = JSONObject([
            ("appID", .string(key.app.description)), ("service", .string(key.entitlement.service.rawValue)),
            ("domain", .string(key.entitlement.host)), ("associated", .boolean(isAssociated)),
            ("site", .string(siteApproval.rawValue)), ("user", .string(userApproval.rawValue)), ("reason", .object(because)),
            ("tries", .integer(tries)),
        ])
        object["mode"] = key.entitlement.mode.map { .string($0.rawValue) }
        object["lastChecked"] = lastChecked.map { .string($0.formatted(.iso8601)) }
        object["nextCheck"] = nextCheck.map { .string($0.formatted(.iso8601)) }
        return .object(object)
    }
}

extension DaemonLogEntry {
    /// The log entry as JSON.
    var json: JSONValue {
        ["time": .string(time.formatted(.iso8601)), "subject": .string(subject), "message": .string(message)]
    }
}
