import AccountServer
import Logging

extension LogConfiguration {
    /// The logger of a run, on standard error.
    func logger(label: String) -> Logger {
        var logger = Logger(label: label) { label in
            switch format {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler()
            }
        }
        logger.logLevel = level
        return logger
    }
}
