/// An error between a browser test and the browser, which does not concern the page.
package enum ChromiumError: Error, CustomStringConvertible {
    /// Chromium is not on PATH.
    case notInstalled
    /// The process or its pipe ended; with its last lines of output.
    case ended(log: String)
    /// The browser rejected a command.
    case refused(command: String, reason: String)
    /// The URL could not be opened.
    case unreachable(address: String, reason: String)
    /// No element of the page matches the selector, or it has no box to click on.
    case noElement(selector: String, reason: String)
    /// The expression threw this error.
    case script(expression: String, thrown: String)
    /// The operation timed out.
    case deadline(operation: String, limit: Duration)

    package var description: String {
        switch self {
        case .notInstalled: "no chromium, chromium-browser or google-chrome on PATH"
        case .ended(let log): "the browser has ended\n\(log)"
        case .refused(let command, let reason): "\(command): \(reason)"
        case .unreachable(let address, let reason): "\(address): \(reason)"
        case .noElement(let selector, let reason): "\(selector): \(reason)"
        case .script(let expression, let thrown): "\(expression): \(thrown)"
        case .deadline(let operation, let limit): "\(operation) took longer than \(limit)"
        }
    }
}
