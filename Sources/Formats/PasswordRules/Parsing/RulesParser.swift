/// Reads the rules language from bytes, in one pass.
///
/// Bytes suffice: all that has a meaning is ASCII, and whatever is not is skipped or refused without looking further.
struct RulesParser {
    var position = 0
    private var required: [CharacterRepertoire] = []
    private var allowed = RepertoireBuilder()
    private var merged = RepertoireBuilder()
    /// Zero where the property is absent, as a value of zero is ignored.
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

    /// Reads the whole text.
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

    /// Reads one property. Where it is broken, the position stays where the break was noticed; what follows there decides
    /// whether only this property is lost.
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

    /// Within a list the conflict is reported where it stands; here it lies between two properties.
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
}
