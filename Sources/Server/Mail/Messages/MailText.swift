internal import Markup

/// One line of the service's own words: a subject, a label, the name of the service.
///
/// A line has 1 to 300 bytes and no control characters or line separators.
package struct MailLine: Hashable, Sendable {
    let text: String

    /// Checks a line. Returns nil if it is empty, longer than 300 bytes, or contains a control character or a line separator.
    package init?(_ text: String) {
        guard (1...300).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.endsOrHidesText) else { return nil }
        self.text = text
    }
}

extension MailLine: ExpressibleByStringLiteral {
    /// Creates a line from a literal. Traps if ``init(_:)`` would return nil.
    package init(stringLiteral literal: StaticString) {
        guard let line = MailLine("\(literal)") else { preconditionFailure("a line in our own source must be one line") }
        self = line
    }
}

/// Text of another party: a display name, the name of a device, a place.
///
/// Only a paragraph or a fact of a message accepts such text. Subjects, headers and links do not, because an attacker who chooses a
/// display name would otherwise write parts of the service's mail. The text loses line ends and invisible characters, and mail
/// programs do not turn it into a link.
package struct PersonalText: Hashable, Sendable {
    let text: String

    /// Cleans the text: white space and control characters become single spaces, invisible characters disappear, and 64 Unicode
    /// scalars remain. A zero-width non-joiner after each dot, colon, slash and `@` prevents automatic links.
    package init(_ text: String) {
        let words = String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000).compactMap(Self.cleaned)))
            .split(separator: " ").joined(separator: " ")
        var result = String.UnicodeScalarView()
        for scalar in words.unicodeScalars.prefix(64) {
            result.append(scalar)
            if ".:/@．。：／＠".unicodeScalars.contains(scalar) { result.append("\u{200C}") }
        }
        self.text = String(result)
    }

    private static func cleaned(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: " "
        case .format, .privateUse, .surrogate, .unassigned: nil
        default: scalar
        }
    }
}

/// A paragraph of the service's own words. Interpolated values are ``PersonalText``. U+2068 and U+2069 in the text part, and the
/// element `bdi` in the HTML part, isolate them from the direction of the words around them (UAX #9, section 2.4).
///
/// ```swift
/// let name = PersonalText("Ada")
/// let text: MailText = "\(name) signed in on a new device."
/// ```
package struct MailText: Hashable, Sendable {
    fileprivate let pieces: [Piece]

    fileprivate enum Piece: Hashable, Sendable {
        case words(String)
        case personal(PersonalText)
    }

    /// Creates a paragraph of one line.
    package init(_ line: MailLine) {
        pieces = [.words(line.text)]
    }

    /// Creates a paragraph of the service's own words. Line ends become spaces.
    package init(words: String) {
        pieces = [.words(words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " "))]
    }

    /// The paragraph in the text part.
    var text: String {
        pieces.map { piece in
            switch piece {
            case .words(let words): words
            // The text itself has no character that could end the isolate.
            case .personal(let value): "\u{2068}\(value.text)\u{2069}"
            }
        }.joined()
    }

    /// The paragraph in the HTML part.
    var html: HTML {
        HTML {
            for piece in pieces {
                switch piece {
                case .words(let words): HTML(words)
                case .personal(let value): bdi { value.text }
                }
            }
        }
    }
}

extension MailText: ExpressibleByStringInterpolation {
    /// Collects the parts. Interpolation does not accept `String`, so the caller must decide whose words a value is.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            pieces += MailText(words: literal).pieces
        }

        package mutating func appendInterpolation(_ text: PersonalText) { pieces.append(.personal(text)) }

        package mutating func appendInterpolation(_ line: MailLine) { pieces.append(.words(line.text)) }
    }

    package init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
    }

    package init(stringLiteral literal: String) {
        self.init(words: literal)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character, a line or paragraph separator, or a bidirectional control, which reorders text.
    fileprivate var endsOrHidesText: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
