import Foundation

/// What a person types at the terminal that standard input is.
enum TerminalInput {
    enum Typed: Sendable {
        /// Without its end.
        case line([UInt8])
        /// Control-C, control-D, or the end of the terminal.
        case cancelled
        /// What was waited for beside the person has happened.
        case over
    }

    /// Asks, and reads one line, hidden or shown. What was typed before the question does not count as an answer to it.
    ///
    /// - Parameter descriptor: reading stops when there is something to read here.
    static func read(_ question: String, isHidden: Bool, until descriptor: Int32? = nil) throws -> Typed {
        var before = termios()
        guard tcgetattr(0, &before) == 0 else { throw CommandFailure(.usage, "standard input is no terminal") }
        var settings = before
        // Without the keys for signals too: control-C cancels the question, and not the process.
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        let guarded = TerminalGuard(of: before)
        defer { guarded.end() }
        guard tcsetattr(0, TCSAFLUSH, &settings) == 0 else { throw CommandFailure(.failure, "the terminal cannot be set") }
        defer { tcsetattr(0, TCSAFLUSH, &before) }
        show(question)
        defer { show("\n") }
        var line: [UInt8] = []
        while true {
            var waited = [
                pollfd(fd: 0, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waited, 2, -1) < 0 { continue }
            if waited[1].revents != 0 { return .over }
            guard let byte = try StandardStream.read(limit: 1).first else { return .cancelled }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .line(line)
            case 3, 4: return .cancelled
            case 8, 127:
                guard !line.isEmpty else { continue }
                while let last = line.popLast(), last & 0xC0 == 0x80 {}
                if !isHidden { show("\u{8} \u{8}") }
            case 0x20...:
                guard line.count < longest else { continue }
                line.append(byte)
                if !isHidden, byte < 0x7F { show(String(decoding: [byte], as: UTF8.self)) }
            default: continue
            }
        }
    }

    /// Whether a person is there to be asked.
    static var isPossible: Bool { isatty(0) == 1 && isatty(2) == 1 }

    private static func show(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    private static let longest = 1_024
}

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
