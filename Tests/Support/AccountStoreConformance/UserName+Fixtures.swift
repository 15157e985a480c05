package import Accounts

extension UserName {
    /// A name as a store gives it back, under the key it has today; no rule is asked.
    package init(stored text: String) {
        self.init(stored: text, key: UserNameKey(text))
    }
}
