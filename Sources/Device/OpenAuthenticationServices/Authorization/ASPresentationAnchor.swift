public import Foundation

/// Where the system shows its sheets: a window on Apple's systems, and here only a token, since the device has one screen and knows which app is on it.
open class ASPresentationAnchor: NSObject {
    /// An anchor.
    public override init() {
        super.init()
    }
}
