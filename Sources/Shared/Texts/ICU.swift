import CICU
import Synchronization

/// The only wrapper of ICU: plural rules, numbers, dates, relative times, time zones and likely subtags. CLDR's data come with the library.
enum ICU {
    /// The capacity of a text buffer. The longest date and number of any locale are far below.
    private static let capacity = 256

    /// Returns a BCP 47 tag with its likely script and region, or nil for an invalid tag and one without a language.
    static func likelyTag(of tag: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            let count = cicu_likely_tag(tag, buffer.baseAddress, Int32(capacity))
            guard count > 0, count < capacity else { return nil }
            return String(decoding: buffer.prefix(Int(count)).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// Returns the canonical identifier of a time zone, or nil if the time-zone database does not have it.
    static func canonicalZone(_ identifier: String) -> String? {
        let zone = Array(identifier.utf16)
        return text { cicu_canonical_zone(zone, Int32(zone.count), $0, $1) }
    }

    /// The canonical identifiers of the zones of places.
    static var locationZones: [String] {
        guard let zones = cicu_location_zones_open() else { return [] }
        defer { cicu_location_zones_close(zones) }
        var found: [String] = []
        while let zone = text({ cicu_location_zones_next(zones, $0, $1) }) { found.append(zone) }
        return found
    }

    /// Returns the locale's pattern for the fields of a skeleton (UTS #35, "Date Field Symbol Table").
    static func datePattern(_ skeleton: String, locale: String) -> String? {
        let fields = Array(skeleton.utf16)
        return text { cicu_date_pattern(locale, fields, Int32(fields.count), $0, $1) }
    }

    /// Returns a list of alternatives (UTS #35, "List Patterns").
    static func anyOf(_ alternatives: [String], locale: String) -> String? {
        let texts = alternatives.map { Array($0.utf16) }
        let units = texts.flatMap { $0 }
        let lengths = texts.map { Int32($0.count) }
        // A pattern adds a few characters between two alternatives.
        return text(capacity: units.count + capacity * texts.count) {
            cicu_any_of(locale, units, lengths, Int32(texts.count), $0, $1)
        }
    }

    /// Runs a function that writes UTF-16 to a buffer and returns the length, or -1.
    private static func text(capacity: Int = capacity, _ write: (UnsafeMutablePointer<UInt16>?, Int32) -> Int32) -> String? {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { buffer in
            let count = write(buffer.baseAddress, Int32(capacity))
            guard count >= 0, count <= capacity else { return nil }
            return String(decoding: buffer.prefix(Int(count)), as: UTF16.self)
        }
    }

    /// The plural rules of one locale.
    ///
    /// `@unchecked Sendable`: the rules never change after opening, and ICU's `uplrules_select` reads a constant object.
    final class PluralRules: @unchecked Sendable {
        private let rules: UnsafeMutableRawPointer

        init?(locale: String) {
            guard let rules = cicu_plural_rules_open(locale) else { return nil }
            self.rules = rules
        }

        deinit { cicu_plural_rules_close(rules) }

        func keyword(for number: Double) -> String? { text { cicu_plural_rules_select(rules, number, $0, $1) } }

        var keywords: [String] {
            var found: [String] = []
            while let keyword = keyword(at: found.count) { found.append(keyword) }
            return found
        }

        private func keyword(at index: Int) -> String? {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { buffer in
                let count = cicu_plural_rules_keyword(rules, Int32(index), buffer.baseAddress, 16)
                guard count >= 0 else { return nil }
                return String(decoding: buffer.prefix(Int(count)).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
        }
    }

    /// Whole numbers of one locale.
    ///
    /// `@unchecked Sendable`: ICU documents a `UNumberFormatter` as immutable and safe for threads; each call has its own result.
    final class NumberFormat: @unchecked Sendable {
        private let formatter: UnsafeMutableRawPointer

        init?(locale: String) {
            guard let formatter = cicu_number_formatter_open(locale) else { return nil }
            self.formatter = formatter
        }

        deinit { cicu_number_formatter_close(formatter) }

        func string(_ number: Int64) -> String? { text { cicu_number_format(formatter, number, $0, $1) } }
    }

    /// The offsets and cities of time zones at one time, in one locale.
    final class ZoneNames {
        private let names: UnsafeMutableRawPointer

        init?(locale: String, milliseconds: Double) {
            guard let names = cicu_zone_names_open(locale, milliseconds) else { return nil }
            self.names = names
        }

        deinit { cicu_zone_names_close(names) }

        /// - Returns: the offset from UTC in minutes, and the city. For a zone without a place, the city has no meaning.
        func name(of zone: String) -> (offset: Int, city: String)? {
            let zone = Array(zone.utf16)
            var offset: Int32 = 0
            return text { cicu_zone_name(names, zone, Int32(zone.count), &offset, $0, $1) }.map { (Int(offset), $0) }
        }
    }

    /// Dates of one pattern, locale and zone.
    ///
    /// `@unchecked Sendable`: the mutex serializes the calls, because ICU's formatter has a calendar that each call changes.
    final class DateFormat: @unchecked Sendable {
        private let format: UnsafeMutableRawPointer
        private let turn = Mutex(())

        init?(pattern: String, locale: String, zone: String) {
            let zone = Array(zone.utf16)
            let pattern = Array(pattern.utf16)
            guard let format = cicu_date_format_open(locale, zone, Int32(zone.count), pattern, Int32(pattern.count)) else {
                return nil
            }
            self.format = format
        }

        deinit { cicu_date_format_close(format) }

        func string(_ milliseconds: Double) -> String? {
            turn.withLock { _ in text { cicu_date_format(format, milliseconds, $0, $1) } }
        }
    }

    /// Times relative to now, of one locale.
    ///
    /// `@unchecked Sendable`: the mutex serializes the calls, because ICU does not document that its formatter is safe for threads.
    final class RelativeFormat: @unchecked Sendable {
        /// The values are those of `cicu_relative_format`.
        enum Unit: Int32 {
            case second, minute, hour, day
        }

        private let format: UnsafeMutableRawPointer
        private let turn = Mutex(())

        init?(locale: String) {
            guard let format = cicu_relative_format_open(locale) else { return nil }
            self.format = format
        }

        deinit { cicu_relative_format_close(format) }

        /// Returns a time that is this number of units ago.
        func string(_ count: Int64, _ unit: Unit) -> String? {
            turn.withLock { _ in text { cicu_relative_format(format, -Double(count), unit.rawValue, $0, $1) } }
        }
    }
}
