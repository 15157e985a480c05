package import Accounts

extension UserName {
    /// A name as a store returns it, under its current key, without checking the rules.
    package init(stored text: String) {
        self.init(stored: text, key: UserNameKey(text))
    }
}
