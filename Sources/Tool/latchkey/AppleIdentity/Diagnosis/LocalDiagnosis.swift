import AppleIdentity
import Foundation

/// What this machine can say about a client and a refusal, gathered from as much as is known.
struct LocalDiagnosis {
    private let now: Date
    private var team: TeamID?
    private var keyID: KeyID?
    private var client: ClientID?
    private var key: ClientSecretKey?
    private var origin: CodeOrigin?
    private var mistakes: [DiagnosedMistake] = []
    private var causes: [RefusalCause] = []

    init(now: Date) {
        self.now = now
    }

    /// The findings, the surest first.
    var findings: [DiagnosedMistake] {
        let all = mistakes + causes.map(DiagnosedMistake.init)
        return RefusalCause.Certainty.allCases.reversed().flatMap { certainty in all.filter { $0.certainty == certainty } }
    }

    mutating func take(team: String?, keyID: String?, clientID: String?) {
        self.team = team.flatMap { text in checked { () throws(CredentialError) in try TeamID(text) } }
        self.keyID = keyID.flatMap { text in checked { () throws(CredentialError) in try KeyID(text) } }
        client = clientID.flatMap { text in checked { () throws(CredentialError) in try ClientID(text) } }
    }

    /// Reads a key, mints a secret with it, and looks whether the file's name tells another key ID.
    mutating func take(keyFile: [UInt8], name: String) {
        // Without a key ID the file is still worth checking; what name the key gets does not matter then.
        let fileKeyID = Self.keyID(inFileName: name)
        guard let keyID = keyID ?? fileKeyID ?? (try? KeyID("0000000000")),
            let key = checked({ () throws(CredentialError) in try ClientSecretKey(p8: keyFile, keyID: keyID) })
        else { return }
        self.key = key
        if let given = self.keyID, let fileKeyID, given != fileKeyID { mistakes.append(.otherKeyFile(given, fileKeyID)) }
        if let team, let client {
            let (signer, now) = (ClientSecretSigner(team: team, key: key), now)
            _ = checked { () throws(CredentialError) in try signer.mint(for: client, now: now) }
        }
    }

    mutating func take(secret: String) {
        causes += ClientSecretInspection.causes(in: secret, team: team, keyID: keyID, client: client, key: key, now: now)
    }

    mutating func take(redirectURI: String) {
        do {
            origin = .web(redirectURI: try RedirectURI(redirectURI))
        } catch {
            mistakes.append(DiagnosedMistake(error))
        }
    }

    mutating func take(_ error: AppleErrorText, operation: AppleOperation?) {
        let facts = RefusalFacts(operation: operation, team: team, keyID: keyID, client: client, codeOrigin: origin, now: now)
        causes += RefusalDiagnosis.causes(of: error.refusal, appleDescription: error.description, facts: facts)
    }

    private mutating func checked<Value>(_ check: () throws(CredentialError) -> Value) -> Value? {
        do {
            return try check()
        } catch {
            mistakes.append(DiagnosedMistake(error))
            return nil
        }
    }

    /// `AuthKey_ABC123DEFG.p8`, as the developer account names it.
    private static func keyID(inFileName path: String) -> KeyID? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        return try? KeyID(String(name.dropFirst(8).dropLast(3)))
    }
}

extension DiagnosedMistake {
    fileprivate static func otherKeyFile(_ given: KeyID, _ inName: KeyID) -> DiagnosedMistake {
        DiagnosedMistake(
            code: "key-file-of-other-key", certainty: .likely,
            message: "The key ID \(given) is not that of the file's name, \(inName).", remedy: "Take the key ID of the file's name."
        )
    }
}
