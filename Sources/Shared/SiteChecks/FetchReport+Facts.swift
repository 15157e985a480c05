import HTTPTypes
package import WebClient

extension WebResponse {
    /// The fields that say how a file came about, each under its usual name: what it is, how old it is, and what Apple's network says of
    /// its own failures.
    package var tellingHeaders: [(name: String, value: String)] {
        Self.telling.flatMap { name in
            headers.filter { $0.name.rawName.lowercased() == name.lowercased() }.map { (name, $0.value) }
        }
    }

    private static let telling = [
        "Content-Type", "Content-Length", "Location", "Cache-Control", "Age", "Last-Modified", "ETag", "Server",
        "Apple-Failure-Reason", "Apple-Failure-Details", "Apple-From", "Apple-Try-Direct",
    ]
}

extension FetchTimings {
    /// When each part was done, in whole milliseconds from the beginning of the visit; what it did not come to is left out.
    package var milliseconds: [(name: String, value: Int64)] {
        let named = [("resolved", resolved), ("connected", connected), ("answered", answered), ("finished", finished)]
        return named.compactMap { name, time in
            time.map { (name, $0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000) }
        }
    }
}
