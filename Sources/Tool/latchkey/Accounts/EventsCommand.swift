import AccountServer
import Accounts
import ArgumentParser
import JSONText

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Deliver the events of accounts to a receiver again.",
        subcommands: [EventsReplayCommand.self])
}

/// `latchkey events replay`: queues stored events for a target again.
struct EventsReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Queue stored events for a target again, in order.",
        discussion: """
            For a receiver that lost events. The running server delivers them within seconds, with the webhook-id of their first \
            delivery, so that the receiver can ignore those that it has. The events of deleted accounts and events past their retention \
            are no longer stored.

            --after accepts the webhook-id of the last event that the receiver has; with --account, the store finds it without reading all \
            events. If more events follow than --limit allows, repeat the command after the last one that it prints.

            With --json: {"target","queued","last","complete"}. Exits with 0 if no more events follow, even if none was queued; with 1 \
            if more events follow, or if the account or the event does not exist; with 2 for wrong options or a target that is not in \
            the configuration; with 3 if the configuration is rejected; with 4 if the store cannot be used.
            """,
        example: """
            latchkey events replay --target crm --since 2026-11-27T09:00:00Z \\
                --config latchkey.yaml
            """)

    @Option(help: ArgumentHelp("The name of the target in events.targets.", valueName: "name"))
    var target: String

    @Option(help: ArgumentHelp("Queue the events after this one.", valueName: "webhook-id"))
    var after: String?

    @Option(help: ArgumentHelp("Queue the events since this UTC time, such as 2026-11-27T09:00:00Z.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Queue only the events of this account, by identifier or user name.", valueName: "account"))
    var account: String?

    @Option(help: ArgumentHelp("The maximum number of events.", valueName: "count"))
    var limit = 10_000

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (after == nil) == (since == nil) { throw ValidationError("give either --after or --since") }
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit must be 1 to 1000000") }
    }

    func run() async throws {
        let target = try knownTarget()
        let (start, name, limit) = (try replayStart(), account, limit)
        let replayed = try await options.withStore { store in
            var owner: AccountID?
            if let name { owner = try await store.account(namedByOperator: name).id }
            guard let position = try await start.position(in: store, account: owner) else {
                return ReplayedEvents(count: 0, last: nil, isComplete: true)
            }
            return try await EventReplay(stores: store).run(
                to: target, after: position, of: owner, limit: limit, now: .current)
        }
        output.write(
            [
                "target": .string(target.text), "queued": .integer(replayed.count),
                "last": replayed.last.map { .string($0.description) } ?? .null, "complete": .boolean(replayed.isComplete),
            ],
            line: "queued \(replayed.count) \(replayed.count == 1 ? "event" : "events") for \(target)"
                + (replayed.last.map { ", the last is \($0)" } ?? ""))
        guard replayed.isComplete else {
            throw CommandFailure(
                .negative, "more events follow", hint: replayed.last.map { "repeat the command with --after \($0)" })
        }
    }

    /// Returns the target. A configuration must contain it; `--store` alone names no targets.
    private func knownTarget() throws -> EventTargetName {
        guard let name = EventTargetName(target) else {
            throw CommandFailure(
                .usage, "\(target.sanitized) is not the name of a target", hint: "a name has lower-case letters, digits and hyphens"
            )
        }
        guard try options.store != nil || options.eventTargets().contains(name) else {
            throw CommandFailure(.usage, "\(name) is not a configured target", hint: "add it to events.targets")
        }
        return name
    }

    private func replayStart() throws -> ReplayStart {
        if let after {
            guard let id = AuditEventID(after) else {
                throw CommandFailure(.usage, "\(after.sanitized) is not a webhook-id", hint: "it is a UUID in lower case")
            }
            return .after(id)
        }
        guard let since = Timestamp(recorded: since ?? "") else {
            throw CommandFailure(
                .usage, "\((self.since ?? "").sanitized) is not a UTC time", hint: "write it as 2026-11-27T09:00:00Z")
        }
        return .since(since)
    }
}

/// The start of a replay.
private enum ReplayStart: Sendable {
    case after(AuditEventID)
    case since(Timestamp)

    /// Returns nil if no event follows. Throws a ``CommandFailure`` if the event does not exist.
    func position(in store: any EventStore, account: AccountID?) async throws -> EventPosition? {
        switch self {
        case .since(let moment): return try await store.eventPosition(before: moment)
        case .after(let event):
            if let position = try await store.eventPosition(of: event, account: account) { return position }
            throw CommandFailure(
                .negative, "no such event: \(event)", hint: "it may be past its retention; use --since with the time of the event")
        }
    }
}
