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

    @Test("a day has no time")
    func day() {
        #expect(ReaderFormat(ReaderLanguage(.english)).date(Self.seconds, .day) == "March 1, 2026")
        #expect(ReaderFormat(ReaderLanguage(.korean)).date(Self.seconds, .day) == "2026년 3월 1일")
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
