package import JSONText
internal import Secrets

/// What a client says about the extensions that it was asked for (section 9).
///
/// Nobody signs these outputs. One that was asked for may be missing, one that was not may be there (R23, A12): take them as hints. What is not of
/// its type counts as missing.
public struct ExtensionOutputs: Sendable, Hashable {
    /// `credProps.rk` (section 10.1.3): whether the credential is discoverable.
    public let isDiscoverable: Bool?

    /// `prf.enabled` (section 10.1.4): whether the credential can derive secrets.
    public let supportsPRF: Bool?

    /// `prf.results`: secrets that the credential derived. Pages should keep them from the server: delete them from the response before sending it.
    public let prfResults: PRFValues?

    /// `largeBlob.supported` (section 10.1.5): whether the credential can keep a blob.
    public let supportsLargeBlob: Bool?

    /// `largeBlob.blob`: the blob that was read.
    public let largeBlob: [UInt8]?

    /// `largeBlob.written`: whether the blob was written.
    public let wroteLargeBlob: Bool?

    /// No outputs.
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
