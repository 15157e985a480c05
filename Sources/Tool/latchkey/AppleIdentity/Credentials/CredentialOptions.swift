import AppleIdentity
import ArgumentParser

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
