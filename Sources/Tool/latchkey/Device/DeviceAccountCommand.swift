import ArgumentParser
import DeviceServices
import JSONText
import Secrets

struct DeviceAccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "The Apple account of the device, as in Settings.",
        discussion: "It is one of the service that --apple of `device run` names.",
        subcommands: [
            DeviceAccountShowCommand.self, DeviceAccountSignInCommand.self, DeviceAccountSignOutCommand.self,
            DeviceAccountCodesCommand.self, DeviceAccountTwoFactorCommand.self, DeviceAccountAddAddressCommand.self,
            DeviceAccountRemoveAddressCommand.self, DeviceAccountStopUsingCommand.self,
        ])
}

struct DeviceAccountShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the account, and the apps that use it.",
        discussion: """
            With --json: {"account","details":{"name","addresses","twoFactor","locked"},"apps":[{"app","name","address"}]}; "account" is null where nobody \
            is signed in, "details" and "apps" where the service does not answer.
            """)

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
        guard let account else { return terminal.result("the device is signed in to no Apple account") }
        terminal.result(account.harmless)
        for line in details?.lines ?? [] { terminal.result(line) }
        guard let apps else { return terminal.say("Apple's service does not answer: what uses the account is not known") }
        for line in TextTable(apps.map { ["  " + $0.primary.harmless, $0.name.harmless, ($0.address ?? "").harmless] }).lines {
            terminal.result(line)
        }
    }
}

struct DeviceAccountSignInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign the device in to an Apple account, in place of any other.",
        discussion: """
            Asks for the password, and for the code that the account's other devices show, or the service's page of the account. In a script both come from files; \
            a code is asked for on standard error, and read from standard input, where --code-file does not name one.
            """)

    @Argument(help: "The account: its name, or one of its addresses.")
    var name: String

    @Option(help: ArgumentHelp("A file with the account's password, - for standard input.", valueName: "file"))
    var passwordFile: String?

    @Option(help: ArgumentHelp("A file with the code, - for standard input; it is read once a code is needed.", valueName: "file"))
    var codeFile: String?

    @Flag(help: "Unlock the account, if it is locked.")
    var unlock = false

    @OptionGroup var device: DeviceOptions

    func run() throws {
        let password = try PasscodeInput.read(passwordFile, named: "password")
        var answer = try device.askServices(.signIn(name, password, unlocks: unlock))
        if case .needsCode(let challenge) = answer {
            Terminal().say("the account's other devices show a code; without any, its page at the service")
            let code = try PasscodeInput.read(codeFile, named: "code").withBytes { String(decoding: $0, as: UTF8.self) }
            answer = try device.askServices(.enterCode(code, for: challenge))
        }
        switch answer {
        case .account(let account?): Terminal().say("signed in as \(account.harmless)")
        case .notSignedIn(let reason, let words):
            throw CommandFailure(
                .negative, words.harmless,
                hint: reason == AccountSignInRefusal.accountLocked.rawValue ? "unlock it with --unlock" : nil)
        default: throw CommandFailure.unexpectedAnswer
        }
    }
}

struct DeviceAccountCodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Print the codes that this device shows for sign-ins elsewhere: code, and where.",
        discussion: "With --json: [{\"code\",\"place\"}].")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .codes(let codes) = try device.askServices(.codes) else { throw CommandFailure.unexpectedAnswer }
        let terminal = Terminal()
        if output.json {
            return terminal.result(
                .array(codes.map { ["code": .string($0.code), "place": .string($0.appName)] }), .compact)
        }
        for code in codes { terminal.result("\(code.code)  \(code.appName.harmless)") }
    }
}

struct DeviceAccountTwoFactorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "turn-on-two-factor", abstract: "Turn on two-factor authentication, which Sign in with Apple needs.")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.turnOnTwoFactor)
        Terminal().say("two-factor authentication is on")
    }
}

struct DeviceAccountAddAddressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-address", abstract: "Give the account another address, to choose when an app asks for one.")

    @Argument(help: "The address.")
    var address: String

    @OptionGroup var device: DeviceOptions

    func run() throws { try device.askServices(.addAddress(address)) }
}

struct DeviceAccountRemoveAddressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-address",
        abstract: "Take an address away from the account; apps that have it get the first one from then on.")

    @Argument(help: "The address.")
    var address: String

    @OptionGroup var device: DeviceOptions

    func run() throws { try device.askServices(.removeAddress(address)) }
}

extension AccountDetails {
    fileprivate var lines: [String] {
        let emails = (email.map { [$0] } ?? []) + otherEmails
        return ["\(givenName) \(familyName)".harmless] + emails.map { "  " + $0.harmless }
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
    static let configuration = CommandConfiguration(commandName: "sign-out", abstract: "Sign the device out.")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.signOut)
        Terminal().say("signed out")
    }
}

struct DeviceAccountStopUsingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop-using", abstract: "Stop using an app with the account: it is told, and asks anew.")

    @Argument(help: "The app's primary App ID.")
    var app: String

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.stopUsing(app))
        Terminal().say("\(app.harmless) is used no more")
    }
}
