import ArgumentParser

/// `latchkey desk`: the first page of `latchkey dev`.
struct DeskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desk", abstract: "Use the desk of `latchkey dev`.",
        subcommands: [
            DeskOpenCommand.self, DeskExportTracesCommand.self, DeskOpenTracesCommand.self, DeskSnapshotsCommand.self,
        ])
}

/// `latchkey desk open`: a new address of the desk.
struct DeskOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Print an address that opens the desk of `latchkey dev` in a browser.",
        discussion: "The address works once, within ten minutes. It is available only to the user who started `latchkey dev`.",
        example: "latchkey desk open")

    @OptionGroup var server: DevelopmentServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await NewAddress.print(at: server.base(), json: output.json, startedBy: "latchkey dev")
    }
}

/// The account server of `latchkey dev` that a command contacts.
struct DevelopmentServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of the server; that of the running `latchkey dev` if omitted, otherwise \(Self.standard).",
            valueName: "address"
        ))
    var at: String?

    private static let standard = "http://localhost:8080"

    func validate() throws {
        try DevelopmentInstance.validate(at, example: Self.standard)
    }

    /// Returns the address without a trailing slash.
    ///
    /// - Throws: ``CommandFailure`` if several instances run.
    func base() throws -> String {
        try DevelopmentInstance.address(at, of: { $0.server }, named: "account server", orElse: Self.standard)
    }
}
