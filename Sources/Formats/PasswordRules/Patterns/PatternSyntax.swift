/// The least that every regular expression keeps: closed brackets and parentheses, no lone backslash at the end.
enum PatternSyntax {
    static func check(_ pattern: [UInt8]) throws(PasswordRulesError) {
        var openGroups: [Int] = []
        var openClass: Int?
        var index = 0
        while index < pattern.count {
            switch pattern[index] {
            case UInt8(ascii: "\\"):
                index += 1
                guard index < pattern.count else { throw malformed("The pattern ends with a backslash.", index - 1) }
            case ASCIIByte.openingBracket where openClass == nil: openClass = index
            case ASCIIByte.closingBracket: openClass = nil
            case UInt8(ascii: "(") where openClass == nil: openGroups.append(index)
            case UInt8(ascii: ")") where openClass == nil:
                guard openGroups.popLast() != nil else { throw malformed("This parenthesis closes nothing.", index) }
            default: break
            }
            index += 1
        }
        if let openClass { throw malformed("This bracket is not closed.", openClass) }
        if let open = openGroups.last { throw malformed("This parenthesis is not closed.", open) }
    }

    private static func malformed(_ reason: String, _ position: Int) -> PasswordRulesError {
        PasswordRulesError(.malformedPattern, reason, position: position)
    }
}
