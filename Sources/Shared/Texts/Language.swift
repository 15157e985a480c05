/// A language that texts are written in.
///
/// The raw value is the BCP 47 tag, as `lang` and `Content-Language` have it and as the catalog's file is named.
package enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case arabic = "ar"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
    case french = "fr"
    case german = "de"
    case hebrew = "he"
    case italian = "it"
    case japanese = "ja"
    case korean = "ko"
    case portuguese = "pt-BR"
    case russian = "ru"
    case spanish = "es"
    /// English with accents, brackets and longer words: a text without them is not in a catalog. For development only.
    case pseudo = "en-XA"

    /// The languages that users choose from, in the order of a picker.
    package static let offered = allCases.filter { $0 != .pseudo }

    /// The tag.
    package var tag: String { rawValue }

    /// The direction of the script.
    package var direction: Direction {
        switch self {
        case .arabic, .hebrew: .rightToLeft
        default: .leftToRight
        }
    }

    /// The direction of text; the raw values are those of the HTML attribute `dir`.
    package enum Direction: String, Sendable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
    }

    /// The name of the language in that language, for a picker.
    package var endonym: String {
        switch self {
        case .english: "English"
        case .arabic: "العربية"
        case .simplifiedChinese: "简体中文"
        case .traditionalChinese: "繁體中文"
        case .french: "Français"
        case .german: "Deutsch"
        case .hebrew: "עברית"
        case .italian: "Italiano"
        case .japanese: "日本語"
        case .korean: "한국어"
        case .portuguese: "Português (Brasil)"
        case .russian: "Русский"
        case .spanish: "Español"
        case .pseudo: "[Ƥşéûðö·éñĝļîşĥ]"
        }
    }

    /// The language whose rules for plurals, dates and numbers apply.
    var rules: Language { self == .pseudo ? .english : self }
}

/// The language of a reader, and the locale whose forms of dates and numbers the reader uses: German as in Austria.
package struct ReaderLanguage: Sendable, Hashable {
    /// The language of the texts.
    package let language: Language
    /// The BCP 47 tag for dates and numbers, such as `de-AT`. It has the language of ``language``.
    package let locale: String

    /// Creates a language without a known region.
    package init(_ language: Language) {
        self.language = language
        locale = language.rules.tag
    }

    /// Creates a language with a region: two letters or three digits (ISO 3166-1, UN M.49).
    init(_ language: Language, region: String) {
        self.language = language
        let base = language.rules.tag.split(separator: "-").filter { $0.count != 2 || $0.first?.isUppercase == false }
        locale = base.joined(separator: "-") + "-" + region
    }
}
