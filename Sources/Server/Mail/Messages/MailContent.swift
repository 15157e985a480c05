internal import InternetAddresses
package import Markup
package import OneTimeCodes

/// The content of a message: the single source of its subject, its text part and its HTML part.
///
/// Every link leads to the site that the message is from. The HTML part contains no image, script or other remote content.
package struct MailContent: Sendable {
    /// A block of the message.
    package enum Block: Sendable {
        case paragraph(MailText)
        /// Pairs of a label and a value, such as the time and place of a sign-in.
        case facts([(label: MailLine, value: MailText)])
        /// A link to a page of the site. The path must not grant access, because scanners open every link of a message.
        case link(label: MailLine, LocalPath)
    }

    let site: WebOrigin
    let language: MailLanguage
    let subjectWords: MailLine
    let code: MailCode?
    let blocks: [Block]

    /// Creates the content of a message without a code.
    ///
    /// - Parameter site: The https origin of the account service, or its http origin on this machine.
    /// - Throws: ``MailContentError/insecureSite`` if the site is neither.
    package init(site: WebOrigin, language: MailLanguage, subject: MailLine, _ blocks: [Block]) throws(MailContentError) {
        try self.init(site: site, language: language, subjectWords: subject, code: nil, blocks: blocks)
    }

    /// Creates the content of a message with a code.
    ///
    /// The last line of the text is in the domain-bound form (`@example.com #123456`), so that AutoFill offers the code on this
    /// site only.
    ///
    /// - Parameter subject: The words of the subject. A code with ``MailCode/Exposure/subject`` precedes them.
    /// - Throws: ``MailContentError/codeInPreview`` if a code with ``MailCode/Exposure/bodyOnly`` follows fewer than 200 characters
    ///   of text, which a locked phone would show (an ideograph counts as two); ``MailContentError/insecureSite`` if the site is not
    ///   https or on this machine.
    package init(
        site: WebOrigin, language: MailLanguage, subject: MailLine, code: MailCode, _ blocks: [Block]
    ) throws(MailContentError) {
        try self.init(site: site, language: language, subjectWords: subject, code: code, blocks: blocks)
        guard code.exposure == .subject || widthBeforeCode >= Self.longestPreview else { throw .codeInPreview }
    }

    private init(
        site: WebOrigin, language: MailLanguage, subjectWords: MailLine, code: MailCode?, blocks: [Block]
    ) throws(MailContentError) {
        guard site.scheme == "https" || site.scheme == "http" && site.host.text == "localhost" else { throw .insecureSite }
        self.site = site
        self.language = language
        self.subjectWords = subjectWords
        self.code = code
        self.blocks = blocks
    }

    /// The subject. A notification shows it.
    package var subject: String {
        code?.exposure == .subject ? "\(code?.text ?? "") \(subjectWords.text)" : subjectWords.text
    }

    /// The code, in the form that a reader types. Nil for a message without a code.
    package var codeText: String? { code?.text }

    /// The text part, with LF between lines.
    package var text: String {
        parts.map(text(of:)).joined(separator: "\n\n") + "\n"
    }

    /// The HTML part.
    package var html: String {
        HTMLDocument(lang: language.tag, isRightToLeft: language.isRightToLeft) {
            title(subject)
            meta("viewport", "width=device-width, initial-scale=1")
            meta("color-scheme", "light dark")
            Self.style
        } body: {
            main {
                for part in parts { html(of: part) }
            }
        }.text
    }

    // Both forms have the same blocks.

    private enum Part {
        case block(Block)
        case code(String)
        case boundCode(String)
    }

    /// The blocks with the code: after the first block if the code may be visible in a preview, otherwise after the last block.
    private var parts: [Part] {
        var parts = blocks.map(Part.block)
        guard let code else { return parts }
        parts.insert(.code(code.text), at: code.exposure == .subject ? min(1, parts.count) : parts.count)
        if let bound = DomainBoundCode(code.text, for: site.host) { parts.append(.boundCode(bound.message(""))) }
        return parts
    }

    /// The width of the text before the code. An ideograph or a syllable of Korean counts twice, because it is as wide as two letters.
    private var widthBeforeCode: Int {
        let before = parts.prefix { if case .code = $0 { false } else { true } }.map(text(of:)).joined(separator: " ")
        return before.unicodeScalars.reduce(0) { $0 + ($1.isWide ? 2 : 1) }
    }

    private func text(of part: Part) -> String {
        switch part {
        case .block(.paragraph(let text)): text.text
        case .block(.facts(let facts)): facts.map { "\($0.label.text)\(language.colon)\($0.value.text)" }.joined(separator: "\n")
        case .block(.link(let label, let path)): "\(label.text)\n\(url(path))"
        case .code(let code): "    \(code)"
        case .boundCode(let line): line
        }
    }

    private func html(of part: Part) -> HTML {
        switch part {
        case .block(.paragraph(let text)): p { text.html }
        case .block(.facts(let facts)):
            dl {
                for fact in facts {
                    dt { fact.label.text }
                    dd { fact.value.html }
                }
            }
        case .block(.link(let label, let path)):
            p {
                label.text
                br()
                // The text shows the target of the link.
                if let target = WebLink(url(path)) { bdi { a(.href(.web(target)), .rel(.elsewhere)) { target.text } } }
            }
        case .code(let code): p(.class("code")) { strong { bdi { code } } }
        case .boundCode(let line): p(.class("bound")) { small { bdi { line } } }
        }
    }

    private func url(_ path: LocalPath) -> String { "\(site)\(path)" }

    private static let longestPreview = 200

    private static let style = DangerousRawMarkup(
        trusted: """
            <style>
            body { margin: 0; padding: 24px; font: 16px/1.5 -apple-system, system-ui, sans-serif; }
            main { max-width: 34em; margin: 0 auto; }
            dt { opacity: .7; }
            dd { margin: 0 0 .5em; }
            .code { font-size: 32px; letter-spacing: .12em; }
            .bound { opacity: .7; }
            </style>
            """)
}

/// The reason why content cannot be created.
package enum MailContentError: Error, Hashable, Sendable {
    /// The code would be in the first lines of the message, which locked phones show.
    case codeInPreview
    /// The site is neither https nor on this machine.
    case insecureSite
}

/// A one-time code in a message.
package struct MailCode: Sendable {
    /// The places where a notification shows the code before the message is opened.
    package enum Exposure: Hashable, Sendable, CaseIterable {
        /// The code precedes the subject, so that a notification shows it.
        case subject
        /// The code follows the text of the message. Locked phones do not show it.
        case bodyOnly
    }

    let text: String
    let exposure: Exposure

    /// Checks a code. Returns nil unless it has 4 to 32 letters, digits and hyphens.
    package init?(_ text: String, exposure: Exposure) {
        guard (4...32).contains(text.utf8.count), text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }) else {
            return nil
        }
        self.text = text
        self.exposure = exposure
    }
}

/// The language of a message, a BCP 47 tag such as `pt-BR`, and how it is written.
package struct MailLanguage: Hashable, Sendable {
    let tag: String
    let isRightToLeft: Bool
    /// The separator between a label and its value.
    let colon: String

    /// Checks the form of a tag (RFC 5646 section 2.1): subtags of 1 to 8 letters and digits between hyphens, 35 characters at most.
    ///
    /// - Parameters:
    ///   - isRightToLeft: whether the language is written from right to left. The attribute `dir` of the HTML part depends on it.
    ///   - colon: the separator between a label and its value in the text part, with its spaces.
    package init?(_ tag: String, isRightToLeft: Bool = false, colon: String = ": ") {
        let subtags = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard tag.utf8.count <= 35, subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isASCIIAlphanumeric) })
        else {
            return nil
        }
        self.tag = tag
        self.isRightToLeft = isRightToLeft
        self.colon = colon
    }
}

extension Unicode.Scalar {
    /// Whether the character is about as wide as two Latin letters (UAX #11, "East Asian Width").
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6:
            true
        default: false
        }
    }
}
