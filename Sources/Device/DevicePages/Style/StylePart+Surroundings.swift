extension StylePart {
    /// What is around a phone, beneath it. Whatever is clicked or tapped is at least 44 pixels high (WCAG 2.2, 2.5.5).
    static let surroundings: StaticString = """
        .surroundings { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; margin-top: 1.5rem; padding: 0.875rem; border: 1px solid var(--line); border-radius: 1.5rem; background: var(--sheet); font-size: 0.9375rem; }
        .doings { display: grid; grid-template-columns: repeat(auto-fit, minmax(4.5rem, 1fr)); gap: 0.5rem; }
        .doings form { display: grid; }
        .doing { display: grid; justify-items: center; align-content: center; gap: 0.25rem; min-height: 3.75rem; padding: 0.375rem 0.125rem; overflow-wrap: normal; border: 1px solid var(--line); border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; text-align: center; }
        .doing .glyph { font-size: 1.1875rem; color: var(--accent); }
        .doing:hover:enabled { background: var(--accent-tint); border-color: var(--accent); }
        .doing:disabled { color: var(--ink-soft); }
        .doing:disabled .glyph { color: inherit; }
        .doing[aria-checked="false"] .glyph { color: var(--ink-soft); }
        .times { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 0.25rem; }
        .times-label { display: inline-flex; align-items: center; gap: 0.4375rem; flex: 1; color: var(--ink-soft); white-space: nowrap; }
        .chip { min-height: 2.75rem; padding: 0.25rem 0.375rem; white-space: nowrap; border: 1px solid var(--line); border-radius: 1.375rem; font-size: 0.875rem; font-weight: 600; }
        .chip:hover { background: var(--accent-tint); border-color: var(--accent); }
        .message-form { display: grid; grid-template-columns: auto 1fr auto; align-items: center; gap: 0.375rem 0.625rem; }
        .message-form label { color: var(--ink-soft); }
        .message-form input { min-width: 0; min-height: 2.75rem; padding: 0.375rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.75rem; background: transparent; }
        .message-form .send { grid-row: 1 / 3; grid-column: 3; display: grid; justify-items: center; align-content: center; gap: 0.25rem; align-self: stretch; padding: 0 0.875rem; border-radius: 1rem; background: var(--accent); color: var(--sheet); font-weight: 600; font-size: 0.8125rem; }
        .message-form .send .glyph { font-size: 1.25rem; }
        .message-form .send:hover { filter: brightness(1.1); }
        .remarks { display: grid; gap: 0.375rem; padding-top: 0.75rem; border-top: 1px solid var(--line); font-size: 0.875rem; }
        .remarks-title { display: flex; align-items: center; gap: 0.4375rem; font-weight: 600; }
        .remarks ul { display: grid; gap: 0.375rem; overflow-wrap: anywhere; }

        """
}
