import ArgumentParser
import JSONText

/// `latchkey apple rotate-keys`.
struct AppleRotateKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-keys", abstract: "Change the keys that sign identity tokens.")

    /// The ways of the admin interface, by its names.
    enum Way: String, ExpressibleByArgument, CaseIterable, Sendable {
        case gradual, abrupt, unlisted
    }

    @Option(
        help: ArgumentHelp(
            "gradual: old keys stay listed; abrupt: they leave at once; unlisted: new keys are listed, old ones sign.",
            valueName: "way"))
    var way = Way.gradual
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        let answer = try await emulator.ask(.post, "/signing-keys/rotate", adminBody([("rotation", .string(way.rawValue))]))
        emulator.write(answer) { AdminTable(answer?["signingKeys"], ["id", "isListed", "signs", "createdAt"]).lines }
    }
}
