import ArgumentParser
import AssociatedDomains
import Foundation
import JSONText

struct DomainsDaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon", abstract: "Do what a device's own service for associated domains does, and say why.",
        discussion: """
            Nothing runs in the background: each run does what is due at that moment, and its memory is a file. A file is looked for on \
            installation and then every week; a site that fails is asked again three hours later, at most eight times a round.
            """,
        subcommands: [
            DomainsDaemonRunCommand.self, DomainsDaemonShowCommand.self, DomainsDaemonResetCommand.self,
            DomainsDaemonWatchCommand.self,
        ])
}

struct DomainsDaemonRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Install an app if it is new or changed, ask the sites that are due, and print the log.",
        discussion: """
            With ?mode=developer the site itself is asked, at /.well-known alone, and any certificate will do: where developer mode is on \
            and the app is signed for development (get-task-allow). Otherwise such an entry has no effect.

            With --json: {"associations":[…],"log":[{"time","subject","message"}]}, as show has them.

            Exits with 0 if every association that is known holds; with 1 if one does not, or not yet; with 2 for bad input.
            """)

    @Argument(help: ArgumentHelp("The entitlements of an app; without them only what is due is done.", valueName: "entitlements"))
    var entitlements: String?

    @Option(help: ArgumentHelp("The app, where its entitlements do not name it.", valueName: "app id"))
    var appID: String?

    @Flag(help: "The app was installed by a device manager.")
    var managed = false

    @Flag(help: "Install the app anew even if nothing about it changed.")
    var reinstall = false

    @Flag(inversion: .prefixedNo, help: "Switch developer mode.")
    var developerMode: Bool?

    @OptionGroup var memory: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if entitlements == nil, appID != nil || managed || reinstall {
            throw ValidationError("--app-id, --managed and --reinstall go with entitlements")
        }
    }

    func run() async throws {
        let app = try app()
        var session = try DaemonSession(memory)
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
            ], lines: news.map { "\($0)".harmless })
        if !session.daemon.associations.allSatisfy(\.isAssociated) { throw CommandFailure(.negative, []) }
    }

    private func app() throws -> InstalledApp? {
        guard let entitlements else { return nil }
        let read: AppEntitlements
        do {
            read = try AppEntitlements(reading: try LimitedFile.read(entitlements, limit: AppEntitlements.maximumBytes))
        } catch let error as AssociatedDomainsError {
            throw CommandFailure(.usage, "\(entitlements): \(error.reason.spoken)", hint: "give the entitlements of the signed app")
        }
        guard let app = try appID.map(DomainsCheckCommand.app) ?? read.applicationIdentifier else {
            throw CommandFailure(.usage, "\(entitlements): names no app", hint: "give --app-id ABCDE12345.com.example.app")
        }
        // The system drops such entries without a word.
        for entry in read.entries {
            guard let refusal = entry.refusal else { continue }
            Terminal().say("passed over: \(entry.text.harmless): \(refusal.reason.spoken)")
        }
        guard !read.domains.isEmpty else {
            throw CommandFailure(
                .usage, "\(entitlements): claims no domain", hint: "`latchkey domains entitlements` tells what is wrong")
        }
        return InstalledApp(
            app, entitlements: read.domains, isSignedForDevelopment: read.isSignedForDevelopment ?? false, isManaged: managed)
    }
}

struct DomainsDaemonShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what the daemon knows, in the form of `swcutil show`.",
        discussion: """
            With --json: {"associations":[{"appID","service","domain","mode","associated","site","user","reason":{"code","status","text"},\
            "tries","lastChecked","nextCheck"}],"developerMode","log":[{"time","subject","message"}]}.
            """)

    @Flag(help: "Show the log too.")
    var log = false

    @Option(help: ArgumentHelp("Where the daemon's memory is.", valueName: "file"))
    var state = DaemonOptions.defaultState

    @OptionGroup var output: OutputOptions

    func run() throws {
        let daemon = try DaemonMemory(path: state).daemon()
        if output.json {
            Terminal().result([
                "associations": .array(daemon.associations.map(\.json)), "developerMode": .boolean(daemon.isDeveloperModeOn),
                "log": .array(daemon.log.map(\.json)),
            ])
            return
        }
        daemon.shown().split(separator: "\n", omittingEmptySubsequences: false).dropLast().forEach {
            Terminal().result($0.harmless)
        }
        if log { daemon.log.forEach { Terminal().result("\($0)".harmless) } }
    }
}

struct DomainsDaemonResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Forget what the sites said, and ask all of them anew.",
        discussion: "The apps stay installed. Exits with 0 if every association holds then; with 1 if one does not.")

    @OptionGroup var memory: DaemonOptions

    func run() async throws {
        var session = try DaemonSession(memory)
        var log = DaemonLogFollower(session.daemon.log)
        try await session.handle(.reset)
        log.news(in: session.daemon.log).forEach { Terminal().result("\($0)".harmless) }
        if !session.daemon.associations.allSatisfy(\.isAssociated) { throw CommandFailure(.negative, []) }
    }
}

/// Where the daemon's memory is, and how it reaches sites.
struct DaemonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where the daemon's memory is.", valueName: "file"))
    var state = Self.defaultState

    @Flag(help: "Ask the sites themselves instead of Apple's network.")
    var direct = false

    @OptionGroup var site: SiteOptions

    static let defaultState = "associated-domains.json"

    var policy: DaemonPolicy { DaemonPolicy(route: direct ? .direct : .network) }
}

extension Association {
    /// The association for programs. Times are in UTC (RFC 3339).
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
    /// The line for programs.
    var json: JSONValue {
        ["time": .string(time.formatted(.iso8601)), "subject": .string(subject), "message": .string(message)]
    }
}
