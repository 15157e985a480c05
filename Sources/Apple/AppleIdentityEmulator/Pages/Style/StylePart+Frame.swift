extension StylePart {
    /// The stripe that says what this is, the way through the pages, and the card. On a phone the card is the whole page.
    static let frame: StaticString = """
        .stripe { padding: 0.5rem 1.25rem; background: var(--stripe); color: var(--on-stripe); font-size: 0.875rem; line-height: 1.4; text-align: center; }
        .stripe strong { font-weight: 650; }
        .frame { max-width: 27rem; margin: 0 auto; padding: 0 1.25rem 3rem; }
        .frame.wide { max-width: 62rem; }
        .ways { display: flex; gap: 0 1.25rem; margin: 0 -1.25rem; padding: 0.75rem 1.25rem 0; overflow-x: auto; overflow-wrap: normal; white-space: nowrap; }
        .ways a { flex: none; display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--ink-soft); font-weight: 550; text-decoration: none; }
        .ways a:hover { color: var(--accent); text-decoration: underline; }
        .ways a:focus-visible { outline-offset: -3px; }
        .ways a[aria-current] { color: var(--ink); box-shadow: inset 0 -2px 0 var(--accent); }
        main { padding: 1.5rem 0 0; }
        .lead { margin-top: 0.5rem; color: var(--ink-soft); }
        .lead strong { color: var(--ink); font-weight: 600; }
        .aside { margin-top: 1.25rem; color: var(--ink-soft); font-size: 0.9375rem; }
        .error-text { margin-top: 1rem; padding: 0.75rem 1rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 0.625rem; }
        .reference { margin-top: 1.5rem; padding-top: 0.875rem; border-top: 1px solid var(--line); color: var(--ink-soft); font-size: 0.875rem; }
        @media (min-width: 36rem) {
          .frame.narrow { padding-top: clamp(1rem, 8vh, 5.5rem); }
          .frame.narrow main {
            padding: 2rem 2.25rem 2.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.25rem; box-shadow: var(--shadow);
          }
        }

        """
}
