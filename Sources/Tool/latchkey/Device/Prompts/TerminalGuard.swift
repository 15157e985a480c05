import Foundation

/// Gives the terminal back while a question changes it: a signal that ends the process lets it show again, first, what is typed.
///
/// The handler remembers nothing. The terminal itself says what it is set to, and the three settings that a question takes away are put back.
struct TerminalGuard {
    private let replaced: [(signal: Int32, handler: sighandler_t?)]

    /// Where the terminal was not set as terminals are, nothing is guarded: then nobody can tell what to put back.
    init(of settings: termios) {
        guard settings.c_lflag & Self.taken == Self.taken else {
            replaced = []
            return
        }
        replaced = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
            let handler: sighandler_t = { number in
                // Nothing here but what a handler may call (signal-safety(7)).
                var settings = termios()
                if tcgetattr(0, &settings) == 0 {
                    settings.c_lflag |= tcflag_t(ECHO | ICANON | ISIG)
                    tcsetattr(0, TCSANOW, &settings)
                }
                signal(number, SIG_DFL)
                raise(number)
            }
            let before = signal(number, handler)
            // Who was told to ignore a signal goes on ignoring it.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
            return (number, before)
        }
    }

    /// From now on signals do what they did before.
    func end() {
        for (number, handler) in replaced { signal(number, handler) }
    }

    private static let taken = tcflag_t(ECHO | ICANON | ISIG)
}
