import ArgumentParser
import JSONText
import OneTimeCodes

/// `latchkey codes hotp`.
struct CodesHOTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hotp", abstract: "Make or check the one-time password of a counter (RFC 4226).",
        discussion: """
            \(KeyOptions.help)

            With --check, says whether a password is right for the counter or one ahead of it, and which counter comes next; exits with 1 \
            if it is not.
            """)

    @OptionGroup var key: KeyOptions

    @Option(help: ArgumentHelp("The counter; that of the URI if left out.", valueName: "number"))
    var counter: UInt64?

    @Option(help: ArgumentHelp("Check this password.", valueName: "password"))
    var check: String?

    @Option(help: ArgumentHelp("How many passwords may have been skipped, up to \(HOTP.largestLookAhead).", valueName: "number"))
    var lookAhead = 0

    func validate() throws {
        guard (0...HOTP.largestLookAhead).contains(lookAhead) else {
            throw ValidationError("--look-ahead must be 0 to \(HOTP.largestLookAhead)")
        }
    }

    func run() throws {
        let (hotp, counter) = try material()
        guard let check else {
            let password = hotp.password(counter)
            return key.json
                ? Terminal().result(["password": .string(password), "counter": .integer(counter)]) : Terminal().result(password)
        }
        let next = hotp.nextCounter(accepting: check, from: counter, lookAhead: lookAhead)
        if key.json {
            var object = JSONObject([("accepted", .boolean(next != nil))])
            object["nextCounter"] = next.map { .integer($0) }
            Terminal().result(.object(object))
        } else {
            Terminal().result(next.map { "ok, next counter \($0)" } ?? "wrong")
        }
        if next == nil { throw CommandFailure(.negative, []) }
    }

    private func material() throws -> (HOTP, UInt64) {
        switch try key.read() {
        case .key(let hotp):
            guard let counter else { throw CommandFailure(.usage, "which counter? give --counter") }
            return (hotp, counter)
        case .uri(let uri):
            guard case .hotp(let hotp, let first) = uri.kind else {
                throw CommandFailure(.usage, "the URI is of passwords by the time", hint: "use latchkey codes totp")
            }
            return (hotp, counter ?? first)
        }
    }
}
