extension StylePart {
    /// The desk: its navigation above each page for developers, and its sections in two columns if there is enough room.
    static let desk: StaticString = """
        .desk-navigation { border-bottom: 1px solid var(--line); }
        .desk-navigation ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0; list-style: none; }
        .desk-navigation a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 550; text-decoration: none; }
        .desk-navigation a:hover { text-decoration: underline; }
        .desk-navigation [aria-current] { color: var(--ink); box-shadow: inset 0 -2px var(--accent); }
        .desk { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; margin-top: 1.75rem; align-items: start; }
        .desk ~ section { margin-top: 2rem; }
        .desk .rows > li { display: flex; }
        .desk .name a { display: inline-flex; align-items: center; min-height: 2.75rem; }
        .desk-search ~ .rows .name a { display: inline-flex; align-items: center; min-height: 2.75rem; }
        .desk-search { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; max-width: 40rem; margin: 1.25rem 0 0.75rem; }
        .desk-search .field { flex: 1 1 9rem; min-width: 0; }
        .credentials { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; margin: 0.5rem 0 0; }
        .credentials > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; min-height: 2.75rem; }
        .credentials dt { flex: none; width: 7.5rem; color: var(--ink-soft); font-size: 0.9375rem; }
        .credentials dd {
          display: flex; flex: 1 1 14rem; align-items: center; justify-content: space-between; gap: 0.5rem; min-width: 0; margin: 0;
          font-weight: 550;
        }
        .credentials dd code { user-select: all; overflow-wrap: anywhere; }
        .start-over { margin-top: 0.75rem; }
        .start-over .single { margin-top: 0.75rem; }
        .log-lines {
          margin-top: 0.75rem; padding: 0.5rem 0; list-style: none; background: var(--sheet); border: 1px solid var(--line);
          border-radius: 1.125rem; font-size: 0.875rem; line-height: 1.5;
        }
        .log-lines li { padding: 0.25rem 1rem; }
        .log-lines li + li { border-top: 1px solid var(--line); }
        .log-lines time, .log-lines .level { color: var(--ink-soft); font-variant-numeric: tabular-nums; }
        .log-lines .name { font-weight: 600; }
        .log-lines .attention .level { color: var(--danger); font-weight: 600; }
        .log-lines code { overflow-wrap: anywhere; }
        .plot {
          display: block; width: 100%; height: 3.75rem; margin-top: 0.5rem; color: var(--accent);
          border-bottom: 1px solid var(--line);
        }
        .account-link { display: inline-flex; align-items: center; min-height: 2.75rem; }
        .state { width: 100%; margin-top: 0.5rem; border-spacing: 0; font-size: 0.875rem; }
        .state th, .state td { padding: 0.375rem 0.75rem 0.375rem 0; text-align: start; overflow-wrap: anywhere; }
        .state td { border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; }
        .timeline .name a { display: inline-flex; align-items: center; min-height: 2.75rem; }
        .lane-names { display: none; }
        .lanes { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; margin-top: 1rem; padding: 0; list-style: none; }
        .lanes > li {
          min-width: 0; padding: 0.75rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.125rem;
          overflow-wrap: anywhere;
        }
        .lanes > .attention { border-color: var(--danger); }
        .lanes .name { font-weight: 600; }
        .lanes .reason, .lanes li .attention { color: var(--danger); }
        .lanes dl { margin: 0.5rem 0 0; font-size: 0.875rem; }
        .lanes dl > div { display: flex; flex-wrap: wrap; gap: 0 0.5rem; }
        .lanes dt { color: var(--ink-soft); }
        .lanes dd { min-width: 0; margin: 0; }
        .lanes summary, .files summary { display: flex; align-items: center; min-height: 2.75rem; }
        .files input { min-height: 2.75rem; max-width: 100%; }
        .lanes pre, .files pre { font-size: 0.8125rem; white-space: pre-wrap; overflow-wrap: anywhere; }
        .lanes details ul { padding: 0; list-style: none; font-size: 0.875rem; }
        @media (min-width: 60rem) {
          .lanes, .lane-names { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.75rem; }
          .lane-names { margin-top: 1rem; padding: 0; font-weight: 600; list-style: none; }
          .lanes > .lane-phone { grid-column: 1; }
          .lanes > .lane-app { grid-column: 2; }
          .lanes > .lane-server { grid-column: 3; }
          .lanes > .lane-apple { grid-column: 4; }
        }
        @media (min-width: 60rem) { .desk { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
        @media (forced-colors: active) { .desk-navigation [aria-current] { text-decoration: underline; } }

        """
}
