package import InternetAddresses

/// What one visit found out, whether or not there was an answer.
package struct FetchReport: Sendable {
    package let url: WebURL
    /// The address that was connected to; nil where it did not come to that.
    package var address: IPAddress?
    /// The certificate that the server showed; nil for plain http and where it did not come to that. Present where it was not trusted.
    package var certificate: ShownCertificate?
    package var timings = FetchTimings()
    package var outcome: Result<WebResponse, WebClientError>
}

/// How long each part took, from the beginning of the visit.
package struct FetchTimings: Hashable, Sendable {
    package var resolved: Duration?
    package var connected: Duration?
    package var answered: Duration?
    package var finished: Duration?
}
