import AccountPages
import AppleIdentity

// Sign in with Apple.
extension Settings {
    static let appleTeam = Setting(
        optional: "apple.team", .appleTeam, shown: "(Sign in with Apple is off)",
        "Apple developer team; turns on Sign in with Apple")
    static let appleKeyID = Setting(
        optional: "apple.keyID", .appleKeyID, shown: "(required with the team)", "key ID of the Sign in with Apple key")
    static let appleKeyFile = Setting(
        optional: "apple.keyFile", .path, shown: "(required with the team)", ".p8 file of that key, not readable by other users")
    static let appleNativeClients = Setting(
        distinct: "apple.nativeClients", .appleClient, of: "list of client IDs", "bundle identifiers of the apps that sign in")
    static let appleWebClient = Setting(
        optional: "apple.webClient", .appleClient, shown: "(off on the pages)",
        "Services ID of the pages; its return URL is the public origin with \(AppleWebConfiguration.callbackPath)")
    static let appleButtonStyle = Setting(
        "apple.buttonStyle", ValueKind<AppleButton.Style>.choice, default: .automatic, "style of the buttons on the pages")
    static let appleButtonType = Setting(
        "apple.buttonType", ValueKind<AppleButtonType>.choice, default: .byPage, "label of the buttons on the pages")
    static let appleVerification = Setting(
        "apple.verification", ValueKind<AppleConfiguration.Verification>.choice, default: .identityToken,
        "what a sign-in verifies: the token with Apple's cached keys, or the code with a request to Apple")
    static let appleNonce = Setting(
        "apple.nonce", ValueKind<AppleConfiguration.NoncePolicy>.choice, default: .required,
        "whether identity tokens from apps require a nonce; legacy accepts nonce_supported: false, each token once")
    static let appleIdentitiesPerAccount = Setting(
        "apple.identitiesPerAccount", .integer(1...10), default: 1, "maximum number of Apple Accounts linked to one account")
    static let appleRetiredKeys = Setting(
        "apple.retiredKeys", .duration(.zero ... .seconds(7 * 86_400)), default: .seconds(86_400),
        "time for which retired Apple keys are still accepted")
    static let appleServiceURL = Setting(
        "apple.serviceURL", .appleEndpoints, default: .apple, "base URL of Apple's service; any other is an emulator")
    static let appleServiceIsTest = Setting(
        "apple.serviceIsTest", .boolean, default: false,
        "confirms that apple.serviceURL is a test service and all its users are test users")
    static let appleAuthoritiesFile = Setting(
        optional: "apple.authoritiesFile", .path, shown: "(the system's)",
        "certificate authorities of an emulator, PEM; for tests only")
}

extension ValueKind<TeamID> {
    static let appleTeam = credential("team ID", allowed: "ten characters from A to Z and 0 to 9", TeamID.init, \.text)
}

extension ValueKind<KeyID> {
    static let appleKeyID = credential("key ID", allowed: "ten characters from A to Z and 0 to 9", KeyID.init, \.text)
}

extension ValueKind<ClientID> {
    static let appleClient = credential(
        "client ID", allowed: "a bundle identifier or Services ID, such as com.example.app", ClientID.init, \.text)
}

extension ValueKind {
    /// Returns the kind of an identifier from the developer account. The type's error is the reason of a rejection.
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
    /// An origin: https, or http on a loopback host.
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
