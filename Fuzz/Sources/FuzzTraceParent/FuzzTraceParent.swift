internal import FuzzInput
internal import Traces

/// Parses the value of `traceparent`. An accepted value has one canonical form except for its flags, and is parsed to itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTraceParent(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = FuzzInput(start, count).text
    guard let parent = TraceParent(text) else { return 0 }
    promise("\(parent)".dropLast(2) == text.dropLast(2), "the form is canonical")
    promise(TraceParent("\(parent)") == parent, "a value is parsed to itself")
    promise(TraceID("\(parent.trace)") == parent.trace, "a trace is parsed to itself")
    return 0
}
