import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

/// `latchkey apple-identity`: a backend's side of Sign in with Apple, by hand.
struct AppleIdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple-identity",
        abstract: "A backend's side of Sign in with Apple: verify tokens, make client secrets, ask Apple.",
        discussion: """
            Keys, codes and tokens are read from files or standard input, never from arguments, which every user of the machine can see. \
            They are printed only where a command exists for that, or with --reveal.
            """,
        subcommands: [
            AppleIdentityVerifyCommand.self, AppleIdentityNotificationCommand.self, AppleIdentityJWSCommand.self,
            AppleIdentityClientSecretCommand.self, AppleIdentityDiagnoseCommand.self, AppleIdentityExchangeCommand.self,
            AppleIdentityRefreshCommand.self, AppleIdentityRevokeCommand.self, AppleIdentityMigrateCommand.self,
        ])
}

struct AppleIdentityClientSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client-secret", abstract: "Make a client secret: a signed token that says to Apple who asks.",
        discussion: """
            The answer with --json: {"clientSecret","issuedAt","expiresAt"}, times in seconds since 1970. Every mistake that this machine \
            can see is told, before Apple would answer invalid_client.
            """)

    @OptionGroup var credentials: CredentialOptions

    @Option(
        help: ArgumentHelp(
            "For how many seconds it is good, from \(ClientSecretLifetime.minimum.seconds) to \(ClientSecretLifetime.maximum.seconds).",
            valueName: "seconds"))
    var lifetime = ClientSecretLifetime.default.seconds

    @OptionGroup var output: OutputOptions

    func run() throws {
        let (signer, client) = (try credentials.signer(), try credentials.client())
        let secret = try CredentialFailure.explaining {
            try signer.mint(for: client, lifetime: ClientSecretLifetime(seconds: lifetime), now: Date())
        }
        output.write(
            [
                "clientSecret": .string(secret.reveal()), "issuedAt": .seconds(secret.issuedAt),
                "expiresAt": .seconds(secret.expiresAt),
            ], line: secret.reveal())
    }
}

extension JSONValue {
    /// A moment in whole seconds since 1970.
    static func seconds(_ date: Date) -> JSONValue {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds).map { .integer($0) } ?? .null
    }
}

/// Who asks: a team, its key and a client.
struct CredentialOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The team ID: 10 capital letters and digits.", valueName: "id"))
    var team: String

    @Option(help: ArgumentHelp("The key ID: 10 capital letters and digits.", valueName: "id"))
    var keyID: String

    @Option(help: ArgumentHelp("The bundle identifier of the app, or the Services ID of the website.", valueName: "id"))
    var clientID: String

    @Option(help: ArgumentHelp("The private key of the developer account, AuthKey_….p8.", valueName: "file"))
    var keyFile: String

    /// What makes client secrets.
    ///
    /// - Throws: a ``CommandFailure`` for what Apple would refuse.
    func signer() throws -> ClientSecretSigner {
        let file = try SecretFile.bytes(of: keyFile)
        return try CredentialFailure.explaining {
            ClientSecretSigner(team: try TeamID(team), key: try ClientSecretKey(p8: file, keyID: KeyID(keyID)))
        }
    }

    /// The client.
    func client() throws -> ClientID { try CredentialFailure.explaining { try ClientID(clientID) } }
}

/// How mistakes in credentials are told.
enum CredentialFailure {
    /// Runs what checks credentials, and says what is wrong with them in this command's voice.
    static func explaining<Value>(_ check: () throws -> Value) throws -> Value {
        do {
            return try check()
        } catch let error as AppleIdentityError {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// A mistake in what this side knows about itself.
    init(_ error: AppleIdentityError) {
        self.init(.usage, "\(error.reason.spoken) (\(error.code.rawValue))", hint: error.remedy.spoken)
    }
}

/// A file that holds a secret.
enum SecretFile {
    /// The largest file in bytes. No secret here comes near.
    static let limit = 65_536

    /// The bytes of a file.
    ///
    /// - Throws: a ``CommandFailure`` where it cannot be read or is larger than ``limit``.
    static func bytes(of path: String) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit + 1) else {
            throw CommandFailure(.usage, "\(path) cannot be read", hint: "check the path and who may read it")
        }
        guard data.count <= limit else { throw CommandFailure(.usage, "\(path) has more than \(limit) bytes") }
        return Array(data)
    }

    /// The text of a file, or of standard input where none is named, without the line end that closes it.
    ///
    /// - Parameter name: what is read, for messages.
    static func text(_ path: String?, named name: String) throws -> String {
        guard let path else { return try TextInput.read(nil, named: name) }
        var bytes = try bytes(of: path)
        bytes.removeLineEnd()
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CommandFailure(.usage, "\(path) is not UTF-8") }
        return text
    }
}
