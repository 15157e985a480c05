import WebClient

extension WebLimits {
    /// For machines that have much else to do.
    static let patient = WebLimits(connecting: .seconds(600), total: .seconds(600))
}
