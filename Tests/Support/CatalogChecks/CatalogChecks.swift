package import Foundation
package import Texts

/// Compares a target's catalogs with the texts that its code names, and returns what is wrong with them.
///
/// - Parameters:
///   - texts: Each text once; those with arguments as a sample.
/// - Returns: one line for each missing, unknown or misplaced key, each argument that differs, each plural whose branches are not the categories of
///   the language, and each text without a description.
package func findings(in catalogs: Catalogs, of texts: [any CatalogText]) -> [String] {
    let named = Dictionary(texts.map { ($0.key, $0) }) { first, _ in first }
    guard let source = catalogs.byLanguage[.english] else { return ["en.arb: missing"] }
    var findings: [String] = []
    if named.count != texts.count { findings.append("a key is named twice") }
    for key in source.keys where source.descriptions[key] == nil { findings.append("en.arb: \(key): no description") }
    for key in source.descriptions.keys.sorted() where source.messages[key] == nil {
        findings.append("en.arb: @\(key): a description without a text")
    }
    for language in Language.offered {
        guard let catalog = catalogs.byLanguage[language] else {
            findings.append("\(language.tag).arb: missing")
            continue
        }
        findings += named.keys.sorted().filter { catalog.messages[$0] == nil }.map { "\(language.tag).arb: \($0): missing" }
        for key in catalog.keys {
            guard let message = catalog.messages[key], let text = named[key] else {
                findings.append("\(language.tag).arb: \(key): unknown to the code")
                continue
            }
            findings += mistakes(of: message, for: text, in: language).map { "\(language.tag).arb: \(key): \($0)" }
        }
        if Set(catalog.keys) == Set(source.keys), catalog.keys != source.keys {
            findings.append("\(language.tag).arb: the keys are not in the order of en.arb")
        }
    }
    return findings
}

private func mistakes(of message: Message, for text: any CatalogText, in language: Language) -> [String] {
    var mistakes: [String] = []
    let arguments = message.arguments
    for name in Set(arguments.keys).symmetricDifference(text.arguments.keys).sorted() {
        mistakes.append(arguments[name] == nil ? "the argument \(name) is not used" : "the code has no argument \(name)")
    }
    for (name, kind) in arguments.sorted(by: { $0.key < $1.key }) where kind == .plural {
        if let argument = text.arguments[name], !argument.isNumber { mistakes.append("the argument \(name) is not a number") }
    }
    let categories = PluralRules(of: language).categories
    for branches in message.branches where branches != categories.union([.other]) {
        let expected = PluralCategory.allCases.filter(categories.contains).map(\.rawValue).joined(separator: ", ")
        mistakes.append("the plural's branches are not \(expected)")
    }
    return mistakes
}

extension TextArgument {
    fileprivate var isNumber: Bool {
        if case .number = self { true } else { false }
    }
}

/// Returns the keys that no source file of a folder names as `.key`, besides the file that declares them.
package func unusedKeys(_ keys: [String], in folder: URL, declaredIn file: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        .filter { $0.hasSuffix(".swift") && !$0.hasSuffix(file) }
    let sources = try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined(separator: "\n")
    let used = Set(sources.matches(of: /\.(\w+)/).map { String($0.1) })
    return keys.filter { !used.contains($0) }
}

/// Returns the letters and digits of an HTML text that are outside its tags and outside the brackets of pseudo-English.
package func unmarkedCharacters(in page: String) -> String {
    var depth = 0
    var rest = ""
    for character in page.replacing(/<[^>]*>/, with: " ") {
        switch character {
        case "[": depth += 1
        case "]": depth -= 1
        default: if depth == 0, character.isLetter || character.isNumber { rest.append(character) }
        }
    }
    return rest
}
