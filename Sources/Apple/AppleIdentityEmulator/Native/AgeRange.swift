/// Apple's `ASUserAgeRange`.
public enum AgeRange: Int, Sendable, Hashable, Codable {
    case unknown = 0
    case child = 1
    case notChild = 2
}
