package import Accounts

extension UserName {
    /// Creates a name from its stored text, with its current key and without validation.
    package init(stored text: String) {
        self.init(stored: text, key: UserNameKey(text))
    }
}
