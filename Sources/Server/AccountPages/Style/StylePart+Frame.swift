extension StylePart {
    /// The header and the sheet. On a phone the sheet is the whole page; where there is room it lies on the paper.
    static let frame: StaticString = """
        .frame { max-width: 28rem; margin: 0 auto; padding: 0 1.25rem 3rem; }
        .frame.wide { max-width: 44rem; }
        .top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; padding: 0.75rem 0; }
        .brand {
          display: inline-flex; align-items: center; gap: 0.625rem; min-height: 2.75rem;
          color: var(--ink); font-weight: 650; letter-spacing: -0.01em; text-decoration: none;
        }
        .brand:hover { color: var(--accent); }
        .mark { position: relative; flex: none; width: 1.875rem; height: 1.875rem; border-radius: 0.5625rem; background: var(--accent); }
        .mark::before, .mark::after { content: ""; position: absolute; left: 50%; background: var(--on-accent); transform: translateX(-50%); }
        .mark::before { top: 0.4375rem; width: 0.5625rem; height: 0.5625rem; border-radius: 50%; }
        .mark::after { top: 0.8125rem; width: 0.5625rem; height: 0.625rem; clip-path: polygon(35% 0, 65% 0, 100% 100%, 0 100%); }
        .user { margin-inline-start: auto; color: var(--ink-soft); font-size: 0.9375rem; max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .narrow .top { flex-wrap: nowrap; }
        .narrow .brand { flex: none; max-width: 70%; }
        .narrow .user { min-width: 0; }
        .sheet { padding: 1.25rem 0 0; }
        .lead { margin-top: 0.625rem; color: var(--ink-soft); overflow: clip; overflow-clip-margin: 0.25rem; }
        .lead + p { margin-top: 0.5rem; }
        .lead strong { color: var(--ink); font-weight: 600; }
        .lead ul { margin-top: 0.5rem; padding-left: 1.25rem; }
        .lead li { padding: 0.125rem 0; }
        .lead li::marker { color: var(--edge); }
        .aside { margin-top: 1.25rem; text-align: center; color: var(--ink-soft); }
        .aside a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 550; }
        .reference { margin-top: 1.75rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--ink-soft); font-size: 0.875rem; }
        @media (min-width: 36rem) {
          .frame { padding-top: clamp(1rem, 7vh, 5rem); }
          .frame.wide { padding-top: 1.5rem; }
          .frame.narrow .sheet {
            padding: 2.25rem 2.5rem 1.75rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.25rem;
            box-shadow: var(--shadow);
          }
          .frame.narrow .sheet > :last-child:not(.aside) { margin-bottom: 0.75rem; }
          .frame.narrow .top { padding: 0.75rem 0.25rem; }
        }

        """
}
