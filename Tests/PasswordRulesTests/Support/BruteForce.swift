import PasswordRules

/// Passwords enumerated one by one, and checked without the library's checker.
enum BruteForce {
    /// Every string of one character from each alphabet.
    static func strings(_ alphabets: [String]) -> [String] {
        alphabets.reduce([""]) { heads, alphabet in heads.flatMap { head in alphabet.map { head + String($0) } } }
    }

    /// Whether each set has a character in the password and no run is too long.
    static func satisfies(_ password: String, required: [String], maxConsecutive: Int?) -> Bool {
        guard required.allSatisfy({ set in password.contains { set.contains($0) } }) else { return false }
        guard let maxConsecutive else { return true }
        return !Set(password).contains { password.contains(String(repeating: $0, count: maxConsecutive + 1)) }
    }
}
