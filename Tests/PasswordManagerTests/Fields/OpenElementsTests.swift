import TestKit
import Testing

@testable import PasswordManager

@Suite("Open elements of a page")
struct OpenElementsTests {
    private static let names = [
        "span", "label", "p", "div", "li", "form", "table", "tbody", "tr", "td", "th", "button", "select", "h1",
    ]

    @Test("random tags leave the same elements open as a search through all open elements")
    func reference() {
        for seed in 0..<400 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var (elements, reference) = (OpenElements(), PlainElements())
            for step in 0..<200 {
                let name = Self.names.randomElement(using: &generator) ?? "p"
                if Bool.random(using: &generator) {
                    elements.open(name)
                    reference.open(name, isClosing: elements.depth <= reference.names.count)
                } else {
                    elements.close(name)
                    reference.close(name)
                }
                #expect(elements.depth == reference.names.count, "seed \(seed), step \(step)")
                for name in Self.names {
                    #expect(elements.holds(name) == reference.names.contains(name), "seed \(seed), step \(step)")
                }
                guard elements.depth == reference.names.count else { return }
            }
        }
    }

    /// If each lookup searched all open elements, each of these would take a thousand steps per tag.
    @Test(
        "end tags without a matching element cost no more than other end tags", .timeLimit(.minutes(20)),
        arguments: [("<p><table>", "</p>"), ("<div><td>", "</div>"), ("<li><button>", "</li>"), ("<label><div>", "</label>")])
    func unreached(start: String, end: String) throws {
        let open = start + String(repeating: "<span>", count: 990)
        let count = (PageLimits.standard.maximumBytes - open.utf8.count) / end.utf8.count
        _ = try FormPage(html: Array((open + String(repeating: end, count: count)).utf8))
    }
}

/// The reference, which searches the open elements from the last one.
private struct PlainElements {
    var names: [String] = []

    /// - Parameter isClosing: Whether an open element ends where this one begins.
    mutating func open(_ name: String, isClosing: Bool) {
        if isClosing {
            let isRow = name == "tr" && names.last != "tr"
            names.removeLast(isRow ? 2 : 1)
        }
        names.append(name)
    }

    mutating func close(_ name: String) {
        for offset in names.indices.reversed() {
            if names[offset] == name { return names.removeLast(names.count - offset) }
            let isPart = ["table", "caption", "tbody", "thead", "tfoot", "tr", "td", "th"].contains(name)
            if isPart {
                guard names[offset] != "table" else { return }
            } else if name == "span" || name == "label" {
                guard ["span", "label"].contains(names[offset]) else { return }
            } else {
                guard !["table", "tbody", "tr", "td", "th", "button", "select"].contains(names[offset]) else { return }
            }
        }
    }
}
