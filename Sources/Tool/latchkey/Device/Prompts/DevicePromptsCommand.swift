import ArgumentParser
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
import Foundation

struct DevicePromptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompts", abstract: "Show the device's prompts and answer them, until stopped.",
        discussion: """
            On a terminal the user answers. A prompt names the caller as the device knows it: the app by its socket, the process by the \
            kernel; text of the app is in quotes. A passcode is typed without being shown. The device asks for its passcode nowhere else.

            With --sensor, --fallback, --cancel, --passcode-file or --app-password-file a script answers: biometry by --sensor or \
            --fallback, passcodes and app passwords from their files, everything else by cancelling. --sensor and --fallback also allow \
            an app to use Face ID. Sheets of Sign in with Apple and web pages that apps open appear among the prompts; a script answers \
            them with the lines of --sheet in turn, and closes those without a line. Each answer is a line on standard output, with \
            --jsonl {"number","app","process","purpose","question","reason","account","site","isRepeated",\
            "answer"}, and for a sheet or a page {"sheet","answer"}.
            """,
        example: "latchkey device prompts --state ~/device")

    @Option(help: "The sensor's result for a biometry prompt: matched, not-matched, timed-out or lost.")
    var sensor: SensorReport?

    @Flag(
        help: "Choose the passcode at a biometry prompt, after a finger that does not match: the button appears only then.")
    var fallback = false

    @Flag(help: "Cancel every prompt without another answer.")
    var cancel = false

    @Option(help: ArgumentHelp("The input for a sheet, such as continue or hide; one for each sheet, in turn.", valueName: "line"))
    var sheet: [String] = []

    @OptionGroup var passcode: PasscodeOptions

    @Option(
        help: ArgumentHelp("A file with the app password that protects items, - for standard input.", valueName: "file"))
    var appPasswordFile: String?

    @Flag(help: "End after one prompt.")
    var once = false

    @Flag(help: "Write one JSON document per prompt, each on one line.")
    var jsonl = false

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        if sensor != nil, fallback { throw ValidationError("--sensor and --fallback exclude each other") }
        if !isScripted, jsonl {
            throw ValidationError(
                "--jsonl requires a script: give --sensor, --fallback, --cancel, --passcode-file or --app-password-file")
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
                    .usage, "prompts require a terminal",
                    hint: "a script answers with --sensor, --cancel or --passcode-file")
            }
            screen = TerminalScreen(path: path, turn: turn)
        }
        let link = try device.link()
        do {
            try SheetScreen(path: DeviceSystem.socket(in: folder), script: isScripted ? sheet : nil, isJSON: jsonl, turn: turn)
                .begin()
        } catch let rejection as DeviceError {
            throw CommandFailure(rejected: rejection)
        }
        Terminal().say("waiting for prompts; control-C ends it")
        do {
            repeat {
                try show(try next(link), on: screen, link)
            } while !once
        } catch let rejection as DeviceError {
            throw CommandFailure(rejected: rejection)
        }
    }

    private func next(_ link: ControlLink) throws -> PromptText {
        guard case .prompt(let prompt) = try link.perform(.nextPrompt) else { throw CommandFailure.unexpectedAnswer }
        return prompt
    }

    private func show(_ prompt: PromptText, on screen: any PromptScreen, _ link: ControlLink) throws {
        guard let reply = try screen.reply(to: prompt) else {
            return Terminal().say("this prompt has ended: it was cancelled, or answered elsewhere")
        }
        do {
            try link.perform(.answerPrompt(prompt.number, reply))
            screen.wasAnswered(prompt, by: reply)
        } catch .item(.notFound) {
            Terminal().say("this prompt ended before the answer")
        }
    }
}

/// A screen that shows prompts and answers them.
protocol PromptScreen {
    /// Returns the answer; nil if the prompt has ended.
    func reply(to prompt: PromptText) throws -> PromptReply?
    func wasAnswered(_ prompt: PromptText, by reply: PromptReply)
}
