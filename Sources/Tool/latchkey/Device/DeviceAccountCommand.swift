import ArgumentParser
import DeviceServices
import JSONText
import Secrets

struct DeviceAccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Show and change the Apple Account of the device, as in Settings.",
        discussion: "The account belongs to the service that --apple of `device run` names.",
        subcommands: [
            DeviceAccountShowCommand.self, DeviceAccountSignInCommand.self, DeviceAccountSignOutCommand.self,
            DeviceAccountCodesCommand.self, DeviceAccountTwoFactorCommand.self, DeviceAccountAddAddressCommand.self,
            DeviceAccountRemoveAddressCommand.self, DeviceAccountStopUsingCommand.self,
        ])
}

struct DeviceAccountShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the account and the apps that use it.",
        discussion: """
            With --json: {"account","details":{"name","addresses","twoFactor","locked"},"apps":[{"app","name","address"}]}; "account" is \
            null if the device is not signed in, "details" and "apps" are null if the service does not respond.
            """,
        example: "latchkey device account show --state ~/device")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .account(let account) = try device.askServices(.account) else { throw CommandFailure.unexpectedAnswer }
        var apps: [OwnerAnswer.UsingApp]?
        if account != nil, case .apps(let all)? = try? device.askServices(.apps) { apps = all }
        var details: AccountDetails?
        if account != nil, case .details(let known)? = try? device.askServices(.details) { details = known }
        let terminal = Terminal()
        if output.json {
            let list = apps.map { apps in
                JSONValue.array(
                    apps.map {
                        [
                            "app": .string($0.primary), "name": .string($0.name),
                            "address": $0.address.map(JSONValue.string) ?? .null,
                        ]
                    })
            }
            return terminal.result(
                [
                    "account": account.map(JSONValue.string) ?? .null, "details": details?.json ?? .null, "apps": list ?? .null,
                ], .compact)
        }
        guard let account else { return terminal.result("the device is not signed in to an Apple Account") }
        terminal.result(account.sanitized)
        for line in details?.lines ?? [] { terminal.result(line) }
        guard let apps else { return terminal.say("Apple's service does not respond; the apps that use the account are unknown") }
        let rows = apps.map { [$0.primary, $0.name, $0.address] }
        for line in TextTable(["APP", "NAME", "ADDRESS"], rows).lines { terminal.result("  " + line) }
    }
}

struct DeviceAccountSignInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign the device in to an Apple Account, replacing any other.",
        discussion: """
            Asks for the password, and for the code that the account's other devices or its page at the service show. A script gives both \
            in files. Without --code-file the command asks for the code on standard error and reads it from standard input.
            """,
        example: "latchkey device account sign-in anna --password-file password.txt")

    @Argument(help: "The account: its name, or one of its addresses.")
    var name: String

    @Option(help: ArgumentHelp("A file with the account's password, - for standard input.", valueName: "file"))
    var passwordFile: String?

    @Option(help: ArgumentHelp("A file with the code, - for standard input; read only when a code is required.", valueName: "file"))
    var codeFile: String?

    @Flag(help: "Unlock the account if it is locked.")
    var unlock = false

    @OptionGroup var device: DeviceOptions

    func run() throws {
        let password = try PasscodeInput.read(passwordFile, named: "password")
        var answer = try device.askServices(.signIn(name, password, unlocks: unlock))
        if case .needsCode(let challenge) = answer {
            Terminal().say("enter the code that the account's other devices or its page at the service show")
            let code = try PasscodeInput.read(codeFile, named: "code").withBytes { String(decoding: $0, as: UTF8.self) }
            answer = try device.askServices(.enterCode(code, for: challenge))
        }
        switch answer {
        case .account(let account?): Terminal().say("signed in as \(account.sanitized)")
        case .notSignedIn(let reason, let words):
            throw CommandFailure(
                .negative, words.sanitized,
                hint: reason == AccountSignInRejection.accountLocked.rawValue ? "unlock it with --unlock" : nil)
        default: throw CommandFailure.unexpectedAnswer
        }
    }
}

struct DeviceAccountCodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Print the codes that this device shows for sign-ins elsewhere.",
        discussion: "With --json: [{\"code\",\"place\"}].", example: "latchkey device account codes")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .codes(let codes) = try device.askServices(.codes) else { throw CommandFailure.unexpectedAnswer }
        let terminal = Terminal()
        if output.json {
            return terminal.result(
                .array(codes.map { ["code": .string($0.code), "place": .string($0.appName)] }), .compact)
        }
        TextTable(["CODE", "PLACE"], codes.map { [$0.code, $0.appName] }).lines.forEach { terminal.result($0) }
    }
}

struct DeviceAccountTwoFactorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "turn-on-two-factor", abstract: "Turn on two-factor authentication, which Sign in with Apple requires.",
        example: "latchkey device account turn-on-two-factor")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.turnOnTwoFactor)
        Terminal().say("two-factor authentication is on")
    }
}

struct DeviceAccountAddAddressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-address", abstract: "Add an address to the account, for apps that ask for one.",
        example: "latchkey device account add-address anna.lind@example.com")

    @Argument(help: "The address.")
    var address: String

    @OptionGroup var device: DeviceOptions

    func run() throws { try device.askServices(.addAddress(address)) }
}

struct DeviceAccountRemoveAddressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-address",
        abstract: "Remove an address from the account; apps that have it receive the first one from then on.",
        example: "latchkey device account remove-address anna.lind@example.com")

    @Argument(help: "The address.")
    var address: String

    @OptionGroup var device: DeviceOptions

    func run() throws { try device.askServices(.removeAddress(address)) }
}

extension AccountDetails {
    fileprivate var lines: [String] {
        let emails = (email.map { [$0] } ?? []) + otherEmails
        return ["\(givenName) \(familyName)".sanitized] + emails.map { "  " + $0.sanitized }
            + ["  two-factor authentication \(hasTwoFactor ? "on" : "off")"] + (isLocked ? ["  locked"] : [])
    }

    fileprivate var json: JSONValue {
        [
            "name": .string("\(givenName) \(familyName)"),
            "addresses": .array(((email.map { [$0] } ?? []) + otherEmails).map(JSONValue.string)),
            "twoFactor": .boolean(hasTwoFactor), "locked": .boolean(isLocked),
        ]
    }
}

struct DeviceAccountSignOutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign the device out of its account.", example: "latchkey device account sign-out")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.signOut)
        Terminal().say("signed out")
    }
}

struct DeviceAccountStopUsingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop-using", abstract: "Stop using an app with the account; the app is notified and must ask again.",
        example: "latchkey device account stop-using com.example.app")

    @Argument(help: "The app's primary App ID.")
    var app: String

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.stopUsing(app))
        Terminal().say("stopped using \(app.sanitized)")
    }
}
