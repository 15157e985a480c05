package import JSONText
internal import Secrets

/// The outputs of client extensions (section 9).
///
/// The outputs are unsigned hints. A requested output may be missing, and an unrequested one may be present (R23, A12). An output of the
/// wrong type counts as missing.
public struct ExtensionOutputs: Sendable, Hashable {
    /// `credProps.rk` (section 10.1.3): whether the credential is discoverable.
    public let isDiscoverable: Bool?

    /// `prf.enabled` (section 10.1.4): whether the credential can derive secrets.
    public let supportsPRF: Bool?

    /// `prf.results`: secrets that the credential derived. A page should not send them to the server: it should delete them from the response.
    public let prfResults: PRFValues?

    /// `largeBlob.supported` (section 10.1.5): whether the credential can store a blob.
    public let supportsLargeBlob: Bool?

    /// `largeBlob.blob`: the blob that was read.
    public let largeBlob: [UInt8]?

    /// `largeBlob.written`: whether the blob was written.
    public let wroteLargeBlob: Bool?

    /// Creates empty outputs.
    public init() {
        self.init(nil)
    }

    package init(_ results: JSONNode?) {
        isDiscoverable = results?["credProps"]?["rk"]?.boolean
        supportsPRF = results?["prf"]?["enabled"]?.boolean
        prfResults = results?["prf"]?["results"].flatMap { PRFValues($0) }
        supportsLargeBlob = results?["largeBlob"]?["supported"]?.boolean
        largeBlob = results?["largeBlob"]?["blob"]?.string.flatMap { Base64URL.decode($0) }
        wroteLargeBlob = results?["largeBlob"]?["written"]?.boolean
    }
}

extension PRFValues {
    fileprivate init?(_ results: JSONNode) {
        guard let first = results["first"]?.string.flatMap({ Base64URL.decode($0) }) else { return nil }
        self.init(first, results["second"]?.string.flatMap { Base64URL.decode($0) })
    }
}
