internal import PasswordRules

/// Figures of `PasswordRules`.
enum RulesFigures {
    /// Parses every line once in each batch, as leniently as the reference parser.
    static func parsing(_ lines: [String]) throws -> Measurement {
        try Measurement {
            for line in lines { consume(try PasswordRules.parse(line)) }
            return lines.count
        }
    }

    /// Generates passwords of the default style, without input.
    static func generating(_: [String]) throws -> Measurement {
        let generator = try PasswordGenerator()
        var random = SystemRandomNumberGenerator()
        return Measurement {
            for _ in 0..<1000 { consume(generator.next(using: &random)) }
            return 1000
        }
    }
}
