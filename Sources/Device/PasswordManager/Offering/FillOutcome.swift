/// What came of a fill.
package struct FillOutcome: Hashable, Sendable {
    package enum Result: Hashable, Sendable, CaseIterable {
        case filled
        /// Nobody confirmed.
        case notConfirmed
        /// The fields are gone: the app removed them when it resigned active, or another screen stands there.
        case fieldsGone
        /// The credential was deleted meanwhile.
        case credentialGone
        /// The place may no longer have it: AutoFill was switched off, or the association ended.
        case noLongerOffered
    }

    package let result: Result
    /// What happens now, in this order.
    package let effects: [FillEffect]

    /// The app becomes active again, and nothing else happens.
    static func nothing(_ result: Result) -> FillOutcome {
        FillOutcome(result: result, effects: [.becomeActive])
    }
}
