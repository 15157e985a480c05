internal import AssociatedDomains
internal import FuzzInput

/// Matches a link against components. The first line is the link, the rest a component or a list of them. Decision and explanation
/// agree. The time limit detects patterns that take too long.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzComponentPattern(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    guard let url = try? LinkURL(String(decoding: bytes[..<end], as: UTF8.self)) else { return 0 }
    promise((try? LinkURL(url.description)) == url, "a link reads back as it is written")
    guard let list = try? ComponentList(bytes[end...]) else { return 0 }

    let (decision, explanation) = (list.decision(for: url), list.explain(url))
    promise(explanation.decision == decision, "what decides is what is explained")
    promise(url.isWeb || decision.outcome == .none, "links of other schemes open no app")
    guard url.isWeb, let entry = explanation.entries.first else { return 0 }
    promise(entry.match?.index == decision.component, "the component that decides is the one that is explained")
    promise(entry.components.dropLast().allSatisfy { $0.mismatch != nil }, "no component before it matches")
    return 0
}
