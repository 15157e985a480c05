import JWTKit

/// The claims of a server-to-server notification (facts 1.10).
struct NotificationClaims: JWTPayload {
    /// `events` as a string that holds JSON, or as an object.
    enum Events: Sendable, Codable {
        case string(String)
        case object(NotificationEvent)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .string(text)
            } else {
                self = .object(try value.decode(NotificationEvent.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .string(let text): try value.encode(text)
            case .object(let event): try value.encode(event)
            }
        }
    }

    var iss: String
    var aud: String
    var iat: Int
    var exp: Int
    let jti: String
    let events: Events

    /// Nothing: the service signs these and never verifies them.
    func verify(using algorithm: some JWTAlgorithm) {}
}
