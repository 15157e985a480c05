internal import FuzzInput
internal import Mail

/// Parses a bounce. The result does not depend on the line ends, and only a permanent failure condemns an address.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMailBounce(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    guard let report = DeliveryReport(bytes) else { return 0 }
    promise(bytes.count <= DeliveryReport.maximumSize, "a bounce is within the limit")
    promise(EnhancedStatus("\(report.status)") == report.status, "a status parses to itself")
    promise(!report.condemnsAddress || report.action == .failed && report.status.class == 5, "only a failure condemns an address")
    return 0
}
