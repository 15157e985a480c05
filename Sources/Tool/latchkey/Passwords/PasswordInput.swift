import Foundation

/// A password for a command. It comes from standard input alone: the arguments of a process are visible to every user of the
/// machine, and stay in the shell's history.
enum PasswordInput {
    /// Why there is no option for a password, for the help of commands that take one.
    static let help = """
        The password is read from standard input, to its end, without the line end that closes it; in a terminal it is asked for and \
        not shown. It is never an argument: every user of the machine can see the arguments of a process, and shells keep them.
        """

    /// The password on standard input; in a terminal, the one a person types without seeing it.
    ///
    /// - Throws: as ``TextInput``.
    static func read() throws -> String {
        guard StandardStream.isInputInteractive else { return try TextInput.read(named: "the password") }
        guard let typed = getpass("latchkey: password: ") else { throw CommandFailure(.usage, "no password was given") }
        guard let password = String(validatingCString: typed) else { throw CommandFailure(.usage, "the password is not UTF-8") }
        return password
    }
}
