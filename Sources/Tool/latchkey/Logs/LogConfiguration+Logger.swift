import AccountServer
import Logging

extension LogConfiguration {
    /// The logger of a run, on standard error.
    func logger(label: String) -> Logger {
        var logger = Logger(label: label) { label in
            switch format {
            case .text: TextLogHandler(label: label)
            case .json: JSONLogHandler()
            }
        }
        logger.logLevel = level
        return logger
    }
}
