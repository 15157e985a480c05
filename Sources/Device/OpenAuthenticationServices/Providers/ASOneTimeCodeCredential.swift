public import Foundation

/// A one-time code that a provider gives. Prints nothing of it.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASOneTimeCodeCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The code.
    public let code: String

    /// A credential with this code.
    public init(code: String) {
        self.code = code
        super.init()
    }

    /// The credential itself: nothing of it changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the code down, in the clear.
    open func encode(with coder: NSCoder) {
        coder.encode(code as NSString, forKey: "code")
    }

    /// A credential that was written down; nil for anything else.
    public required init?(coder: NSCoder) {
        guard let code = coder.decodeObject(of: NSString.self, forKey: "code") as String? else { return nil }
        self.code = code
        super.init()
    }

    /// Nothing of the code.
    open override var description: String { "<ASOneTimeCodeCredential>" }
}
