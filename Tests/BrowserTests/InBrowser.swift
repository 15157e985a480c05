import Chromium
import TestKit
import Testing

/// All suites that start a browser are nested here. They run one after the other, because several browsers would compete with the
/// other tests for two cores. They are skipped if Chromium is not installed.
@Suite(
    "In a browser", .tags(.browsers), .timeLimit(.minutes(Soak.isFull ? 120 : 20)), .serialized,
    .enabled(if: Browser.program.path != nil, "no Chromium is installed; scripts/setup test installs it"), .sharedBrowser)
enum InBrowser {}
