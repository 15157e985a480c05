/// Excludes numbers with another meaning, by their form and the adjacent text.
struct NumberExclusion {
    private let text: MessageText

    init(_ text: MessageText) {
        self.text = text
    }

    /// Returns whether a candidate can be a code.
    func isPlausible(_ candidate: CodeCandidate) -> Bool {
        !isDate(candidate) && !isPhoneNumber(candidate) && !isAmount(candidate) && !isInAddress(candidate)
            && !isHouseNumber(candidate)
    }

    /// Returns whether a candidate looks like a year. Some codes do too.
    static func isYear(_ candidate: CodeCandidate) -> Bool {
        candidate.groups.count == 1 && candidate.isNumber && candidate.length == 4
            && (candidate.written.hasPrefix("19") || candidate.written.hasPrefix("20"))
    }

    /// Returns whether the candidate is an existing date: day, month and year in any order, with hyphens.
    private func isDate(_ candidate: CodeCandidate) -> Bool {
        guard candidate.groups.count == 3, candidate.isNumber else { return false }
        let fields = candidate.groups.map { (digits: $0.utf8.count, value: Int($0) ?? 0) }
        let isDayMonth = { (first: Int, second: Int) in
            (1...31).contains(first) && (1...12).contains(second) || (1...12).contains(first) && (1...31).contains(second)
        }
        if fields[0].digits == 4 {
            return (1_900...2_099).contains(fields[0].value) && isDayMonth(fields[1].value, fields[2].value)
        }
        guard fields[0].digits <= 2, fields[1].digits <= 2, isDayMonth(fields[0].value, fields[1].value) else { return false }
        return fields[2].digits == 2 || fields[2].digits == 4 && (1_900...2_099).contains(fields[2].value)
    }

    /// Returns whether the candidate belongs to a row of digits that is as long as a phone or card number, with any separators.
    private func isPhoneNumber(_ candidate: CodeCandidate) -> Bool {
        var (start, end) = (candidate.range.lowerBound, candidate.range.upperBound)
        while let before = text[start - 1], before.isDigit || joins(at: start - 1, step: -1) { start -= 1 }
        while let after = text[end], after.isDigit || joins(at: end, step: 1) { end += 1 }
        let row = text.scalars[start..<end]
        let digits = row.count { $0.isDigit }
        let isMarked = row.contains("+") || row.contains("(") && row.contains(")") && row.first != "("
        return digits >= 9 || isMarked && digits >= 7
    }

    /// Returns whether digits continue here after one or two separators.
    private func joins(at index: Int, step: Int) -> Bool {
        guard let scalar = text[index], scalar != "+" else { return text[index] == "+" }
        guard Self.separators.contains(scalar), let next = text[index + step] else { return false }
        return next.isDigit || Self.separators.contains(next) && next != scalar && (text[index + 2 * step]?.isDigit ?? false)
    }

    /// Returns whether the candidate is a price, or a number with a unit.
    private func isAmount(_ candidate: CodeCandidate) -> Bool {
        guard candidate.isNumber else { return false }
        if let before = previous(candidate.range.lowerBound), Self.isCurrency(before) { return true }
        if AmountKeywords.currencies.contains(word(before: candidate.range.lowerBound)) { return true }
        var index = candidate.range.upperBound
        while text[index] == " " { index += 1 }
        guard let after = text[index] else { return false }
        if Self.isCurrency(after) || after == "%" { return true }
        if after.isUnspacedScript {
            return text.starts(at: index, with: AmountKeywords.unspacedUnits)
        }
        let unit = text.word(startingAt: index)
        return AmountKeywords.units.contains(unit) || AmountKeywords.currencies.contains(unit)
    }

    /// Returns whether the candidate is part of a web address.
    private func isInAddress(_ candidate: CodeCandidate) -> Bool {
        var start = candidate.range.lowerBound
        while let before = text[start - 1], before.isASCII, !before.properties.isWhitespace,
            candidate.range.lowerBound - start < 300
        { start -= 1 }
        return text.string(start..<candidate.range.lowerBound).contains("://")
    }

    /// Returns whether the candidate is an English house number: "1234 Main Street", "1234 North Main Road".
    private func isHouseNumber(_ candidate: CodeCandidate) -> Bool {
        var index = candidate.range.upperBound
        for _ in 0..<3 {
            guard text[index] == " " else { return false }
            let word = text.word(startingAt: index + 1)
            if AmountKeywords.streets.contains(word) { return true }
            index += 1 + word.unicodeScalars.count
        }
        return false
    }

    private func previous(_ index: Int) -> Unicode.Scalar? {
        text[index - 1] == " " ? text[index - 2] : text[index - 1]
    }

    private func word(before index: Int) -> String {
        var end = index
        while let before = text[end - 1], before == " " || before == "." { end -= 1 }
        var start = end
        while let before = text[start - 1], before.isWordScalar, end - start < 20 { start -= 1 }
        return String(String.UnicodeScalarView(text.folded[start..<end]))
    }

    private static func isCurrency(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .currencySymbol }

    private static let separators: Set<Unicode.Scalar> = [" ", "-", "(", ")", ".", "/", "+"]
}

/// Words that make a number an amount or a house number. Folded: lower-case and without accents.
enum AmountKeywords {
    static let currencies: Set<String> = [
        "usd", "eur", "gbp", "chf", "jpy", "cny", "rmb", "inr", "rs", "try", "tl", "brl", "mxn", "cad", "aud", "krw", "rub", "pln",
        "czk", "sek", "nok", "dkk",
        "aed", "sar", "kr", "zl", "euro", "euros", "dollar", "dollars", "dolares", "yuan", "yen", "rupees", "pounds", "pesos",
        "reais", "lira", "rub", "руб",
    ]

    static let times: Set<String> = [
        "s", "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "h", "hr", "hrs", "hour", "hours", "day",
        "days", "week", "weeks",
        "month", "months", "year", "years", "sekunde", "sekunden", "minuten", "stunde", "stunden", "tag", "tage", "tagen", "woche",
        "wochen", "monate",
        "jahre", "secondes", "heure", "heures", "jour", "jours", "semaines", "mois", "ans", "segundo", "segundos", "minuto",
        "minutos", "hora", "horas",
        "dia", "dias", "secondi", "minuti", "ore", "giorni", "sekundi", "dakika", "saniye", "saat", "gun", "минут", "минуты",
        "секунд", "часов",
        "мин", "сек",
    ]

    static let units = times.union([
        "am", "pm", "uhr", "km", "m", "mi", "miles", "kg", "g", "mb", "gb", "kb", "px", "points", "pts", "punkte", "puntos",
        "people", "items", "steps", "calories", "kcal",
    ])

    static let streets: Set<String> = ["street", "avenue", "ave", "road", "boulevard", "blvd", "lane", "square"]

    static let unspacedTimes = ["분", "초", "시간", "分", "秒", "小时", "小時", "時間", "天", "日"]

    static let unspacedUnits =
        unspacedTimes + [
            "元", "块", "塊", "円", "원", "年", "月", "个", "個", "人", "点", "點", "ポイント", "積分", "积分", "포인트",
            "名", "件", "岁", "歳",
            "万", "百", "千", "バーツ", "บาท", "号楼", "号线", "路",
        ]
}
