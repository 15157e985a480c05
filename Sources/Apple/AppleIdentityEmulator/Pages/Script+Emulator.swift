import Markup

extension Script {
    /// The script of the console: it copies values, and brings the log up to date when the service sends an event. The pages work
    /// without it. An open request stays open, and a log that has the focus changes only when it loses it.
    static let emulator = Script(
        copying, following,
        #"""
        (() => {
          const log = document.querySelector("[data-log-events]");
          if (log) followEvents(log, log.dataset.logEvents);
        })();
        """#)
}
