import Chromium
import TestKit
import Testing

/// The suite of all suites that start a browser. They run one after the other, because several browsers at once would share two cores with
/// all other tests. They are skipped if Chromium is not installed.
@Suite(
    "In a browser", .tags(.browsers), .serialized,
    .enabled(if: Browser.executable != nil, "no Chromium is installed; scripts/setup test installs it"), .sharedBrowser)
enum InBrowser {}
