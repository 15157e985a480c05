/// The online range API of leaked passwords. Off unless an address is set: nothing is looked up over the network by default.
package struct LeakedServiceConfiguration: Hashable, Sendable {
    /// What holds when the service does not answer.
    package enum Failure: String, CaseIterable, Hashable, Sendable {
        /// New passwords are refused for the moment: 503. An unanswered question is not taken for a good password.
        case closed
        /// They are taken, and the log says so.
        case open
    }

    /// Where `/range/` and five digits are appended to; nil for no look-up.
    package var address: String?
    /// From the beginning of a look-up to its end.
    package var timeout: Duration = .seconds(3)
    package var failure: Failure = .closed

    package init() {}
}
