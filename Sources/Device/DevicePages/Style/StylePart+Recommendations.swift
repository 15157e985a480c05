extension StylePart {
    /// Security recommendations, and the views of extensions.
    static let recommendations: StaticString = """
        .tile.red { background: linear-gradient(180deg, #f2606a, #b81c28); }
        .tile.orange { background: linear-gradient(180deg, #f09a37, #b35900); }
        .what .finding { font-weight: 600; }
        .what .finding.high { color: var(--ios-red); }
        .what .finding.medium { color: var(--ios-warn); }
        .cell > .tile { align-self: flex-start; }
        .cell > .tile + .what:only-of-type { align-self: center; }
        .what > span { font-size: 0.9375rem; }
        .count { flex: none; min-width: 1.625rem; padding: 0.0625rem 0.5rem; border-radius: 0.875rem; background: var(--ios-red); color: var(--ios-cell); font-size: 0.875rem; font-weight: 650; text-align: center; }
        .remedy { margin-bottom: 1.25rem; width: 100%; text-align: left; }
        .happens { padding: 0 1rem 0.5rem; font-size: 0.875rem; line-height: 1.4; color: var(--ios-soft); }
        .happens strong { color: var(--ios-label); }
        .happens.obstacle { display: flex; gap: 0.3125rem; color: var(--ios-warn); }
        .happens.obstacle .glyph { margin-top: 0.125rem; }
        .app-button.tinted { background: var(--ios-cell); }
        .sheet .app-button.tinted { background: var(--ios-sunk); }
        .padlock.good { color: var(--ios-tint); }
        .sheet > .cells { background: var(--ios-cell); }
        .extension-bar { position: sticky; top: 0; z-index: 1; display: grid; grid-template-columns: 5.5rem 1fr 5.5rem; align-items: center; min-height: 3.25rem; padding: 0.25rem 0.375rem; background: var(--ios-sheet); box-shadow: 0 1px 0 var(--ios-line); }
        .extension-bar p { display: grid; text-align: center; }
        .extension-bar strong { font-size: 1.0625rem; font-weight: 650; }
        .extension-bar small { font-size: 0.75rem; color: var(--ios-soft); }
        .extension > .footnote { padding: 2rem 1.375rem; text-align: center; }
        .extension .app-screen { padding-top: 1.25rem; }

        """
}
