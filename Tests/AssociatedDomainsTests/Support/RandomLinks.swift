import JSONText
import TestKit

/// Random components and URLs from few characters, so that many match.
enum RandomLinks {
    /// A component.
    ///
    /// - Parameter lead: the number of leading characters that its path shares with the URL.
    static func component(behind lead: Int, using generator: inout SeededGenerator) -> JSONValue {
        var members = JSONObject()
        if lead > 0 || Int.random(in: 0..<4, using: &generator) > 0 {
            members["/"] = .string(String(repeating: "q", count: lead) + text(pathPieces, upTo: 6, using: &generator))
        }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: members["?"] = .string(text(queryPieces, upTo: 6, using: &generator))
        case 1, 2:
            var items = JSONObject()
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let name = names[Int.random(in: names.indices, using: &generator)]
                let isVoid = Int.random(in: 0..<10, using: &generator) == 0
                items[name] =
                    isVoid
                    ? ([nil, true, 7] as [JSONValue]).randomElement(using: &generator)
                    : .string(text(valuePieces, upTo: 6, using: &generator))
            }
            members["?"] = .object(items)
        default: break
        }
        if Int.random(in: 0..<8, using: &generator) == 0 { members["#"] = .string(text(valuePieces, upTo: 6, using: &generator)) }
        if Int.random(in: 0..<3, using: &generator) == 0 { members["caseSensitive"] = .boolean(Bool.random(using: &generator)) }
        if Int.random(in: 0..<3, using: &generator) == 0 { members["percentEncoded"] = .boolean(Bool.random(using: &generator)) }
        return .object(members)
    }

    /// The text after the host of a URL.
    static func url(behind lead: Int, using generator: inout SeededGenerator) -> String {
        var url =
            Int.random(in: 0..<12, using: &generator) == 0
            ? "" : "/" + String(repeating: "q", count: lead) + text(pathTexts, upTo: 6, using: &generator)
        if Bool.random(using: &generator) { url += "?" + text(queryTexts, upTo: 6, using: &generator) }
        if Int.random(in: 0..<4, using: &generator) == 0 { url += "#" + text(valueTexts, upTo: 3, using: &generator) }
        return url
    }

    private static func text(_ pieces: [String], upTo count: Int, using generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...count, using: &generator)).map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }
            .joined()
    }

    private static let names = ["a", "b", "A", "é"]
    private static let pathPieces = [
        "/", "/", "a", "b", "B", "*", "*", "/*", "?", "$(v)", "$(e)", "$(n)", "$(Ä)", "$(v", "$()", "é", "%C3%A9", "%c3", "%2F",
    ]
    private static let queryPieces = ["a", "=", "&", "*", "?", "b", "$(v)", "A"]
    private static let valuePieces = ["a", "b", "*", "?", "?*", "$(v)", "B", "é", "%2F"]
    private static let pathTexts = ["/", "/", "a", "b", "B", "%C3%A9", "%c3%a9", "%2F", "A", "ab"]
    private static let queryTexts = ["a", "=", "&", "b", "a=", "&a=b", "A", "%C3%A9", "?"]
    private static let valueTexts = ["a", "b", "B", "/", "%C3%A9"]
}
