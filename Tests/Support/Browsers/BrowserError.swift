/// An error between a browser test and the browser, which does not concern the page.
package enum BrowserError: Error, CustomStringConvertible {
    /// None of these programs is on PATH.
    case notInstalled(names: [String])
    /// The process or its connection ended; with its last lines of output.
    case ended(log: String)
    /// The browser rejected a command.
    case rejected(command: String, reason: String)
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
        case .notInstalled(let names): "not on PATH: \(names.joined(separator: ", "))"
        case .ended(let log): "the browser has ended\n\(log)"
        case .rejected(let command, let reason): "\(command): \(reason)"
        case .unreachable(let address, let reason): "\(address): \(reason)"
        case .noElement(let selector, let reason): "\(selector): \(reason)"
        case .script(let expression, let thrown): "\(expression): \(thrown)"
        case .deadline(let operation, let limit): "\(operation) took longer than \(limit)"
        }
    }
}
