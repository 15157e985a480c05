import AccountPages
import Accounts
import PasswordRules
import Texts

// The texts of pages about rejected user names and passwords. The API has the same texts in English.

extension RegistrationRejection {
    var pageReason: AccountPages.FormError.Reason {
        switch self {
        case .userName(let rejection): rejection.pageReason
        case .password(let rejection): rejection.pageReason
        case .userNameTaken: .text(.errorUserNameTaken)
        }
    }
}

extension UserNameError {
    fileprivate var pageReason: AccountPages.FormError.Reason {
        switch self {
        case .tooShort: .message(.errorUserNameShort(count: UserName.lengths.lowerBound))
        case .tooLong: .message(.errorUserNameLong(count: UserName.lengths.upperBound))
        case .characterNotAllowed(let position): .message(.errorUserNameCharacter(position: position + 1, signs: ". _ - + '"))
        case .malformedAddress: .message(.errorUserNameAddress(example: "anna@example.com"))
        case .reserved: .text(.errorUserNameReserved)
        }
    }
}

extension PasswordRejection {
    /// The rejection of a field for a new password.
    var pageError: AccountPages.FormError {
        AccountPages.FormError(field: .newPassword, code: code, reason: pageReason)
    }

    var pageReason: AccountPages.FormError.Reason {
        switch self {
        case .tooShort(let minimum): .message(.errorPasswordShort(count: minimum))
        case .tooLong(let maximum): .message(.errorPasswordLong(count: maximum))
        case .containsNull: .text(.errorPasswordNull)
        case .brokenRule(let violation): .message(violation.pageMessage)
        case .common: .text(.errorPasswordCommon)
        case .containsUserName: .text(.errorPasswordUserName)
        case .containsContextWord: .text(.errorPasswordContext)
        case .weak: .text(.errorPasswordWeak)
        case .leaked: .text(.errorPasswordLeaked)
        case .unchanged: .text(.errorPasswordUnchanged)
        }
    }
}

extension PasswordRules.Violation {
    fileprivate var pageMessage: PageMessage {
        switch code.value {
        case .tooShort: .errorRuleShort(rule: rule.text)
        case .tooLong: .errorRuleLong(rule: rule.text)
        case .tooManyConsecutive: .errorRuleRepeated(count: number, rule: rule.text)
        case .missingRequired: .errorRuleMissing(characters: classes.flatMap(\.pageArguments), rule: rule.text)
        case .notAllowed:
            .errorRuleNotAllowed(
                position: (position ?? 0) + 1, characters: classes.flatMap(\.pageArguments), rule: rule.text)
        }
    }

    private var number: Int {
        if case .number(let number) = rule.value { number.count } else { 0 }
    }

    private var classes: [CharacterClass] {
        if case .classes(let classes) = rule.value { classes } else { [] }
    }
}

extension CharacterClass {
    /// The characters in words; listed ones as they are, except for the space.
    fileprivate var pageArguments: [TextArgument] {
        switch self {
        case .named(.upper): [PageText.charactersUpper.argument]
        case .named(.lower): [PageText.charactersLower.argument]
        case .named(.digit): [PageText.charactersDigit.argument]
        case .named(.special): [PageText.charactersSpecial.argument]
        case .named(.asciiPrintable): [PageText.charactersASCII.argument]
        case .named(.unicode): [PageText.charactersAny.argument]
        case .custom(let characters):
            (characters.contains(" ") ? [PageText.charactersSpace.argument] : [])
                + [.code(characters.filter { $0 != " " }.map(String.init).joined(separator: " "))]
        }
    }
}
