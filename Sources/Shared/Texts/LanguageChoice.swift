/// The language preferences of a request, in descending order of precedence.
package struct LanguageChoice: Sendable, Hashable {
    /// The setting of the reader's account.
    package var account: Language?
    /// The value of the cookie that the language picker sets. A value that is not an offered language is ignored.
    package var cookie: String?
    /// The value of `Accept-Language`. A malformed value is ignored.
    package var acceptLanguage: String?

    /// Creates a choice. Every part may be unknown.
    package init(account: Language? = nil, cookie: String? = nil, acceptLanguage: String? = nil) {
        self.account = account
        self.cookie = cookie
        self.acceptLanguage = acceptLanguage
    }

    /// The request header fields that the language of a response depends on, for `Vary` (RFC 9110, section 12.5.5).
    ///
    /// The account belongs to `Cookie` too, because a cookie names the session.
    package static let vary = "Accept-Language, Cookie"

    /// Returns the language for this reader: the one of ``chosen(configured:offered:)``, or `configured`.
    package func reader(configured: Language, offered: [Language] = Language.offered) -> ReaderLanguage {
        chosen(configured: configured, offered: offered) ?? ReaderLanguage(configured)
    }

    /// Returns the language that the reader asks for; nil without a match.
    ///
    /// The account's setting and the cookie name a language; `Accept-Language` adds the region whose date format the reader uses.
    ///
    /// - Parameters:
    ///   - configured: The language of the configuration, which `*` selects.
    ///   - offered: The languages to choose from.
    package func chosen(configured: Language, offered: [Language] = Language.offered) -> ReaderLanguage? {
        let ranges = acceptLanguage.flatMap(LanguageRange.parse) ?? []
        let chosen = [account, cookie.flatMap(Language.init(rawValue:))].compactMap(\.self).first(where: offered.contains)
        if let chosen {
            return ranges.lookUp(offered: [chosen]) ?? ReaderLanguage(chosen)
        }
        return ranges.lookUp(offered: offered, default: configured)
    }
}

extension [LanguageRange] {
    /// Looks up the best of the offered languages (RFC 4647, section 3.4): the ranges in descending order of weight, each shortened
    /// from its end until it matches.
    ///
    /// A range matches by language and script, after ICU adds the likely script: `zh-HK` is Traditional Chinese. Shortening alone would make
    /// it `zh`. A language with weight 0 is never the result.
    ///
    /// - Parameter default: The language for `*`; nil ignores `*`.
    /// - Returns: nil if no range matches.
    package func lookUp(offered: [Language], default: Language? = nil) -> ReaderLanguage? {
        let rejected = Set(filter { $0.weight == 0 && $0.range != "*" }.compactMap { $0.match(in: offered)?.language })
        let acceptable = offered.filter { !rejected.contains($0) }
        let byWeight = enumerated().filter { $0.element.weight > 0 }
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        for (_, range) in byWeight {
            if range.range == "*" {
                if let `default`, acceptable.contains(`default`) { return ReaderLanguage(`default`) }
            } else if let match = range.match(in: acceptable) {
                return match
            }
        }
        return nil
    }
}

extension LanguageRange {
    /// Returns the offered language that the range, or a shorter form of it, names.
    fileprivate func match(in offered: [Language]) -> ReaderLanguage? {
        if let exact = offered.first(where: { $0.tag.lowercased() == range.lowercased() }), exact == .pseudo {
            return ReaderLanguage(exact)
        }
        var parts = range.split(separator: "-")
        let region = LikelyLocale(tag: range)?.writtenRegion(in: parts)
        while !parts.isEmpty {
            if let likely = LikelyLocale(tag: parts.joined(separator: "-")),
                let language = offered.first(where: { likely.isWritten(in: $0) })
            {
                return region.map { ReaderLanguage(language, region: $0) } ?? ReaderLanguage(language)
            }
            parts.removeLast()
            // A single letter or digit starts an extension and does not end a range.
            if parts.last?.count == 1 { parts.removeLast() }
        }
        return nil
    }
}

/// The language, script and region of a BCP 47 tag, completed by ICU's likely subtags.
private struct LikelyLocale {
    let language: Substring
    let script: Substring
    let region: Substring?

    init?(tag: String) {
        guard let parts = ICU.likelyTag(of: tag)?.split(separator: "-"), parts.count >= 2, parts[1].count == 4 else { return nil }
        language = parts[0]
        script = parts[1]
        // The rest may be a variant or an extension.
        region = parts.dropFirst(2).first.flatMap { (2...3).contains($0.count) ? $0 : nil }
    }

    func isWritten(in offered: Language) -> Bool {
        switch offered {
        case .simplifiedChinese: language == "zh" && script == "Hans"
        case .traditionalChinese: language == "zh" && script == "Hant"
        case .pseudo: false
        default: language == offered.tag.prefix(2) && Self.scripts[offered] == script
        }
    }

    /// Returns the region, if the client wrote it.
    func writtenRegion(in parts: [Substring]) -> String? {
        guard let region, parts.dropFirst().contains(where: { $0.uppercased() == region }) else { return nil }
        return String(region)
    }

    private static let scripts: [Language: Substring] = [
        .english: "Latn", .arabic: "Arab", .french: "Latn", .german: "Latn", .hebrew: "Hebr", .italian: "Latn", .japanese: "Jpan",
        .korean: "Kore", .portuguese: "Latn", .russian: "Cyrl", .spanish: "Latn",
    ]
}
