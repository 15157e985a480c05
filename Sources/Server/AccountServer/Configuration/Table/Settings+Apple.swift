import AccountPages
import AppleIdentity

// Sign in with Apple.
extension Settings {
    static let appleTeam = Setting(
        optional: "apple.team", .appleTeam, shown: "(Sign in with Apple is off)",
        "developer team at Apple; turns Sign in with Apple on")
    static let appleKeyID = Setting(
        optional: "apple.keyID", .appleKeyID, shown: "(must be set with the team)", "name of the key for Sign in with Apple")
    static let appleKeyFile = Setting(
        optional: "apple.keyFile", .path, shown: "(must be set with the team)", "the .p8 file of that key, readable by nobody else")
    static let appleNativeClients = Setting(
        distinct: "apple.nativeClients", .appleClient, of: "list of client ids", "bundle identifiers of the apps that sign in")
    static let appleWebClient = Setting(
        optional: "apple.webClient", .appleClient, shown: "(the pages do not offer it)",
        "Services ID of the pages; its return URL is the public origin with \(AppleWebConfiguration.callbackPath)")
    static let appleButtonStyle = Setting(
        "apple.buttonStyle", ValueKind<AppleButton.Style>.choice, default: .automatic, "how the buttons of the pages look")
    static let appleButtonType = Setting(
        "apple.buttonType", ValueKind<AppleButtonType>.choice, default: .byPage, "what the buttons of the pages say")
    static let appleVerification = Setting(
        "apple.verification", ValueKind<AppleConfiguration.Verification>.choice, default: .identityToken,
        "what a sign-in rests on: the token by Apple's cached keys, or the code exchanged at Apple")
    static let appleNonce = Setting(
        "apple.nonce", ValueKind<AppleConfiguration.NoncePolicy>.choice, default: .required,
        "whether identity tokens from apps need a nonce; legacy accepts nonce_supported: false, each token once")
    static let appleIdentitiesPerAccount = Setting(
        "apple.identitiesPerAccount", .integer(1...10), default: 1, "how many Apple Accounts can be linked to one account")
    static let appleDepartedKeys = Setting(
        "apple.departedKeys", .duration(.zero ... .seconds(7 * 86_400)), default: .seconds(86_400),
        "how long keys that left Apple's set are still taken")
    static let appleServiceURL = Setting(
        "apple.serviceURL", .appleEndpoints, default: .apple, "where Apple's service listens; anything else is an emulator")
    static let appleServiceIsTest = Setting(
        "apple.serviceIsTest", .boolean, default: false,
        "says that apple.serviceURL is a test, and everybody it vouches for a test person")
    static let appleAuthoritiesFile = Setting(
        optional: "apple.authoritiesFile", .path, shown: "(the system's)",
        "certificates of an emulator's authority, PEM; for tests only")
}

extension ValueKind<TeamID> {
    static let appleTeam = credential("team ID", allowed: "ten characters from A to Z and 0 to 9", TeamID.init, \.text)
}

extension ValueKind<KeyID> {
    static let appleKeyID = credential("key ID", allowed: "ten characters from A to Z and 0 to 9", KeyID.init, \.text)
}

extension ValueKind<ClientID> {
    static let appleClient = credential(
        "client id", allowed: "a bundle identifier or Services ID, as com.example.app", ClientID.init, \.text)
}

extension ValueKind {
    /// A name in the developer account, which says itself what is wrong with a text.
    fileprivate static func credential(
        _ noun: String, allowed: String, _ read: @escaping @Sendable (String) throws(AppleIdentityError) -> Value,
        _ write: @escaping @Sendable (Value) -> String
    ) -> ValueKind {
        ValueKind(noun, allowed: allowed) { text throws(ValueRejection) in
            do throws(AppleIdentityError) {
                return try read(text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)): \(error.reason)")
            }
        } write: {
            write($0)
        }
    }
}

extension ValueKind<AppleEndpoints> {
    /// An origin: https, or http on this machine.
    static var appleEndpoints: ValueKind {
        ValueKind("origin", allowed: "https://host, or http:// with a loopback host") { text throws(ValueRejection) in
            do {
                return try AppleEndpoints(baseURL: text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)): \(error)")
            }
        } write: {
            $0.baseURL
        }
    }
}
