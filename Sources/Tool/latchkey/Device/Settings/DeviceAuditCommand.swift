import ArgumentParser
import DeviceBroker
import Foundation
import JSONText

/// `latchkey device audit`.
struct DeviceAuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Tell who was asked for what, and which private keys were used; the newest first.",
        discussion: """
            With --json: {"entries":[ENTRY]}, with --jsonl an ENTRY a line: {"number","time","app","process","purpose","outcome"}. No \
            secret, no word of an app and no attribute of an item is among it.
            """)

    @Option(help: ArgumentHelp("The most entries.", valueName: "count"))
    var limit: UInt32 = 100

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: RecordOutputOptions

    func run() throws {
        guard case .audit(let entries) = try device.ask(.audit(limit: limit)) else { throw CommandFailure.unexpectedAnswer }
        let terminal = Terminal()
        if output.json {
            terminal.result(["entries": .array(entries.map(\.json))])
        } else if output.jsonl {
            for entry in entries { terminal.result(entry.json, .compact) }
        } else {
            let rows = entries.map { [$0.time, $0.app, "process \($0.processID)", $0.purpose, $0.outcome] }
            TextTable(rows).lines.forEach(terminal.result)
        }
    }
}

extension AuditEntry {
    fileprivate var time: String { Date(timeIntervalSinceReferenceDate: date).formatted(.iso8601) }

    fileprivate var json: JSONValue {
        [
            "number": .integer(number), "time": .string(time), "app": .string(app), "process": .integer(processID),
            "purpose": .string(purpose), "outcome": .string(outcome),
        ]
    }
}
