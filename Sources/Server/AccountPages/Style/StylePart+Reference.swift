extension StylePart {
    /// The API reference: the operations on the left, which stay visible, and their descriptions on the right; on a phone below each other.
    static let reference: StaticString = """
        .api { margin-top: 1.75rem; }
        .operations ul { margin: 0.25rem 0 1rem; padding: 0; list-style: none; }
        .operations a { display: flex; align-items: center; min-height: 2.75rem; line-height: 1.3; text-decoration: none; }
        .operations a:hover { text-decoration: underline; }
        .subject { margin-top: 2.5rem; font-size: 1.375rem; }
        .operation { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
        .operation h3 { margin: 0; font-size: 1.0625rem; line-height: 1.4; }
        .operation > * + * { margin-top: 0.625rem; }
        .operation:target h3 { color: var(--accent); }
        .endpoint strong { display: inline-block; padding: 0 0.5rem; border-radius: 0.375rem; color: var(--accent); background: var(--accent-tint); font-size: 0.875rem; }
        .operation dl { display: grid; gap: 0.25rem; }
        .operation dd { margin: 0 0 0.375rem; color: var(--ink-soft); }
        .operation dd code { margin-inline-end: 0.375rem; }
        .status { color: var(--ink-soft); font-size: 0.9375rem; }
        .example {
          margin: 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.75rem;
          font-size: 0.875rem; overflow-wrap: normal;
        }
        .problems summary { display: flex; align-items: center; min-height: 2.75rem; color: var(--ink-soft); cursor: pointer; }
        @media (min-width: 60rem) {
          .api { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 0 3rem; align-items: start; }
          .operations { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1rem 0; }
          .operations a { min-height: 2rem; }
          .api > div > .subject:first-child { margin-top: 1rem; }
        }

        """
}
