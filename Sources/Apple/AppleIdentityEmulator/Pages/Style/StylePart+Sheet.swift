extension StylePart {
    /// The sign-in sheet: who asks, the accounts to choose from, and the trusted device beside it.
    static let sheet: StaticString = """
        .asker { display: flex; align-items: center; gap: 0.875rem; margin-bottom: 1.25rem; }
        .tile { flex: none; display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 0.875rem; background: var(--accent); color: var(--on-accent); font-size: 1.375rem; font-weight: 650; }
        .asker p { min-width: 0; line-height: 1.35; }
        .accounts { display: grid; gap: 0.5rem; margin-top: 1.375rem; padding: 0; list-style: none; }
        .row {
          display: flex; align-items: center; gap: 0.875rem; width: 100%; min-height: 3.5rem; padding: 0.5rem 0.875rem; font: inherit; text-align: left; cursor: pointer;
          color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-radius: 0.75rem;
        }
        .row:hover { border-color: var(--accent); background: var(--accent-tint); }
        .row:focus-visible { border-radius: 0.75rem; }
        .row .text { flex: 1; display: grid; min-width: 0; line-height: 1.35; }
        .row .detail { font-weight: 400; }
        .face { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; background: var(--accent-tint); color: var(--accent); font-weight: 650; }
        .row:hover .face { background: var(--sheet); }
        .or { margin-top: 1.5rem; }
        .device { margin-top: 1.5rem; padding: 1rem 1.125rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 0.875rem; }
        .device h2 { font-size: 0.8125rem; color: var(--ink-soft); font-weight: 600; letter-spacing: 0.02em; text-transform: uppercase; }
        .device .digits { margin-top: 0.375rem; font: 600 1.75rem/1.3 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 0.2em; }
        .device .detail { margin-top: 0.125rem; }

        """
}
