import ArgumentParser
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
import Foundation

struct DevicePromptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompts", abstract: "Show what the device asks, and answer it, until it is stopped.",
        discussion: """
            In a terminal a person answers. Who asks is what the device knows of it: the app by the socket it was launched with, the \
            process by the kernel; what the app says itself stands between quotes. A passcode is typed without being shown. Whoever asks \
            for a passcode anywhere else is not the device.

            With --sensor, --fallback, --cancel, --passcode-file or --app-password-file a script answers: biometry by --sensor or --fallback, the passcode and \
            an app's own password from their files, everything else by cancelling. Where --sensor or --fallback is given, an app may use the face. Sheets of Sign in with Apple, and web pages that apps open, are shown beside the prompts; a script \
            answers them with the lines of --sheet in turn, and closes what none is left for. Each answer is told on a line of standard output; with --jsonl as \
            {"number","app","process","purpose","question","reason","isRepeated","answer"}.
            """)

    @Option(help: "What the sensor sees when biometry is asked for: matched, not-matched, timed-out or lost.")
    var sensor: SensorReport?

    @Flag(
        help: "Choose the passcode where biometry is asked for: after a finger that does not match, as the button comes only then.")
    var fallback = false

    @Flag(help: "Cancel what nothing else answers.")
    var cancel = false

    @Option(help: ArgumentHelp("What is typed below a sheet, such as continue or hide; one for each, in turn.", valueName: "line"))
    var sheet: [String] = []

    @OptionGroup var passcode: PasscodeOptions

    @Option(
        help: ArgumentHelp("A file with the password that items of an app stand behind, - for standard input.", valueName: "file"))
    var appPasswordFile: String?

    @Flag(help: "End after one prompt.")
    var once = false

    @Flag(help: "Write one JSON document for each prompt, each on a line.")
    var jsonl = false

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        if sensor != nil, fallback { throw ValidationError("--sensor and --fallback exclude each other") }
        if !isScripted, jsonl {
            throw ValidationError(
                "--jsonl is for scripts: give --sensor, --fallback, --cancel, --passcode-file or --app-password-file")
        }
    }

    private var isScripted: Bool {
        sensor != nil || fallback || cancel || passcode.passcodeFile != nil || appPasswordFile != nil || !sheet.isEmpty
    }

    func run() throws {
        let folder = try device.folder()
        let path = DeviceFolder.controlSocket(in: folder)
        let turn = DispatchSemaphore(value: 1)
        let screen: any PromptScreen
        if isScripted {
            let script = PromptScript(
                sensor: sensor, choosesFallback: fallback, passcode: try passcode.passcodeFile.map { _ in try passcode.read() },
                applicationPassword: try appPasswordFile.map { try PasscodeInput.read($0, named: "password") })
            screen = ScriptedScreen(script: script, isJSON: jsonl)
        } else {
            guard TerminalInput.isPossible else {
                throw CommandFailure(
                    .usage, "nobody is at a terminal to be asked",
                    hint: "a script answers with --sensor, --cancel or --passcode-file")
            }
            screen = TerminalScreen(path: path, turn: turn)
        }
        let link = try device.link()
        do {
            try SheetScreen(path: DeviceSystem.socket(in: folder), script: isScripted ? sheet : nil, isJSON: jsonl, turn: turn)
                .begin()
        } catch let refusal as DeviceRefusal {
            throw CommandFailure(refused: refusal)
        }
        Terminal().say("waiting for prompts; control-C ends it")
        do {
            repeat {
                try show(try next(link), on: screen, link)
            } while !once
        } catch let refusal as DeviceRefusal {
            throw CommandFailure(refused: refusal)
        }
    }

    private func next(_ link: ControlLink) throws -> PromptText {
        guard case .prompt(let prompt) = try link.perform(.nextPrompt) else { throw CommandFailure.unexpectedAnswer }
        return prompt
    }

    private func show(_ prompt: PromptText, on screen: any PromptScreen, _ link: ControlLink) throws {
        guard let reply = try screen.reply(to: prompt) else {
            return Terminal().say("this prompt is over: it was taken back, or answered otherwise")
        }
        do {
            try link.perform(.answerPrompt(prompt.number, reply))
            screen.wasAnswered(prompt, by: reply)
        } catch .item(.notFound) {
            Terminal().say("this prompt was over before it was answered")
        }
    }
}

/// Where prompts are shown and answered.
protocol PromptScreen {
    /// What is answered; nothing where the prompt is over.
    func reply(to prompt: PromptText) throws -> PromptReply?
    func wasAnswered(_ prompt: PromptText, by reply: PromptReply)
}
