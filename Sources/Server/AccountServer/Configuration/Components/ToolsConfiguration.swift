/// The pages that are for developers rather than for people with accounts.
package struct ToolsConfiguration: Hashable, Sendable {
    /// Whether `/tools/password-rules` is served.
    package var servesPasswordRules = true

    package init() {}
}
