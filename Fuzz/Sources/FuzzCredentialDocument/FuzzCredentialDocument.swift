internal import DeviceServices
internal import FuzzInput

/// Reads a document of exchanged credentials: an error and the reason of each rejected part are one line with a place, and reading the
/// document again has the same result.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCredentialDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    let document: ExchangeDocument
    do throws(ExchangeError) {
        document = try ExchangeDocument(bytes)
    } catch {
        promise(!error.description.isEmpty && !error.description.contains("\n"), "a reason is a line")
        promise((try? ExchangeDocument(bytes)) == nil, "a rejected document stays rejected")
        return 0
    }
    for part in document.rejected {
        promise(part.path.hasPrefix("/accounts/") && !part.description.contains("\n"), "a rejected part has its place")
    }
    promise((try? ExchangeDocument(bytes))?.rejected == document.rejected, "a document is read the same way again")
    promise("\(document)" == "ExchangeDocument(redacted)", "a document prints nothing")
    return 0
}
