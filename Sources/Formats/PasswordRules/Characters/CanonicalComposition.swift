/// Normalization Form C (UAX #15), implemented with the standard library alone.
///
/// The standard library compares strings by their composed form and provides combining classes, but does not expose the composed
/// form. The mappings come from ``CanonicalMappings``.
enum CanonicalComposition {
    /// Text whose scalars are all below this one is already composed.
    static let firstUnstable: UInt32 = 0x300

    static func compose(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var decomposed: [Mark] = []
        decomposed.reserveCapacity(text.count)
        for scalar in text { decompose(scalar.value, into: &decomposed) }
        sortMarks(&decomposed)
        return recompose(decomposed).compactMap(Unicode.Scalar.init)
    }

    /// A scalar and its combining class.
    private struct Mark {
        let scalar: UInt32
        let combiningClass: UInt8

        init(_ scalar: UInt32) {
            self.scalar = scalar
            combiningClass =
                scalar < firstUnstable ? 0 : Unicode.Scalar(scalar)?.properties.canonicalCombiningClass.rawValue ?? 0
        }
    }

    private static func decompose(_ scalar: UInt32, into result: inout [Mark]) {
        if scalar >= Hangul.syllables.lowerBound, scalar <= Hangul.syllables.upperBound {
            let index = scalar - Hangul.syllables.lowerBound
            result.append(Mark(Hangul.leading + index / (Hangul.vowelCount * Hangul.trailingCount)))
            result.append(Mark(Hangul.vowel + index / Hangul.trailingCount % Hangul.vowelCount))
            if index % Hangul.trailingCount != 0 { result.append(Mark(Hangul.trailing + index % Hangul.trailingCount)) }
        } else if let mapping = mapping(of: scalar) {
            // The first scalar may itself have a mapping, at most three levels deep. The second never has one.
            decompose(mapping.first, into: &result)
            if mapping.second != 0 { decompose(mapping.second, into: &result) }
        } else {
            result.append(Mark(scalar))
        }
    }

    /// Sorts adjacent combining marks by class. The sort is stable.
    private static func sortMarks(_ marks: inout [Mark]) {
        var index = 0
        while index < marks.count {
            guard marks[index].combiningClass != 0 else {
                index += 1
                continue
            }
            let start = index
            while index < marks.count, marks[index].combiningClass != 0 { index += 1 }
            if index - start > 1 {
                let run = marks[start..<index].enumerated().sorted {
                    ($0.element.combiningClass, $0.offset) < ($1.element.combiningClass, $1.offset)
                }
                marks.replaceSubrange(start..<index, with: run.map(\.element))
            }
        }
    }

    private static func recompose(_ marks: [Mark]) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(marks.count)
        var starter: Int?
        var lastClass: UInt8 = 0
        for mark in marks {
            if let starter, lastClass < mark.combiningClass || lastClass == 0 && starter == result.count - 1,
                let composite = composite(result[starter], mark.scalar)
            {
                result[starter] = composite
                continue
            }
            if mark.combiningClass == 0 { starter = result.count }
            lastClass = mark.combiningClass
            result.append(mark.scalar)
        }
        return result
    }

    private static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if first >= Hangul.leading, first < Hangul.leading + Hangul.leadingCount,
            second >= Hangul.vowel, second < Hangul.vowel + Hangul.vowelCount
        {
            let pair = (first - Hangul.leading) * Hangul.vowelCount + (second - Hangul.vowel)
            return Hangul.syllables.lowerBound + pair * Hangul.trailingCount
        }
        if Hangul.syllables.contains(first), (first - Hangul.syllables.lowerBound) % Hangul.trailingCount == 0,
            second > Hangul.trailing, second < Hangul.trailing + Hangul.trailingCount
        {
            return first + second - Hangul.trailing
        }
        return composites[UInt64(first) << 21 | UInt64(second)]
    }

    private static func mapping(of scalar: UInt32) -> (first: UInt32, second: UInt32)? {
        guard scalar >= 0xC0 else { return nil }
        var low = 0
        var high = CanonicalMappings.packed.count
        while low < high {
            let middle = (low + high) / 2
            let entry = CanonicalMappings.packed[middle]
            let key = UInt32(entry >> 43)
            if key == scalar { return (UInt32(entry >> 22 & mask), UInt32(entry >> 1 & mask)) }
            if key < scalar { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    private static let mask: UInt64 = 0x1F_FFFF

    /// The composed scalar for each pair of a first and a second scalar.
    private static let composites: [UInt64: UInt32] = {
        var composites: [UInt64: UInt32] = [:]
        for entry in CanonicalMappings.packed where entry & 1 == 0 {
            composites[(entry >> 22 & mask) << 21 | (entry >> 1 & mask)] = UInt32(entry >> 43)
        }
        return composites
    }()

    /// The arithmetic of Hangul syllables (The Unicode Standard, section 3.12).
    private enum Hangul {
        static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
        static let leading: UInt32 = 0x1100
        static let vowel: UInt32 = 0x1161
        /// One below the first trailing consonant, because zero means no trailing consonant.
        static let trailing: UInt32 = 0x11A7
        static let leadingCount: UInt32 = 19
        static let vowelCount: UInt32 = 21
        static let trailingCount: UInt32 = 28
    }
}

/// A text in Unicode Normalization Form C, as scalars. The checker counts and compares these.
///
/// A caller that hashes passwords can hash the same scalars that were checked. The descriptions omit the text, because it is
/// likely to be a password.
public struct ComposedText: Hashable, Sendable {
    /// The scalars of the composed text.
    public let scalars: [Unicode.Scalar]

    /// Composes the text (UAX #15). Takes time linear in its length, except for sorting each run of combining marks.
    public init(_ text: String) {
        let given = Array(text.unicodeScalars)
        scalars = given.allSatisfy { $0.value < CanonicalComposition.firstUnstable } ? given : CanonicalComposition.compose(given)
    }

    /// The composed text as a string.
    public var string: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}

extension ComposedText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type and the number of scalars.
    public var description: String { "ComposedText(\(scalars.count) scalars)" }

    /// The type and the number of scalars.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` does not print the text.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
