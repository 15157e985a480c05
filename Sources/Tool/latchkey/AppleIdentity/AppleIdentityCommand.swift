import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

/// `latchkey apple-identity`: a backend's requests of Sign in with Apple, from the command line.
struct AppleIdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple-identity",
        abstract: "Verify Apple's tokens, create client secrets, and send a backend's requests to Apple.",
        discussion: """
            Keys, codes and tokens come from files or standard input, never from arguments, because every user of the machine can see \
            those. They are printed only by the command for that, or with --reveal.
            """,
        subcommands: [
            AppleIdentityVerifyCommand.self, AppleIdentityNotificationCommand.self, AppleIdentityJWSCommand.self,
            AppleIdentityClientSecretCommand.self, AppleIdentityDiagnoseCommand.self, AppleIdentityExchangeCommand.self,
            AppleIdentityRefreshCommand.self, AppleIdentityRevokeCommand.self, AppleIdentityMigrateCommand.self,
        ])
}

struct AppleIdentityClientSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client-secret", abstract: "Create a client secret, the signed token that identifies a client to Apple.",
        discussion: """
            The result with --json: {"clientSecret","issuedAt","expiresAt"}, times in seconds since 1970. The command reports every \
            mistake that this machine can detect, to which Apple would respond with invalid_client.
            """,
        example: "latchkey apple-identity client-secret \(CredentialOptions.example)")

    @OptionGroup var credentials: CredentialOptions

    @Option(
        help: ArgumentHelp(
            "The lifetime of the secret, from \(ClientSecretLifetime.minimum.seconds) to \(ClientSecretLifetime.maximum.seconds).",
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
    /// Returns a time in whole seconds since 1970.
    static func seconds(_ date: Date) -> JSONValue {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds).map { .integer($0) } ?? .null
    }
}

/// The credentials of a client: a team, its key and a client ID.
struct CredentialOptions: ParsableArguments {
    /// The options in the examples of commands.
    static let example = """
        --team ABCDE12345 --key-id ABC123DEFG \\
            --client-id com.example.app --key-file AuthKey_ABC123DEFG.p8
        """

    @Option(help: ArgumentHelp("The team ID: 10 capital letters and digits.", valueName: "id"))
    var team: String

    @Option(help: ArgumentHelp("The key ID: 10 capital letters and digits.", valueName: "id"))
    var keyID: String

    @Option(help: ArgumentHelp("The bundle identifier of the app, or the Services ID of the website.", valueName: "id"))
    var clientID: String

    @Option(help: ArgumentHelp("The private key of the developer account, AuthKey_….p8.", valueName: "file"))
    var keyFile: String

    /// Returns a signer of client secrets.
    ///
    /// - Throws: a ``CommandFailure`` for credentials that Apple would reject.
    func signer() throws -> ClientSecretSigner {
        let file = try SecretFile.bytes(of: keyFile)
        return try CredentialFailure.explaining {
            ClientSecretSigner(team: try TeamID(team), key: try ClientSecretKey(p8: file, keyID: KeyID(keyID)))
        }
    }

    /// Returns the client ID. Throws a ``CommandFailure`` if it is malformed.
    func client() throws -> ClientID { try CredentialFailure.explaining { try ClientID(clientID) } }
}

/// Reports mistakes in credentials.
enum CredentialFailure {
    /// Calls `check`, and converts its error to a ``CommandFailure``.
    static func explaining<Value>(_ check: () throws -> Value) throws -> Value {
        do {
            return try check()
        } catch let error as AppleIdentityError {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// Creates the failure of an error in the command's own credentials.
    init(_ error: AppleIdentityError) {
        self.init(.usage, "\(error.reason.asMessage) (\(error.code.rawValue))", hint: error.remedy.asMessage)
    }
}

/// A file that contains a secret.
enum SecretFile {
    /// The maximum size in bytes, far above that of any secret here.
    static let limit = 65_536

    /// Returns the bytes of a file.
    ///
    /// - Throws: a ``CommandFailure`` if it cannot be read or is larger than ``limit``.
    static func bytes(of path: String) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit + 1) else {
            throw CommandFailure(.usage, "\(path) cannot be read", hint: "check the path and its permissions")
        }
        guard data.count <= limit else { throw CommandFailure(.usage, "\(path) has more than \(limit) bytes") }
        return Array(data)
    }

    /// Returns the text of a file, or of standard input if `path` is nil, without the final line end.
    ///
    /// - Parameter name: the name of the text in messages.
    static func text(_ path: String?, named name: String) throws -> String {
        guard let path else { return try TextInput.read(nil, named: name) }
        var bytes = try bytes(of: path)
        bytes.removeLineEnd()
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CommandFailure(.usage, "\(path) is not UTF-8") }
        return text
    }
}
