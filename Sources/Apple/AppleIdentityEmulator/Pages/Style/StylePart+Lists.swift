extension StylePart {
    /// Rows of things with what can be done about each, tables, and what is marked.
    static let lists: StaticString = """
        .wide section { margin-top: 2rem; }
        .rows { margin: 0.75rem 0 0; padding: 0; list-style: none; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.875rem; box-shadow: var(--shadow); }
        .rows > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.625rem 1rem; padding: 0.875rem 1.125rem; }
        .rows > li + li { border-top: 1px solid var(--line); }
        .rows .empty { color: var(--ink-soft); }
        .what { flex: 1 1 15rem; min-width: 0; }
        .name { font-weight: 600; }
        .detail { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        .acts { display: flex; flex-wrap: wrap; gap: 0.5rem; }
        .badge {
          display: inline-block; padding: 0 0.5rem; border-radius: 1rem; background: var(--accent-tint); color: var(--accent);
          font-size: 0.8125rem; font-weight: 600; line-height: 1.5rem; white-space: nowrap;
        }
        .badge.good { background: var(--good-tint); color: var(--good); }
        .badge.bad { background: var(--danger-tint); color: var(--danger); }
        .card { margin-top: 0.75rem; padding: 1.125rem 1.25rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.875rem; box-shadow: var(--shadow); }
        .card .fields { margin-top: 0.75rem; }
        .grid { display: grid; gap: 0.75rem; margin-top: 0.75rem; }
        .grid > .card { margin: 0; }
        @media (min-width: 48rem) { .grid { grid-template-columns: 1fr 1fr; } }
        .facts { display: grid; grid-template-columns: minmax(0, auto) minmax(0, 1fr); gap: 0.25rem 1rem; margin-top: 0.5rem; }
        .facts dt { color: var(--ink-soft); }
        .name .detail { font-weight: 400; }
        .record .name { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; }
        .card p + p { margin-top: 0.5rem; }
        pre { margin-top: 0.75rem; padding: 0.875rem 1rem; overflow-x: auto; background: var(--sunk); border: 1px solid var(--line); border-radius: 0.625rem; font: 0.875rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: normal; }
        .note { margin-top: 1rem; padding: 0.75rem 1rem; background: var(--good-tint); border: 1px solid var(--good); border-radius: 0.625rem; }
        @media (forced-colors: active) { .badge, .note, .problem { border: 1px solid; } }

        """
}
