import Secrets

/// An account that `latchkey dev` makes, so that there is something to sign in to.
struct DemoAccount {
    let userName: String
    let password: String

    /// With passwords that have leaked, as far as the phones know, which have them saved: one to be made strong, and one to be changed for Sign in with Apple.
    static let leaked = [
        DemoAccount(userName: "anna", password: "velvet-otter-41-harbour"),
        DemoAccount(userName: "anna.l", password: "amber-kettle-62-orchard"),
    ]

    init(userName: String, password: String) {
        self.userName = userName
        self.password = password
    }

    /// With a password of three times six random letters and digits without those that look alike: 90 bits.
    init(random: some RandomBytes = SystemRandomBytes()) {
        let characters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let letters = random.bytes(18).map { characters[Int($0) % characters.count] }
        self.init(
            userName: "demo@example.com",
            password: stride(from: 0, to: 18, by: 6).map { String(letters[$0..<($0 + 6)]) }.joined(separator: "-"))
    }
}
