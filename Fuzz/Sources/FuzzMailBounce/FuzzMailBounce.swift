internal import FuzzInput
internal import Mail

/// Parses a bounce. The result is the same with CRLF for LF, and only a permanent failure condemns an address.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMailBounce(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    guard let report = DeliveryReport(bytes) else { return 0 }
    promise(bytes.count <= DeliveryReport.maximumSize, "a bounce is within the limit")
    let withCRLF = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    if !bytes.contains(0x0D), withCRLF.count <= DeliveryReport.maximumSize {
        promise(DeliveryReport(withCRLF) == report, "line ends do not change a report")
    }
    promise(EnhancedStatus("\(report.status)") == report.status, "a status parses to itself")
    promise(!report.condemnsAddress || report.action == .failed && report.status.class == 5, "only a failure condemns an address")
    return 0
}
