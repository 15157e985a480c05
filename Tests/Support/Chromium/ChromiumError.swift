/// What can go wrong between a browser test and the browser, apart from the page being wrong.
package enum ChromiumError: Error, CustomStringConvertible {
    /// No Chromium is on PATH.
    case notInstalled
    /// The process ended, or its pipe did; with the last lines it wrote.
    case ended(log: String)
    /// The browser refused a command.
    case refused(command: String, reason: String)
    /// The address could not be opened.
    case unreachable(address: String, reason: String)
    /// Nothing on the page matches the selector, or it has no box to click on.
    case noElement(selector: String, reason: String)
    /// The expression threw; with what.
    case script(expression: String, thrown: String)
    /// The operation did not finish in its time.
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
