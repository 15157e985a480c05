import Testing

/// Pages that belong together, in all their states.
struct Walk: Sendable, CustomTestStringConvertible {
    /// Looks at a state that a visitor reached.
    typealias Look = @Sendable (Visitor, _ state: String) async throws -> Void

    let testDescription: String
    /// Whether the pages are simulated screens, which have their own rules of what is cut and how the keyboard works.
    let isOfScreens: Bool
    /// Reaches each state with browsers of an appearance.
    let visit: @Sendable (Appearance, @escaping Look) async throws -> Void

    init(
        _ name: String, isOfScreens: Bool = false, _ visit: @escaping @Sendable (Appearance, @escaping Look) async throws -> Void
    ) {
        testDescription = name
        self.isOfScreens = isOfScreens
        self.visit = visit
    }

    static let all = [accounts, operators, desk, emulator, appleSheet, phones]
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
    @Suite(
        "Every page in every appearance", .timeLimit(.minutes(20)),
        .enabled(if: AccessibilityRules.script != nil, "axe-core is not installed; scripts/setup test installs it"))
    struct WalkTests {
        @Test(
            "axe-core finds nothing, nothing overflows, and the keyboard reaches everything", arguments: Walk.all, Appearance.all)
        func walk(_ walk: Walk, in appearance: Appearance) async throws {
            try await walk.visit(appearance) { visitor, state in
                try await visitor.page.expectToFit(state, whole: !walk.isOfScreens)
                // A page without script does not answer axe-core, which waits for promises.
                if appearance.script {
                    let objections = try await visitor.page.objections(forcedColors: appearance.forcedColors)
                    #expect(objections == [], "\(state)")
                }
                // The focus is easiest to lose in forced colors. Without script, other elements are there.
                let isForKeyboard = appearance.forcedColors || !appearance.script
                if isForKeyboard, !walk.isOfScreens { try await visitor.page.expectKeyboardReach(state) }
            }
        }
    }
}
