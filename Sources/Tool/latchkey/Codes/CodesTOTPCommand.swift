import ArgumentParser
import Foundation
import JSONText
import OneTimeCodes

struct CodesTOTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "totp", abstract: "Generate or check a time-based one-time password (RFC 6238).",
        discussion: """
            \(KeyOptions.help)

            With --check, the command says whether a password is right within the drift, and exits with 1 if not. It remembers nothing, so \
            the same password is accepted again.
            """,
        example: "latchkey codes totp --key-file key.txt")

    @OptionGroup var key: KeyOptions

    @Option(help: ArgumentHelp("The validity of a password; 30 if omitted.", valueName: "seconds"))
    var period: Int?

    @Option(help: ArgumentHelp("The time in seconds since 1970; now if omitted.", valueName: "seconds"))
    var at: Double?

    @Option(help: ArgumentHelp("Check this password instead.", valueName: "password"))
    var check: String?

    @Option(help: ArgumentHelp("The accepted clock drift in periods, up to \(TOTPVerifier.largestDrift).", valueName: "number"))
    var drift = 1

    func validate() throws {
        guard (0...TOTPVerifier.largestDrift).contains(drift) else {
            throw ValidationError("--drift must be 0 to \(TOTPVerifier.largestDrift)")
        }
    }

    func run() throws {
        let (totp, now) = (try totp(), at.map { Date(timeIntervalSince1970: $0) } ?? Date())
        if let check { return try answer(check, totp, now) }
        guard let password = totp.password(at: now), let step = totp.step(at: now) else {
            throw CommandFailure(.usage, "the time is out of range", hint: "give --at in seconds since 1970")
        }
        let remaining = Int(totp.remaining(at: now).rounded(.up))
        key.write(
            ["password": .string(password), "step": .integer(step), "remainingSeconds": .integer(remaining)], line: password)
        if !key.json { Terminal().say("valid for \(remaining) seconds") }
    }

    private func totp() throws -> TOTP {
        switch try key.read() {
        case .key(let hotp):
            guard let totp = TOTP(hotp, period: period ?? 30) else {
                throw CommandFailure(.usage, "--period must be 5 to 86400 seconds")
            }
            return totp
        case .uri(let uri):
            guard case .totp(let totp) = uri.kind else {
                throw CommandFailure(.usage, "this is an HOTP URI; use `codes hotp`")
            }
            guard period == nil else { throw CommandFailure(.usage, "the URI already sets the period", hint: "omit --period") }
            return totp
        }
    }

    private func answer(_ candidate: String, _ totp: TOTP, _ now: Date) throws {
        var verifier = TOTPVerifier(totp, drift: drift)
        let isRight = verifier.accept(candidate, now: now) != .wrong
        var object = JSONObject([("accepted", .boolean(isRight))])
        object["step"] = verifier.lastAcceptedStep.map { .integer($0) }
        key.write(.object(object), line: isRight ? "ok" : "wrong")
        if !isRight { throw CommandFailure(.negative, []) }
    }
}

struct CodesHOTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hotp", abstract: "Generate or check a counter-based one-time password (RFC 4226).",
        discussion: """
            \(KeyOptions.help)

            With --check, the command says whether a password is right for the counter or one ahead of it, and prints the next counter. \
            It exits with 1 if the password is wrong.
            """,
        example: "latchkey codes hotp --counter 7 --key-file key.txt")

    @OptionGroup var key: KeyOptions

    @Option(help: ArgumentHelp("The counter; that of the URI if omitted.", valueName: "number"))
    var counter: UInt64?

    @Option(help: ArgumentHelp("Check this password instead.", valueName: "password"))
    var check: String?

    @Option(help: ArgumentHelp("The number of passwords that may be skipped, up to \(HOTP.largestLookAhead).", valueName: "number"))
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
            return key.write(["password": .string(password), "counter": .integer(counter)], line: password)
        }
        let next = hotp.nextCounter(accepting: check, from: counter, lookAhead: lookAhead)
        var object = JSONObject([("accepted", .boolean(next != nil))])
        object["nextCounter"] = next.map { .integer($0) }
        key.write(.object(object), line: next.map { "ok, next counter \($0)" } ?? "wrong")
        if next == nil { throw CommandFailure(.negative, []) }
    }

    private func material() throws -> (HOTP, UInt64) {
        switch try key.read() {
        case .key(let hotp):
            guard let counter else { throw CommandFailure(.usage, "missing counter", hint: "give --counter") }
            return (hotp, counter)
        case .uri(let uri):
            guard case .hotp(let hotp, let first) = uri.kind else {
                throw CommandFailure(.usage, "this is a TOTP URI; use `codes totp`")
            }
            return (hotp, counter ?? first)
        }
    }
}
