import Accounts
import InternetAddresses
import WebClient

extension ValueKind<String> {
    /// The address of a service that answers `/range/` and five digits: https, or http of this machine, with a path at most.
    static var rangeService: ValueKind {
        ValueKind("URL", allowed: "https://host, or http:// with a loopback host, without a slash at the end") {
            text throws(ValueRejection) in
            let url: WebURL
            do throws(WebURLError) {
                url = try WebURL(text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)) is no such address")
            }
            guard url.scheme == .https || url.host == "localhost" || (try? IPAddress(url.host))?.isLoopback == true else {
                throw ValueRejection("what leaves this machine goes by https")
            }
            guard !text.hasSuffix("/"), !text.contains("?") else {
                throw ValueRejection("the range is appended to it, so it ends with neither a slash nor a query")
            }
            return text
        } write: {
            $0
        }
    }
}
