import Secrets

/// The account that `latchkey dev` makes, so that there is something to sign in to.
struct DemoAccount {
    let userName = "demo@example.com"

    /// Three times six random letters and digits without those that look alike: 90 bits.
    let password: String

    init(random: some RandomBytes = SystemRandomBytes()) {
        let characters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let letters = random.bytes(18).map { characters[Int($0) % characters.count] }
        password = stride(from: 0, to: 18, by: 6).map { String(letters[$0..<($0 + 6)]) }.joined(separator: "-")
    }
}
