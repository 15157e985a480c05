internal import AccountServer
internal import FuzzInput
internal import JSONText

/// Parses a file of traces. An accepted file is within the limits, and its written form is parsed to the same traces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTraceFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let file = try? TraceFile(FuzzInput(start, count).bytes) else { return 0 }
    promise((1...TraceFile.traceLimit).contains(file.traces.count), "the number of traces is limited")
    promise((try? TraceFile(file.json.bytes())) == file, "a file is parsed to itself")
    return 0
}
