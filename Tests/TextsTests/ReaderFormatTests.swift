import Testing
import Texts

@Suite("Dates and numbers")
struct ReaderFormatTests {
    /// 1 March 2026, 20:12:30 UTC.
    private static let seconds: Int64 = 1_772_395_950

    @Test(
        "a time has the reader's zone, words and clock",
        arguments: [
            (Language.english, "America/New_York", "Mar 1, 2026, 3:12 PM"), (.german, "Europe/Vienna", "1. März 2026, 21:12"),
            (.simplifiedChinese, "Asia/Shanghai", "2026年3月2日 04:12"), (.japanese, "Asia/Tokyo", "2026年3月2日 5:12"),
            (.french, "Europe/Paris", "1 mars 2026, 21:12"), (.russian, "Europe/Moscow", "1 мар. 2026 г., 23:12"),
        ])
    func moment(_ language: Language, _ zone: String, _ shown: String) throws {
        let format = ReaderFormat(ReaderLanguage(language), zone: try #require(ReaderZone(zone)))
        #expect(format.date(Self.seconds, .moment).withPlainSpaces == shown)
    }

    @Test("an unknown zone is UTC, and the time names it", arguments: Language.offered)
    func unknownZone(_ language: Language) {
        let unknown = ReaderFormat(ReaderLanguage(language)).date(Self.seconds, .moment)
        #expect(
            unknown.contains("UTC") || unknown.contains("TU") || unknown.contains("協定") || unknown.contains("غرينتش"), "\(unknown)")
        #expect(unknown != ReaderFormat(ReaderLanguage(language), zone: ReaderZone("Europe/Vienna")!).date(Self.seconds, .moment))
    }

    @Test(
        "a time of the last days is counted in the largest unit, with the words of the language",
        arguments: [
            (Language.english, 0 as Int64, "now"), (.english, 59, "now"), (.english, 60, "1 minute ago"),
            (.english, 3_599, "59 minutes ago"), (.english, 3_600, "1 hour ago"), (.english, 10_800, "3 hours ago"),
            (.english, 86_400, "yesterday"), (.english, 172_800, "2 days ago"), (.english, 518_400, "6 days ago"),
            (.german, 300, "vor 5 Minuten"), (.german, 86_400, "gestern"), (.japanese, 86_400, "昨日"),
            (.russian, 7_200, "2 часа назад"), (.russian, 18_000, "5 часов назад"), (.hebrew, 3_600, "לפני שעה"),
        ])
    func relative(_ language: Language, _ age: Int64, _ shown: String) {
        let format = ReaderFormat(ReaderLanguage(language))
        #expect(format.relative(Self.seconds - age, now: Self.seconds)?.withPlainSpaces == shown)
    }

    @Test("days begin at midnight in the reader's zone")
    func relativeDays() throws {
        // 20:12 UTC is 21:12 in Vienna, and 05:12 of the next day in Tokyo.
        let age: Int64 = 6 * 3_600
        let vienna = ReaderFormat(ReaderLanguage(.english), zone: try #require(ReaderZone("Europe/Vienna")))
        let tokyo = ReaderFormat(ReaderLanguage(.english), zone: try #require(ReaderZone("Asia/Tokyo")))
        #expect(vienna.relative(Self.seconds - age, now: Self.seconds) == "6 hours ago")
        #expect(tokyo.relative(Self.seconds - age, now: Self.seconds) == "yesterday")
    }

    @Test(
        "a time that is older than six days, or more than a minute in the future, has no relative form",
        arguments: [604_800 as Int64, -60, -3_600, .max])
    func notRelative(age: Int64) {
        let format = ReaderFormat(ReaderLanguage(.english))
        #expect(format.relative(Self.seconds &- age, now: Self.seconds) == nil)
        #expect(format.relative(.min, now: .max) == nil)
    }

    @Test("a time that is less than a minute ahead counts as now")
    func skew() {
        #expect(ReaderFormat(ReaderLanguage(.english)).relative(Self.seconds + 59, now: Self.seconds) == "now")
    }

    @Test("every offered language has words for relative times", arguments: Language.offered)
    func relativeWords(_ language: Language) {
        let format = ReaderFormat(ReaderLanguage(language))
        let ages: [Int64] = [0, 60, 3_600, 86_400, 432_000]
        let words = ages.map { format.relative(Self.seconds - $0, now: Self.seconds) ?? "" }
        #expect(Set(words).count == ages.count && !words.contains(""))
    }

    @Test("a day has no time")
    func day() {
        #expect(ReaderFormat(ReaderLanguage(.english)).date(Self.seconds, .day) == "March 1, 2026")
        #expect(ReaderFormat(ReaderLanguage(.korean)).date(Self.seconds, .day) == "2026년 3월 1일")
        #expect(ReaderFormat(ReaderLanguage(.english)).date(Self.seconds, .weekday) == "Sunday, March 1")
        #expect(ReaderFormat(ReaderLanguage(.german)).date(Self.seconds, .weekday) == "Sonntag, 1. März")
    }

    @Test("the time on a clock has no half of the day")
    func clock() {
        #expect(ReaderFormat(ReaderLanguage(.english)).date(Self.seconds, .clock) == "8:12")
        #expect(ReaderFormat(ReaderLanguage(.german)).date(Self.seconds, .clock) == "20:12")
        #expect(ReaderFormat(ReaderLanguage(.korean)).date(Self.seconds, .clock) == "8:12")
    }

    @Test("dates and numbers follow the region")
    func region() {
        let british = LanguageChoice(acceptLanguage: "en-GB").reader(configured: .german)
        #expect(ReaderFormat(british).date(Self.seconds, .day) == "1 March 2026")
        #expect(ReaderFormat(ReaderLanguage(.german)).number(1_234_567) == "1.234.567")
        let swiss = LanguageChoice(acceptLanguage: "de-CH").reader(configured: .english)
        #expect(ReaderFormat(swiss).number(1_234_567) == "1’234’567")
        #expect(ReaderFormat(LanguageChoice(acceptLanguage: "ar-EG").reader(configured: .english)).number(12) == "١٢")
    }

    @Test("a zone is an identifier of the time-zone database")
    func zones() {
        #expect(ReaderZone("Europe/Vienna")?.identifier == "Europe/Vienna")
        #expect(ReaderZone("Asia/Calcutta") == ReaderZone("Asia/Kolkata"))
        #expect(ReaderZone("UTC")?.isKnown == true)
        for text in [
            "", "Mars/Olympus", "Europe/Vienna\r\n", "../etc/passwd", "Europe Vienna", String(repeating: "A", count: 65), "é",
        ] {
            #expect(ReaderZone(text) == nil, "\(text)")
        }
    }

    @Test("the offered zones are UTC and places, each once and in its canonical form")
    func offered() {
        let zones = ReaderZone.offered
        #expect((300...600).contains(zones.count) && Set(zones).count == zones.count)
        #expect(zones.map { ReaderZone($0.identifier) } == zones)
        for place in ["Etc/UTC", "Europe/Vienna", "Asia/Kolkata", "America/Argentina/Buenos_Aires"] {
            #expect(zones.contains { $0 == ReaderZone(place) }, "\(place)")
        }
        #expect(!zones.contains { $0 == ReaderZone("Etc/GMT+3") })
    }

    @Test(
        "a zone is chosen by its offset at the time and its city in the reader's language",
        arguments: [
            (Language.english, "Europe/Vienna", "UTC+01:00 Vienna"), (.german, "Europe/Vienna", "UTC+01:00 Wien"),
            (.arabic, "Asia/Tokyo", "UTC+09:00 طوكيو"), (.english, "America/St_Johns", "UTC\u{2212}03:30 St. John’s"),
            (.english, "Asia/Kolkata", "UTC+05:30 Kolkata"), (.german, "Etc/UTC", "UTC"), (.german, "UTC", "UTC"),
            (.german, "Etc/GMT+3", "UTC\u{2212}03:00 Etc/GMT+3"),
        ])
    func label(_ language: Language, _ zone: String, _ label: String) throws {
        let choices = ReaderFormat(ReaderLanguage(language)).choices([try #require(ReaderZone(zone))], at: Self.seconds)
        #expect(choices.map(\.label) == [label])
    }

    @Test("a zone without a place is chosen by its identifier, and later versions of ICU know its place")
    func withoutPlace() throws {
        let choices = ReaderFormat.english.choices([try #require(ReaderZone("EST5EDT"))], at: Self.seconds)
        #expect(["UTC\u{2212}05:00 EST5EDT", "UTC\u{2212}05:00 New York"].contains(choices.first?.label))
    }

    @Test("an offset includes summer time at the time")
    func summerTime() throws {
        let vienna = try #require(ReaderZone("Europe/Vienna"))
        let format = ReaderFormat.english
        #expect(format.choices([vienna], at: Self.seconds + 120 * 86_400).map(\.label) == ["UTC+02:00 Vienna"])
    }

    @Test("zones are in the order of their offsets, and then of their cities")
    func order() {
        let zones = ["Asia/Tokyo", "Europe/Vienna", "Etc/UTC", "Europe/Berlin", "America/New_York"].compactMap { ReaderZone($0) }
        #expect(
            ReaderFormat.english.choices(zones, at: Self.seconds).map(\.label) == [
                "UTC\u{2212}05:00 New York", "UTC", "UTC+01:00 Berlin", "UTC+01:00 Vienna", "UTC+09:00 Tokyo",
            ])
    }

    @Test("every offered zone has its own label in every language", arguments: Language.offered)
    func distinct(_ language: Language) {
        let choices = ReaderFormat(ReaderLanguage(language)).choices(ReaderZone.offered, at: Self.seconds)
        #expect(Set(choices.map(\.label)).count == ReaderZone.offered.count)
        #expect(Set(choices.map(\.zone)) == Set(ReaderZone.offered))
    }

    @Test("formats are shared, and their number is bounded")
    func sharing() throws {
        let formats = ReaderFormats(capacity: 2)
        #expect(formats.format(for: ReaderLanguage(.german)) === formats.format(for: ReaderLanguage(.german)))
        for language in [Language.french, .italian, .korean] { _ = formats.format(for: ReaderLanguage(language)) }
        #expect(formats.count == 2)
        #expect(formats.format(for: ReaderLanguage(.german)).language == .german)
    }

    @Test("concurrent readers of one format get their own dates")
    func concurrency() async {
        let format = ReaderFormat(ReaderLanguage(.english))
        let days = (0..<28).map { Self.seconds + 86_400 * $0 }
        let expected = days.map { format.date($0, .day) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { (0..<20).allSatisfy { _ in days.map { format.date($0, .day) } == expected } } }
            for await isSame in group { #expect(isSame) }
        }
        #expect(Set(expected).count == 28)
    }
}

extension String {
    /// With spaces in place of the narrow and non-breaking ones, which differ between versions of CLDR.
    fileprivate var withPlainSpaces: String { replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ") }
}
