import Chromium
import Synchronization
import TestKit
import Testing

/// Pages that belong together, in all their states.
struct Walk: Sendable, CustomTestStringConvertible {
    /// Looks at a state that a visitor reached.
    typealias Look = @Sendable (Visitor, _ state: String) async throws -> Void

    let testDescription: String
    /// The states that are looked at in every appearance.
    let principal: Set<String>
    /// Whether the pages are simulated screens, which have their own rules of what is cut.
    let isOfScreens: Bool
    /// Whether the pages draw themselves again while the keyboard moves the focus.
    let redraws: Bool
    /// Reaches each state with browsers that first have this appearance.
    let visit: @Sendable (Appearance, @escaping Look) async throws -> Void

    init(
        _ name: String, principal: Set<String>, isOfScreens: Bool = false, redraws: Bool = false,
        _ visit: @escaping @Sendable (Appearance, @escaping Look) async throws -> Void
    ) {
        testDescription = name
        self.principal = principal
        self.isOfScreens = isOfScreens
        self.redraws = redraws
        self.visit = visit
    }

    static let all = [accounts, operators, desk, emulator, appleSheet, phones, phoneScreens]
}

extension Visitor {
    /// Opens each path and looks at it.
    func look(at paths: [String], _ look: Walk.Look) async throws {
        for path in paths {
            try await open(path)
            try await look(self, path)
        }
    }
}

extension InBrowser {
    /// `make test` looks at each page without script and in one appearance with script, in turn, and at the principal pages in all.
    /// `make soak` looks at every page at every width, in light, dark and forced colors, with and without script.
    @Suite(
        "Every page in every appearance", .timeLimit(.minutes(Soak.isFull ? 120 : 20)),
        .enabled(if: AccessibilityRules.script != nil, "axe-core is not installed; scripts/setup test installs it"))
    struct WalkTests {
        @Test(
            "axe-core finds nothing, nothing overflows, and the keyboard reaches everything", arguments: Walk.all, [true, false])
        func walk(_ walk: Walk, script: Bool) async throws {
            let appearances = Appearance.ofRun.filter { $0.script == script }
            let seen = Mutex<[String]>([])
            try await walk.visit(appearances[0]) { visitor, state in
                let next = seen.withLock { seen in
                    seen.append(state)
                    return seen.count - 1
                }
                let isWhole = Soak.isFull || walk.principal.contains(state)
                for appearance in isWhole ? appearances : [appearances[next % appearances.count]] {
                    try await Self.look(
                        at: visitor.page, state, in: appearance, isOfScreens: walk.isOfScreens, withKeyboard: !walk.redraws)
                }
            }
            let states = Set(seen.withLock { $0 })
            #expect(!states.isEmpty && states.isSuperset(of: walk.principal), "\(walk.principal.subtracting(states))")
        }

        /// Shows the page in this appearance, and looks at it.
        ///
        /// - Parameter withKeyboard: whether the focus stays where the keyboard moves it. A page that draws itself again moves it.
        static func look(
            at page: Page, _ state: String, in appearance: Appearance, isOfScreens: Bool, withKeyboard: Bool
        ) async throws {
            try await page.show(size: appearance.size, colorScheme: appearance.scheme, forcedColors: appearance.forcedColors)
            try await poll { try await appearance.isOf(page) }
            try await page.expectAccessible(state, in: appearance, isOfScreens: isOfScreens)
            // The focus is easiest to lose in forced colors. Without script, other elements are there.
            guard withKeyboard, appearance.forcedColors || !appearance.script else { return }
            try await page.expectKeyboardReach("\(state), \(appearance.testDescription)")
        }
    }
}
