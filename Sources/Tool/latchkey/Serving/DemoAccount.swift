import Secrets

/// An account that `latchkey dev` makes, so that there is something to sign in to.
struct DemoAccount {
    let userName: String
    let password: String

    /// With a password that has leaked, as far as the phones know, which have it saved: for them to find, and to change for another.
    static let leaked = DemoAccount(userName: "anna", password: "velvet-otter-41-harbour")

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
