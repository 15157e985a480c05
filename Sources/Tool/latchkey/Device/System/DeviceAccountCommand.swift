import ArgumentParser
import DeviceServices
import JSONText

/// `latchkey device account`.
struct DeviceAccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "The Apple account of the device, as in Settings.",
        discussion: "It is one of the service that --apple of `device run` names.",
        subcommands: [
            DeviceAccountShowCommand.self, DeviceAccountSignInCommand.self, DeviceAccountSignOutCommand.self,
            DeviceAccountStopUsingCommand.self,
        ])
}

struct DeviceAccountShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the account, and the apps that use it.",
        discussion: """
            With --json: {"account","apps":[{"app","name","address"}]}; "account" is null where nobody is signed in, "apps" where the service \
            does not answer.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .account(let account) = try device.askServices(.account) else { throw CommandFailure.unexpectedAnswer }
        var apps: [OwnerAnswer.UsingApp]?
        if account != nil, case .apps(let all)? = try? device.askServices(.apps) { apps = all }
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
            return terminal.result(["account": account.map(JSONValue.string) ?? .null, "apps": list ?? .null], .compact)
        }
        guard let account else { return terminal.result("the device is signed in to no Apple account") }
        terminal.result(account.harmless)
        guard let apps else { return terminal.say("Apple's service does not answer: what uses the account is not known") }
        for line in TextTable(apps.map { ["  " + $0.primary.harmless, $0.name.harmless, ($0.address ?? "").harmless] }).lines {
            terminal.result(line)
        }
    }
}

struct DeviceAccountSignInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign the device in to an Apple account, in place of any other.")

    @Argument(help: "The account, by the name that the service knows it under.")
    var name: String

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.signIn(name))
        Terminal().say("signed in as \(name.harmless)")
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
