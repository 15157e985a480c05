import Foundation

/// Input that the user types at the terminal on standard input.
enum TerminalInput {
    enum Typed: Sendable {
        /// A line without its end.
        case line([UInt8])
        /// Control-C, control-D, or the end of the terminal.
        case cancelled
        /// The descriptor became readable before the user finished.
        case over
    }

    /// Asks a question and reads one line, hidden or shown. Discards input typed before the question.
    ///
    /// - Parameter descriptor: a descriptor that ends the read when it becomes readable.
    static func read(_ question: String, isHidden: Bool, until descriptor: Int32? = nil) throws -> Typed {
        var before = termios()
        guard tcgetattr(0, &before) == 0 else { throw CommandFailure(.usage, "standard input is not a terminal") }
        var settings = before
        // Disables the keys for signals too: control-C cancels the question instead of ending the process.
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        let guarded = TerminalGuard(of: before)
        defer { guarded.end() }
        guard tcsetattr(0, TCSAFLUSH, &settings) == 0 else { throw CommandFailure(.failure, "the terminal cannot be configured") }
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

    /// Whether a user is at a terminal to answer.
    static var isPossible: Bool { isatty(0) == 1 && isatty(2) == 1 }

    private static func show(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    private static let longest = 1_024
}

/// Restores the terminal if a signal ends the process during a question, so that typed text is shown again.
///
/// The handler keeps no state. It reads the terminal's settings and restores the three flags that a question clears.
struct TerminalGuard {
    private let replaced: [(signal: Int32, handler: sighandler_t?)]

    /// Does nothing if the flags were not set before, because the handler could not restore that state.
    init(of settings: termios) {
        guard settings.c_lflag & Self.taken == Self.taken else {
            replaced = []
            return
        }
        replaced = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
            let handler: sighandler_t = { number in
                // Only async-signal-safe functions (signal-safety(7)).
                var settings = termios()
                if tcgetattr(0, &settings) == 0 {
                    settings.c_lflag |= tcflag_t(ECHO | ICANON | ISIG)
                    tcsetattr(0, TCSANOW, &settings)
                }
                signal(number, SIG_DFL)
                raise(number)
            }
            let before = signal(number, handler)
            // A signal that was ignored stays ignored.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
            return (number, before)
        }
    }

    /// Restores the previous signal handlers.
    func end() {
        for (number, handler) in replaced { signal(number, handler) }
    }

    private static let taken = tcflag_t(ECHO | ICANON | ISIG)
}
