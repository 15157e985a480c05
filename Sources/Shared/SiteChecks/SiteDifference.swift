import AssociatedDomains

/// How the network's copy of a file differs from the site's own.
package struct SiteDifference: Sendable {
    /// One clause for each difference; empty where the bytes are the same, or there are none on either side. They hold what the files say,
    /// so whoever shows them takes care of what a terminal or page would obey.
    package let lines: [String]

    package init(origin: SiteCheck, cdn: SiteCheck) {
        guard let own = origin.file, let copy = cdn.file else {
            let sides = [origin, cdn].map { "\($0.route.rawValue) \($0.file == nil ? "has no file that can be read" : "has one")" }
            lines = origin.file == nil && cdn.file == nil ? [] : [sides.joined(separator: ", ")]
            return
        }
        guard origin.body != cdn.body else {
            lines = []
            return
        }
        let apps = AssociatedService.allCases.flatMap { service in
            Self.compare(service.rawValue, own.appIDs(for: service), copy.appIDs(for: service))
        }
        let sizes = "the texts differ: \(own.text.count) bytes at the origin, \(copy.text.count) bytes at the CDN"
        lines = [sizes] + (apps.isEmpty ? ["the apps are the same"] : apps)
    }

    private static func compare(_ service: String, _ own: [String], _ copy: [String]) -> [String] {
        let (ownSet, copySet) = (Set(own), Set(copy))
        return ownSet.subtracting(copySet).sorted().map { "\(service): \($0) is at the origin alone" }
            + copySet.subtracting(ownSet).sorted().map { "\(service): \($0) is at the CDN alone" }
    }
}
