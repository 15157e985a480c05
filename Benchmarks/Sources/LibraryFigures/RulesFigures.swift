internal import PasswordRules

/// What `PasswordRules` does in a second.
enum RulesFigures {
    /// Parses every line once a batch, as leniently as the reference parser does.
    static func parsing(_ lines: [String]) throws -> Measurement {
        try Measurement {
            for line in lines { consume(try PasswordRules.parse(line)) }
            return lines.count
        }
    }

    /// Passwords of the default style; takes no input.
    static func generating(_: [String]) throws -> Measurement {
        let generator = try PasswordGenerator()
        var random = SystemRandomNumberGenerator()
        return Measurement {
            for _ in 0..<1000 { consume(generator.next(using: &random)) }
            return 1000
        }
    }
}
