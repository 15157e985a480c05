import Chromium
import TestKit
import Testing

/// All suites that start a browser are nested in this one: they run one after the other, since a few browsers at once would have to
/// share two cores with all other tests, and not at all where no Chromium is installed.
@Suite(
    "In a browser", .tags(.realParts), .serialized,
    .enabled(if: Browser.executable != nil, "no Chromium is installed; scripts/setup test installs it"), .sharedBrowser)
enum InBrowser {}
