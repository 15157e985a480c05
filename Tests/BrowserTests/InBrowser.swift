import Chromium
import Firefox
import TestKit
import Testing

/// All suites that drive a browser are nested here. They share one Chromium, in which each visitor has a separate profile, and are skipped if
/// it is not installed.
@Suite(
    "In a browser", .tags(.browsers), .timeLimit(.minutes(Soak.isFull ? 120 : 20)),
    .enabled(if: Browser.complete.path != nil, "no Chromium is installed; scripts/setup test installs it"), .sharedBrowser)
enum InBrowser {
    /// The suites that share one Firefox. It has one profile, so they run one after the other.
    @Suite(
        "In Firefox", .serialized, .sharedFirefox,
        .enabled(if: Firefox.program.path != nil, "no Firefox is installed; scripts/setup test installs it"))
    enum InFirefox {}
}
