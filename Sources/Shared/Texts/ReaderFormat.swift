import Synchronization

/// The time zone of a reader.
package struct ReaderZone: Sendable, Hashable {
    /// The canonical identifier in the time-zone database, such as `Europe/Vienna`.
    package let identifier: String
    /// Whether the zone is the reader's. The default zone is not, and dates name it.
    package let isKnown: Bool

    /// UTC, for a reader whose zone is unknown.
    package static let unknown = ReaderZone(identifier: "Etc/UTC", isKnown: false)

    /// Creates the zone with an identifier of the time-zone database. Returns nil for any other text.
    package init?(_ identifier: String) {
        // The longest identifier of the database has 32 characters.
        guard (1...64).contains(identifier.utf8.count), identifier.utf8.allSatisfy(\.isOfZone),
            let canonical = ICU.canonicalZone(identifier)
        else { return nil }
        self.init(identifier: canonical, isKnown: true)
    }

    private init(identifier: String, isKnown: Bool) {
        self.identifier = identifier
        self.isKnown = isKnown
    }
}

extension ReaderZone {
    /// The zones that a reader can choose: UTC, and one for each place whose clocks differ from others since 1970.
    package static let offered: [ReaderZone] =
        ([unknown.identifier] + ICU.locationZones).map { ReaderZone(identifier: $0, isKnown: true) }

    /// Whether the zone is of a place, whose city ICU can name. The others are `Etc/UTC`, `EST5EDT` and the like.
    fileprivate var hasPlace: Bool { identifier.contains("/") && !identifier.hasPrefix("Etc/") }
}

/// A zone with the text that a reader chooses it by.
package struct ZoneChoice: Sendable, Hashable {
    package let zone: ReaderZone
    /// The offset from UTC and the city: `UTC+01:00 Vienna`. Without a city, the identifier.
    package let label: String
}

extension ReaderFormat {
    /// Returns the zones by their offset, and those of one offset by their label.
    ///
    /// - Parameter seconds: The time that the offsets are of, since the Unix epoch.
    package func choices(_ zones: [ReaderZone], at seconds: Int64) -> [ZoneChoice] {
        guard let names = ICU.ZoneNames(locale: reader.locale, milliseconds: Double(seconds) * 1_000) else {
            return zones.map { ZoneChoice(zone: $0, label: $0.identifier) }
        }
        let named = zones.map { zone in
            let name = names.name(of: zone.identifier)
            return (offset: name?.offset ?? 0, choice: ZoneChoice(zone: zone, label: Self.label(of: zone, name)))
        }
        return named.sorted { ($0.offset, $0.choice.label) < ($1.offset, $1.choice.label) }.map(\.choice)
    }

    private static func label(of zone: ReaderZone, _ name: (offset: Int, city: String)?) -> String {
        if zone.identifier == ReaderZone.unknown.identifier { return "UTC" }
        guard let name else { return zone.identifier }
        let sign = name.offset < 0 ? "\u{2212}" : "+"
        let (hours, minutes) = name.offset.magnitude.quotientAndRemainder(dividingBy: 60)
        return "UTC\(sign)\(twoDigits(hours)):\(twoDigits(minutes)) \(zone.hasPlace ? name.city : zone.identifier)"
    }

    private static func twoDigits(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension UInt8 {
    /// `A-Z a-z 0-9 + - _ /`, the characters of identifiers.
    fileprivate var isOfZone: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}

/// The style in which dates are written.
package enum DateStyle: String, Sendable, Hashable, CaseIterable {
    /// Day, month and year: `1 March 2026`.
    case day
    /// With the time: `1 Mar 2026, 08:12`.
    case moment
    /// Weekday, day and month: `Saturday, May 9`.
    case weekday
    /// The time on a clock, without the half of the day: `9:41`.
    case clock

    /// Returns the fields (UTS #35, "Date Field Symbol Table"). `j` is the hour in the locale's clock; `z` names the zone.
    fileprivate func skeleton(namesZone: Bool) -> String {
        switch self {
        case .day: "yMMMMd"
        case .moment: namesZone ? "yMMMdjmz" : "yMMMdjm"
        case .weekday: "EEEEdMMMM"
        case .clock: "jm"
        }
    }
}

/// Writes numbers and dates for one reader, and selects plurals.
package final class ReaderFormat: Sendable {
    /// The language and the locale.
    package let reader: ReaderLanguage
    /// The zone of times.
    package let zone: ReaderZone
    let plurals: PluralRules
    private let numbers: ICU.NumberFormat?
    private let dates: [DateStyle: ICU.DateFormat]
    private let relatives: ICU.RelativeFormat?
    /// The number of a day in the zone.
    private let days: ICU.DateFormat?

    /// The language of texts.
    package var language: Language { reader.language }

    /// Opens the formats. Opening costs more than formatting, so share them through ``ReaderFormats``.
    package init(_ reader: ReaderLanguage, zone: ReaderZone = .unknown) {
        self.reader = reader
        self.zone = zone
        plurals = PluralRules(of: reader.language)
        numbers = ICU.NumberFormat(locale: reader.locale)
        dates = Dictionary(
            uniqueKeysWithValues: DateStyle.allCases.compactMap { style in
                ICU.datePattern(style.skeleton(namesZone: !zone.isKnown), locale: reader.locale)
                    .map { style == .clock ? ReaderFormat.withoutHalf($0) : $0 }
                    .flatMap { ICU.DateFormat(pattern: $0, locale: reader.locale, zone: zone.identifier) }
                    .map { (style, $0) }
            })
        relatives = ICU.RelativeFormat(locale: reader.locale)
        // The Julian day of ICU (UTS #35, `g`) begins at midnight of the zone. The locale `en` writes it in ASCII digits.
        days = ICU.DateFormat(pattern: "g", locale: "en", zone: zone.identifier)
    }

    /// Returns a pattern without the half of the day (`a`, `b`, `B`) and the space next to it.
    private static func withoutHalf(_ pattern: String) -> String {
        let kept = pattern.filter { !"abB".contains($0) }
        return String(kept.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Returns a whole number in the reader's digits, with grouping.
    package func number(_ number: Int) -> String {
        numbers?.string(Int64(number)) ?? String(number)
    }

    /// Returns alternatives as the reader's language joins them, such as `a, b or c`.
    package func anyOf(_ alternatives: [String]) -> String {
        ICU.anyOf(alternatives, locale: reader.locale) ?? alternatives.joined(separator: ", ")
    }

    /// Returns a time in the reader's zone and form.
    ///
    /// - Parameter seconds: The time since the Unix epoch.
    package func date(_ seconds: Int64, _ style: DateStyle) -> String {
        dates[style]?.string(Double(seconds) * 1_000) ?? "\(seconds)"
    }

    /// Returns a time of the last days as the reader's language counts it: `now`, `5 minutes ago`, `3 hours ago`, `yesterday`,
    /// `6 days ago`. Days begin at midnight in the reader's zone.
    ///
    /// - Parameters:
    ///   - seconds: The time since the Unix epoch.
    ///   - now: The present, since the Unix epoch.
    /// - Returns: Nil for a time in the future or more than six days ago, for which a reader needs the date. A time that
    ///   is less than a minute ahead counts as now.
    package func relative(_ seconds: Int64, now: Int64) -> String? {
        // The times can be any numbers, and their difference can be out of range.
        let (age, overflows) = now.subtractingReportingOverflow(seconds)
        guard !overflows, age > -60, let relatives else { return nil }
        if age < 60 { return relatives.string(0, .second) }
        if age < 3_600 { return relatives.string(age / 60, .minute) }
        guard let today = day(of: now), let then = day(of: seconds) else { return nil }
        if today == then { return relatives.string(age / 3_600, .hour) }
        return (1...6).contains(today - then) ? relatives.string(today - then, .day) : nil
    }

    private func day(of seconds: Int64) -> Int64? {
        days?.string(Double(seconds) * 1_000).flatMap { Int64($0) }
    }
}

extension ReaderFormat: Hashable {
    /// English without a region, in UTC.
    package static let english = ReaderFormat(ReaderLanguage(.english))

    // Formats of the same reader and zone write the same texts.
    package static func == (left: ReaderFormat, right: ReaderFormat) -> Bool {
        left.reader == right.reader && left.zone == right.zone
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(reader)
        hasher.combine(zone)
    }
}

/// The formats that readers share, by language, region and zone.
package final class ReaderFormats: Sendable {
    private let opened = Mutex<[Key: ReaderFormat]>([:])
    private let capacity: Int

    private struct Key: Hashable {
        let reader: ReaderLanguage
        let zone: ReaderZone
    }

    /// Creates an empty collection.
    ///
    /// - Parameter capacity: The maximum number of formats. Clients choose regions and zones, so the number is bounded.
    package init(capacity: Int = 256) {
        self.capacity = capacity
    }

    /// Returns the format for a reader; opens it on first use.
    package func format(for reader: ReaderLanguage, zone: ReaderZone = .unknown) -> ReaderFormat {
        let key = Key(reader: reader, zone: zone)
        if let known = opened.withLock({ $0[key] }) { return known }
        let format = ReaderFormat(reader, zone: zone)
        opened.withLock { opened in
            // Any other format may go: opening it again costs a millisecond.
            if opened.count >= capacity, let other = opened.keys.first { opened[other] = nil }
            opened[key] = format
        }
        return format
    }

    /// The number of open formats.
    package var count: Int { opened.withLock(\.count) }
}
