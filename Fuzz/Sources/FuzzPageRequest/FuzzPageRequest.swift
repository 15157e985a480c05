internal import DeviceProtocol
internal import DeviceServices
internal import FuzzInput
internal import WebClient

/// Reads the options and signals of a web page: what is accepted is for a relying party of the page, and reading it again has the same
/// result.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPageRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: FuzzInput(start, count).bytes, as: UTF8.self)
    guard let url = try? WebURL("https://login.example.com/") else { return 0 }
    let allowed = ["example.com", "login.example.com"]
    for method in [PagePasskeyRequest.Method.create, .get] {
        guard let request = try? PagePasskeyRequest(method, options: text, on: url) else { continue }
        promise(allowed.contains(request.page.relyingParty), "a request is for a relying party of the page")
        promise(
            (try? PagePasskeyRequest(method, options: text, on: url))?.page == request.page, "options are read the same way again")
    }
    let signals = PagePasskeySignal.signals(in: text, on: url)
    for signal in signals {
        promise(
            allowed.contains(signal.page.relyingParty) && signal.report.site == signal.page.relyingParty,
            "a signal is for a relying party of the page")
    }
    promise(PagePasskeySignal.signals(in: text, on: url) == signals, "signals are read the same way again")
    return 0
}
