import AccountServer
import ArgumentParser
import JSONText

/// `latchkey config show`: every key with the value that holds.
struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print every key with the value that holds and where it was set.",
        discussion: "Secrets are shown as (set).")

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: RecordOutputOptions

    func run() throws {
        let terminal = Terminal()
        let entries = try ConfigurationReading(try options.sources()).entries
        if output.json {
            terminal.result(.array(entries.map(\.json)))
        } else if output.jsonl {
            entries.forEach { terminal.result($0.json, .compact) }
        } else {
            let widths = (entries.map(\.key.name.count).max() ?? 0, entries.map(\.text.count).max() ?? 0)
            for entry in entries {
                terminal.result(
                    entry.key.name.padded(to: widths.0) + "  " + entry.text.padded(to: widths.1) + "  "
                        + (entry.place?.description ?? "default"))
            }
        }
    }
}

extension ConfigurationEntry {
    fileprivate var json: JSONValue {
        [
            "key": .string(key.name), "value": .string(text), "place": place.map { .string($0.description) } ?? "default",
            "secret": .boolean(key.isSecret),
        ]
    }
}
