import DeviceProtocol
public import Foundation

/// Names the service that a credential is for.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASCredentialServiceIdentifier: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// What the identifier is.
    public enum IdentifierType: Int, Sendable {
        /// A domain.
        case domain = 0
        /// A URL.
        case URL = 1
        /// An app.
        case app = 2
    }

    /// The domain, the URL or the app.
    public let identifier: String
    /// Which of these it is.
    public let type: IdentifierType

    /// An identifier, taken as it is.
    public init(identifier: String, type: IdentifierType) {
        self.identifier = identifier
        self.type = type
        super.init()
    }

    /// The identifier itself: nothing of it changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes it down.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(type.rawValue, forKey: "type")
    }

    /// An identifier that was written down; nil where that is none.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") as String?,
            let type = IdentifierType(rawValue: coder.decodeInteger(forKey: "type"))
        else { return nil }
        self.identifier = identifier
        self.type = type
        super.init()
    }

    /// The same kind and the same text.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASCredentialServiceIdentifier else { return false }
        return identifier == other.identifier && type == other.type
    }

    /// Of what ``isEqual(_:)`` compares.
    open override var hash: Int { identifier.hashValue ^ type.rawValue }
}
