extension RulesParser {
    /// Reads digits up to a semicolon or the end. Nil where the value is broken or zero.
    mutating func readNumber(_ bytes: Span<UInt8>, of name: PasswordRule.Name) -> Double? {
        let start = position
        var number = 0.0
        while position < bytes.count, bytes[position].isDigitByte {
            // Rounded at every step, as the reference parser does it. Joining the two steps would round differently.
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
        // 2^53 is both itself and what 2^53 + 1 rounds to; its last digit tells them apart.
        if number > Double(RuleNumber.largestExact)
            || number == Double(RuleNumber.largestExact) && bytes[position - 1] != UInt8(ascii: "2")
        {
            report(.numberRounded, start..<position, property: name)
        }
        return number
    }

    /// Reads classes and commas up to a semicolon or the end. Nil where the list is broken.
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

    /// Reads a custom class from its opening bracket. A dash means itself only as the first character, a closing bracket only
    /// where another one follows it. Nil where the class is not closed; then the position is the end of the text.
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

    /// One diagnostic for neighbours of a kind, so that their number stays small.
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
