import Crypto

/// The held-out pages, by which no rule and no word was chosen, and the others: the same split as in `scripts/fields`.
///
/// The split is by site: the label before the public suffix in a page's name (`account_qnap_com_signup` and `qnap_login` are both
/// `qnap`). The fold of a site is the first byte of SHA-256 of `latchkey-fields:` and the site, modulo 10.
enum FieldsSplit {
    /// The held-out fold.
    static let heldOut = 1

    static func isHeldOut(_ page: String) -> Bool { fold(page) == heldOut }

    static func fold(_ page: String) -> Int {
        var digest = SHA256.hash(data: Array("latchkey-fields:\(site(page))".utf8)).makeIterator()
        return Int(digest.next() ?? 0) % 10
    }

    /// - Parameter page: The name of a file, such as `account_qnap_com_signup.html`.
    static func site(_ page: String) -> String {
        let stem = page.hasSuffix(".html") ? String(page.dropLast(5)) : page
        var words = stem.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        while words.count > 1, let last = words.last, kinds.contains(last) { words.removeLast() }
        guard let last = words.last else { return stem }
        let isCountry = last.count == 2
        if words.count > 2, isCountry, last.allSatisfy(\.isLetter), secondLevel.contains(words[words.count - 2]) {
            return words[words.count - 3]
        }
        if words.count > 1, suffixes.contains(last) || isCountry { return words[words.count - 2] }
        return words.joined(separator: "_")
    }

    /// The last words of a page's name that describe its kind, not its site.
    private static let kinds: Set<String> = [
        "login", "signup", "checkout", "newsletter", "payment-form", "change-password", "reset-password", "password-reset", "otp",
        "contact", "contacts", "credit", "card", "2", "form", "account", "new", "shopping", "cart", "forgot", "password", "reset",
        "email-confirmation-code", "signup-second-step", "account-locked", "assign-reviewer", "2fa-verification-step",
        "security-step", "account-pin", "checkout-login", "checkout-signup", "cc-card-name", "hidden", "talent",
    ]
    private static let secondLevel: Set<String> = ["co", "com", "ne", "or", "ac", "gov", "edu", "net", "org", "go", "ad"]
    private static let suffixes: Set<String> = ["com", "net", "org", "edu", "gov", "info", "app", "email"]
}
