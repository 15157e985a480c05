import HTTPTypes
import Hummingbird
import Markup

extension Route {
    /// Something whose path changes with its content, so that it may be cached for ever.
    static func asset(_ bytes: [UInt8], at path: LocalPath, type: String) -> Route {
        Route(.get, path.text) { _ in
            .content(bytes, type: type, headers: [.cacheControl: "public, max-age=31536000, immutable"])
        }
    }
}
