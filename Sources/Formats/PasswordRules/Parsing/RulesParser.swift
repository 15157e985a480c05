/// Parses the rules language from bytes, in one pass.
///
/// Bytes suffice, because the syntax is ASCII and all other bytes are skipped or rejected.
struct RulesParser {
    var position = 0
    private var required: [CharacterRepertoire] = []
    private var allowed = RepertoireBuilder()
    private var merged = RepertoireBuilder()
    /// Zero if the property is absent, because a value of zero is ignored.
    private var maxConsecutive = 0.0
    private var minLength = 0.0
    private var maxLength = 0.0
    private var diagnostics: [PasswordRules.Diagnostic] = []

    var result: ParsedRules {
        ParsedRules(
            rules: PasswordRules(
                required: required, allowed: allowed.repertoire, maxConsecutive: RuleNumber(parsed: maxConsecutive),
                minLength: RuleNumber(parsed: minLength), maxLength: RuleNumber(parsed: maxLength)),
            diagnostics: diagnostics, allowedWithRequired: merged.repertoire)
    }

    /// Parses the whole text.
    mutating func read(_ bytes: Span<UInt8>) {
        skipWhitespace(bytes)
        while position < bytes.count {
            guard bytes[position].isIdentifierByte else {
                report(.stoppedReading, position..<bytes.count)
                return
            }
            readProperty(bytes)
            skipWhitespace(bytes)
            guard position < bytes.count else { return }
            guard bytes[position] == ASCIIByte.semicolon else {
                report(.rulesDiscarded, position..<bytes.count)
                discardAll()
                return
            }
            position += 1
            skipWhitespace(bytes)
        }
    }

    mutating func skipWhitespace(_ bytes: Span<UInt8>) {
        while position < bytes.count, bytes[position].isRulesWhitespace { position += 1 }
    }

    mutating func report(_ code: PasswordRules.Diagnostic.Code, _ range: Range<Int>, property: PasswordRule.Name? = nil) {
        diagnostics.append(PasswordRules.Diagnostic(code, range, property: property))
    }

    /// Parses one property. In a malformed property, the position stays at the error. What follows there decides whether only
    /// this property is lost.
    private mutating func readProperty(_ bytes: Span<UInt8>) {
        let start = position
        let word = Identifier(bytes, &position)
        guard let name = word.propertyName else {
            report(.unknownProperty, start..<position)
            position = start
            return
        }
        guard position < bytes.count, bytes[position] == ASCIIByte.colon else {
            report(.missingColon, start..<position, property: name)
            return
        }
        position += 1
        skipWhitespace(bytes)
        guard position < bytes.count, bytes[position] != ASCIIByte.semicolon else {
            report(.emptyValue, start..<position, property: name)
            return
        }
        switch name {
        case .required, .allowed:
            if let list = readClassList(bytes, of: name) { keep(list, as: name, from: start) }
        case .maxConsecutive, .minLength, .maxLength:
            if let number = readNumber(bytes, of: name) { keep(number, as: name, from: start) }
        }
    }

    private mutating func keep(_ list: RepertoireBuilder, as name: PasswordRule.Name, from start: Int) {
        if name == .required {
            if required.isEmpty { required.reserveCapacity(4) }
            let repertoire = list.repertoire
            required.append(repertoire)
            reportWideClassConflict(with: repertoire == .asciiPrintable || repertoire == .unicode ? repertoire : nil, from: start)
            merged.add(repertoire)
        } else {
            reportWideClassConflict(with: list.isWide ? list.repertoire : nil, from: start)
            allowed.add(list)
            merged.add(list)
        }
    }

    /// Reports a conflict between two properties. Conflicts within one list are reported when the list is parsed.
    private mutating func reportWideClassConflict(with wide: CharacterRepertoire?, from start: Int) {
        if let wide, merged.isWide, merged.repertoire != wide { report(.wideClassByOrder, start..<position) }
    }

    private mutating func keep(_ number: Double, as name: PasswordRule.Name, from start: Int) {
        let before: Double
        switch name {
        case .minLength:
            before = minLength
            minLength = Swift.max(before, number)
        case .maxLength:
            before = maxLength
            maxLength = before == 0 ? number : Swift.min(before, number)
        default:
            before = maxConsecutive
            maxConsecutive = before == 0 ? number : Swift.min(before, number)
        }
        if before != 0 { report(.combinedLimits, start..<position, property: name) }
    }

    private mutating func discardAll() {
        required.removeAll()
        allowed = RepertoireBuilder()
        merged = RepertoireBuilder()
        maxConsecutive = 0
        minLength = 0
        maxLength = 0
    }

    /// Parses digits up to a semicolon or the end. Returns nil if the value is malformed or zero.
    mutating func readNumber(_ bytes: Span<UInt8>, of name: PasswordRule.Name) -> Double? {
        let start = position
        var number = 0.0
        while position < bytes.count, bytes[position].isDigitByte {
            // Rounds after each step as the reference parser does. A fused operation would round differently.
            let shifted = 10 * number
            number = shifted + Double(bytes[position] &- 0x30)
            position += 1
        }
        guard position > start, position == bytes.count || bytes[position] == ASCIIByte.semicolon else {
            report(.notANumber, start..<Swift.min(position + 1, bytes.count), property: name)
            return nil
        }
        guard number > 0 else {
            report(.zeroIgnored, start..<position, property: name)
            return nil
        }
        // Both 2^53 and 2^53 + 1 give 2^53. The last digit distinguishes them.
        if number > Double(RuleNumber.largestExact)
            || number == Double(RuleNumber.largestExact) && bytes[position - 1] != UInt8(ascii: "2")
        {
            report(.numberRounded, start..<position, property: name)
        }
        return number
    }

    /// Parses classes and commas up to a semicolon or the end. Returns nil if the list is malformed.
    mutating func readClassList(_ bytes: Span<UInt8>, of name: PasswordRule.Name) -> RepertoireBuilder? {
        var list = RepertoireBuilder()
        while true {
            let start = position
            let before = list
            if bytes[position].isIdentifierByte {
                let word = Identifier(bytes, &position)
                guard let className = word.className else {
                    report(.unknownClass, start..<position, property: name)
                    position = start
                    return nil
                }
                list.add(className)
                reportOverlap(of: className, with: before, unchanged: list == before, start..<position, property: name)
            } else if bytes[position] == ASCIIByte.openingBracket {
                if let characters = readCustomClass(bytes, of: name) {
                    list.add(characters)
                    if list == before && !characters.isEmpty || before.isWide {
                        report(.addsNothing, start..<position, property: name)
                    }
                }
            } else {
                report(.expectedClass, start..<position + 1, property: name)
                return nil
            }

            skipWhitespace(bytes)
            if position == bytes.count || bytes[position] == ASCIIByte.semicolon { return list }
            guard bytes[position] == ASCIIByte.comma else {
                reportMissingSeparator(bytes, property: name)
                return nil
            }
            let comma = position
            position += 1
            skipWhitespace(bytes)
            if position == bytes.count {
                report(.trailingComma, comma..<comma + 1, property: name)
                return nil
            }
        }
    }

    /// Parses a custom class from its opening bracket. A dash is literal only as the first character, a closing bracket only if
    /// another one follows it. Returns nil if the class is not closed; the position is then the end of the text.
    private mutating func readCustomClass(_ bytes: Span<UInt8>, of name: PasswordRule.Name) -> ASCIISet? {
        let start = position
        position += 1
        let first = position
        var characters = ASCIISet()
        while position < bytes.count {
            let byte = bytes[position]
            if byte == ASCIIByte.closingBracket {
                position += 1
                if position < bytes.count, bytes[position] == ASCIIByte.closingBracket {
                    characters.insert(ASCIIByte.closingBracket)
                    position += 1
                }
                if characters.isEmpty { report(.emptyClass, start..<position, property: name) }
                return characters
            }
            if byte == ASCIIByte.dash && position > first {
                reportRun(.misplacedDash, bytes, property: name) { $0 == ASCIIByte.dash }
            } else if !byte.isPrintableByte {
                reportRun(.ignoredCharacter, bytes, property: name) { !$0.isPrintableByte }
            } else {
                characters.insert(byte)
                position += 1
            }
        }
        report(.unterminatedClass, start..<position, property: name)
        return nil
    }

    /// Reports adjacent errors of one kind as a single diagnostic.
    private mutating func reportRun(
        _ code: PasswordRules.Diagnostic.Code, _ bytes: Span<UInt8>, property: PasswordRule.Name, while belongs: (UInt8) -> Bool
    ) {
        let start = position
        while position < bytes.count, belongs(bytes[position]) { position += 1 }
        report(code, start..<position, property: property)
    }

    private mutating func reportOverlap(
        of className: CharacterClass.Name, with before: RepertoireBuilder, unchanged: Bool, _ range: Range<Int>,
        property: PasswordRule.Name
    ) {
        guard unchanged || before.isWide else { return }
        let conflict =
            className == .unicode && before.repertoire == .asciiPrintable
            || className == .asciiPrintable && before.repertoire == .unicode
        report(conflict ? .wideClassByOrder : .addsNothing, range, property: property)
    }

    private mutating func reportMissingSeparator(_ bytes: Span<UInt8>, property: PasswordRule.Name) {
        let afterClass = position > 0 && bytes[position - 1] == ASCIIByte.closingBracket
        report(afterClass ? .bracketNotLast : .expectedSeparator, position..<position + 1, property: property)
    }
}
