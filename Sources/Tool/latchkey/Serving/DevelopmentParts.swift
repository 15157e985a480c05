import AccountServer
import Accounts
import AppleIdentityEmulator
import Foundation
import InternetAddresses
import Logging
import NIOCore
import NIOPosix
import Secrets
import ServiceLifecycle
import Synchronization

/// Everything that `latchkey dev` runs with the account server, until it ends or starts over.
struct DevelopmentParts {
    let apple: DevelopmentApple
    let phones: DevelopmentPhones?
    let access: DevelopmentAccess
    let mail: DevelopmentMail
    let desk: DevelopmentDesk
    let folder: DevelopmentFolder
    let store: StoreConfiguration
    /// The account to create if its name is free.
    let demo: DemoAccount
    let log: DevelopmentLog
    /// Whether the terminal also shows the lines of the log.
    let writesLog: Bool
    let restart: RestartRequest

    /// Returns the logger of the run. Its lines are on the desk; the terminal shows errors, or all lines.
    func logger(_ configuration: LogConfiguration) -> Logger {
        var logger = Logger(label: "latchkey") { label in
            DeskLogHandler(log, terminal: configuration.handler(label: label), writesAll: writesLog)
        }
        logger.logLevel = configuration.level
        return logger
    }

    /// Creates the demo accounts, and shows the credentials on the desk. Returns the password of the first one; nil if it is unknown,
    /// because an earlier run created the account and its folder does not have the password.
    func prepare(_ system: AccountSystem) async throws -> String? {
        let isNew = try await demo.register(in: system)
        if isNew { try folder.keep(demoPassword: demo.password) }
        if phones != nil {
            for account in DemoAccount.leaked { _ = try await account.register(in: system) }
        }
        // If an earlier run created the account and the folder lacks its password, the password is unknown.
        let password = folder.demoPassword() == demo.password ? demo.password : nil
        desk.show(credentials(demoPassword: password))
        return password
    }

    private func credentials(demoPassword: String?) -> [DevelopmentDesk.Credentials] {
        var values = [(name: "User name", text: demo.userName)]
        if let demoPassword { values.append((name: "Password", text: demoPassword)) }
        var users = apple.accounts.compactMap(\.email).prefix(2).map { (name: "Apple Account", text: $0) }
        users.append((name: "Password", text: DemoSetup.password))
        var credentials = [
            DevelopmentDesk.Credentials(
                title: "Demo account", values: values,
                remark: demoPassword == nil
                    ? "The password was printed when the folder was created." : "The password is valid until you change it."),
            DevelopmentDesk.Credentials(
                title: "Apple Accounts", values: users, remark: "All of them have this password until you change it."),
        ]
        if let phones, phones.haveApps {
            credentials.append(
                DevelopmentDesk.Credentials(title: "Phones", values: [(name: "Passcode", text: DevelopmentPhones.passcode)]))
        }
        return credentials
    }

    /// Waits until the phones are served, leaves the files for other commands, and prints the addresses. They are the result of the
    /// command, so they go to standard output: at most ten lines, because the desk has the others.
    func announce(_ configuration: ServerConfiguration, demoPassword: String?, logger: Logger) async {
        if let phones { for await _ in phones.listening {} }
        guard !Task.isCancelled else { return }
        let origin = "\(configuration.site.publicOrigin)"
        do {
            try access.publish(port: configuration.listener.port)
            if let instance = instance(at: origin) { try access.folder.write(instance, port: configuration.listener.port) }
        } catch {
            logger.error("file for other commands not written", metadata: ["error": "\(error)"])
        }
        let terminal = Terminal()
        terminal.result("latchkey is running on \(origin)")
        terminal.result("")
        terminal.result("  desk       \(desk.newAddress(at: origin))  (everything else is there)")
        terminal.result("  account    \(demo.userName)")
        terminal.result("  password   \(demoPassword ?? "as printed when this folder was created")")
        let users = apple.accounts.compactMap(\.email).prefix(2).joined(separator: " or ")
        terminal.result("  Apple      \(apple.newAddress)  (emulated; try \(users), password \(DemoSetup.password))")
        if let phones {
            let remark = phones.haveApps ? "passcode \(DevelopmentPhones.passcode)" : "without apps: make run builds them"
            terminal.result("  phones     \(phones.newAddress)  (\(remark))")
        }
        terminal.result("  mail       \(mail.newAddress(at: origin))")
        terminal.result("")
        terminal.result("  Ctrl-C stops it.")
    }

    private func instance(at origin: String) -> DevelopmentInstance? {
        let process = getpid()
        let file: String? = if case .sqlite(let path) = store { folder.absolute(path) } else { nil }
        return DevelopmentInstance.start(of: process).map { started in
            DevelopmentInstance(
                process: process, started: started, server: origin, apple: apple.emulator.baseURL, phones: phones?.origin,
                store: file, key: folder.absolute(folder.keyPath))
        }
    }

    /// The services on the desk.
    static func services(
        apple: DevelopmentApple, phones: DevelopmentPhones?, applePort: Int
    ) -> [DevelopmentDesk.RunningService] {
        let emulator = DevelopmentDesk.RunningService(
            .apple, name: "Apple, emulated",
            detail: "Sign in with Apple: accounts, consents, the developer's side and mail to hidden addresses",
            address: apple.emulator.baseURL, newAddress: { apple.newAddress },
            isRunning: { await LoopbackPort(applePort).isListening() })
        guard let phones else {
            return [
                emulator,
                DevelopmentDesk.RunningService(
                    nil, name: "Phones", detail: "Off, because of --no-phones", address: "", newAddress: { "" },
                    isRunning: { false }),
            ]
        }
        let pages = DevelopmentDesk.RunningService(
            .phones, name: "Phones",
            detail: phones.haveApps
                ? "Three simulated phones: two of Anna, one of Ben" : "Three simulated phones without apps: make run builds them",
            address: phones.address, newAddress: { phones.newAddress }, isRunning: { await LoopbackPort(phones.port).isListening() }
        )
        guard let address = phones.motivationAddress else { return [emulator, pages] }
        let motivation = DevelopmentDesk.RunningService(
            nil, name: "Motivation", detail: "The server of an app on the phones", address: address, newAddress: { address },
            isRunning: { await LoopbackPort(phones.port + 1).isListening() })
        return [emulator, pages, motivation]
    }
}

/// A request to stop everything, change the data and start again. As a service it returns when the request comes, which ends the run.
final class RestartRequest: Service {
    /// The change between the runs.
    enum Change: Hashable {
        /// Delete all data.
        case startOver
        /// Delete the data of a phone, by its number.
        case erasePhone(Int)
        /// Copy the data to a new snapshot.
        case save(SnapshotName)
        /// Replace the data with a snapshot.
        case restore(SnapshotName)
    }

    private let requests: AsyncStream<Void>
    private let pending: AsyncStream<Void>.Continuation
    private let change = Mutex<Change?>(nil)
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: called at the end of the run, before the servers close their ports.
    init(onEnd: @escaping @Sendable () -> Void = {}) {
        self.onEnd = onEnd
        (requests, pending) = AsyncStream.makeStream()
    }

    /// The requested change; nil before a request.
    var requested: Change? { change.withLock { $0 } }

    /// Ends the run. Current requests are finished. The first of several requests counts, except that starting over precedes the
    /// erasure of a phone.
    func request(_ wanted: Change) {
        change.withLock { current in
            switch current {
            case nil: current = wanted
            case .erasePhone? where wanted == .startOver: current = wanted
            default: break
            }
        }
        pending.finish()
    }

    func run() async throws {
        for await _ in requests.cancelOnGracefulShutdown() {}
        onEnd()
    }
}

/// A port of 127.0.0.1.
struct LoopbackPort {
    private let number: Int

    init(_ number: Int) {
        self.number = number
    }

    /// Returns whether a server accepts a connection.
    func isListening() async -> Bool {
        let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connectTimeout(.seconds(1))
        guard let channel = try? await client.connect(host: "127.0.0.1", port: number).get() else { return false }
        try? await channel.close()
        return true
    }

    /// Returns the loopback addresses that the account server must also listen on: those of 127.0.0.1 and ::1 that `host` does not
    /// include and this machine has. The printed addresses name `localhost`, for which browsers try ::1 first and commands use
    /// 127.0.0.1: another user who serves one would receive the tokens.
    ///
    /// - Throws: `IOError` if an address cannot be examined.
    static func loopbackHosts(besides host: IPAddress) async throws -> [IPAddress] {
        let v6 = IPAddress(v6: 1)
        // The socket of :: is that of all addresses, of IPv4 too.
        let missing: [IPAddress] =
            switch host {
            case IPAddress(v6: 0): []
            case IPAddress(v4: 0): [v6]
            default: [IPAddress.loopback, v6].filter { $0 != host }
            }
        var hosts: [IPAddress] = []
        for other in missing {
            if try await isOfThisMachine(other) { hosts.append(other) }
        }
        return hosts
    }

    /// Returns whether a server can listen on an address.
    ///
    /// - Throws: `IOError` for another reason than the absence of the address or of its family.
    static func isOfThisMachine(_ address: IPAddress) async throws -> Bool {
        do {
            let socket = try SocketAddress(ipAddress: address.description, port: 0)
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(to: socket).get()
            try await channel.close()
            return true
        } catch let error as IOError where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode) {
            return false
        }
    }
}

extension DemoAccount {
    /// Creates the account without a session. Returns false if the account exists.
    ///
    /// - Throws: ``CommandFailure`` if the account is rejected.
    func register(in system: AccountSystem) async throws -> Bool {
        let client = Client(address: .loopback, deviceName: "latchkey dev")
        let registration = Registration(userName: userName, password: Password(password), client: client)
        switch try await system.service.register(registration, now: system.now()) {
        case .registered(let signedIn):
            try await system.service.signOut(signedIn.active, client: client, now: system.now())
            return true
        case .rejected([.userNameTaken]), .throttled: return false
        case .rejected(let rejections): throw CommandFailure(.failure, "the demo account was rejected: \(rejections)")
        }
    }
}

/// An account that `latchkey dev` creates for signing in.
struct DemoAccount {
    let userName: String
    let password: String

    /// Accounts with leaked passwords, one for each owner of phones, which the owner's phones have saved: one to strengthen, and
    /// one to replace by Sign in with Apple. They have different owners, because an Apple Account opens one account of the server:
    /// Anna's opens the one that she creates with it, in whichever order.
    static let leaked = [
        DemoAccount(userName: "anna", password: "velvet-otter-41-harbour"),
        DemoAccount(userName: "ben.o", password: "amber-kettle-62-orchard"),
    ]

    private init(userName: String, password: String) {
        self.userName = userName
        self.password = password
    }

    /// Creates the account of the developer.
    init(password: String) {
        self.init(userName: "demo@example.com", password: password)
    }

    /// Creates the account of the developer with a new password: three groups of six random letters and digits, without ambiguous
    /// ones, which have 90 bits.
    init(random: some RandomBytes) {
        let characters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let letters = random.bytes(18).map { characters[Int($0) % characters.count] }
        self.init(password: stride(from: 0, to: 18, by: 6).map { String(letters[$0..<($0 + 6)]) }.joined(separator: "-"))
    }
}
