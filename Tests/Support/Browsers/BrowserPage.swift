/// The actions of tests on a page of any browser.
package protocol BrowserPage: Sendable {
    /// Opens the URL and waits until the page and its resources have loaded.
    func open(_ address: String) async throws

    /// Waits until the page that a click or key opened has loaded: a document other than the last awaited one.
    ///
    /// It can be called before or after the load.
    func waitForLoad() async throws

    /// Clicks on the middle of the first element that matches the selector.
    func click(_ selector: String) async throws

    /// Replaces the value of the field by `text`, like a user who types it.
    func fill(_ selector: String, _ text: String) async throws

    /// Presses Tab, which moves the focus.
    func pressTab() async throws

    /// Returns the value of a JavaScript expression, by value, after waiting for a promise.
    @discardableResult
    func evaluate(_ expression: String) async throws -> ProtocolValue

    /// Returns the visible text of the first element that matches the selector.
    func text(_ selector: String) async throws -> String

    /// Returns the number of elements that match the selector.
    func count(_ selector: String) async throws -> Int

    /// The URL in the address bar.
    var url: String { get async throws }

    /// Runs `body` in a browser that offers no passkeys at fields, if its user would otherwise accept each offer at once.
    func withoutConditionalMediation(_ body: () async throws -> Void) async throws
}
