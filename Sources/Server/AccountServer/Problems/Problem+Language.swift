import AccountPages
package import Texts

/// The details of problems in the reader's language.
extension Problem {
    /// Returns the problem with its detail, and the messages of its parts, in a language. Returns nil in English, and for a detail
    /// for developers, which is in English only.
    package func translated(for reader: ReaderFormat) -> Problem? {
        let reasons: [AccountPages.FormError.Reason] = texts.isEmpty ? code.text.map { [.text($0)] } ?? [] : texts
        guard reader.language != .english, detail != nil, !reasons.isEmpty else { return nil }
        let sentences = reasons.map { reader.string($0) }
        var translated = self
        translated.detail = sentences.joined(separator: reader.language.separatesSentences ? " " : "")
        if errors.count == sentences.count {
            translated.errors = zip(errors, sentences).map { FieldProblem($0.place, code: $0.code, message: $1) }
        }
        return translated
    }
}

extension ProblemCode {
    /// The text of the pages that replaces each detail of this kind in another language.
    fileprivate var text: PageText? {
        switch self {
        case .factorRejected: .errorCode
        case .passkeyRejected: .errorPasskeyRejected
        case .passkeyNotRegistered: .errorPasskeyNotRegistered
        case .credentialSuspended: .errorCredentialSuspended
        default: nil
        }
    }
}

extension ReaderFormat {
    fileprivate func string(_ reason: AccountPages.FormError.Reason) -> String {
        switch reason {
        case .text(let text): Catalogs.accountPages.string(text, for: self)
        case .message(let message): Catalogs.accountPages.string(message, for: self)
        case .english(let sentence): sentence
        }
    }
}

extension Language {
    /// Whether a space separates sentences.
    fileprivate var separatesSentences: Bool { ![.simplifiedChinese, .traditionalChinese, .japanese].contains(self) }
}
