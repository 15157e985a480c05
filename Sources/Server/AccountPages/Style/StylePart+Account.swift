extension StylePart {
    /// The account page: sections of rows, each with what it is on the left and what can be done on the right.
    static let account: StaticString = """
        .notice { margin-top: 1.25rem; padding: 0.875rem 1.25rem; background: var(--accent-tint); border: 1px solid var(--accent); border-radius: 0.875rem; }
        .notice a { display: inline-flex; align-items: center; min-height: 2.75rem; }
        .wide section { margin-top: 2.25rem; }
        .rows {
          margin-top: 0.75rem; padding: 0; list-style: none;
          background: var(--sheet); border: 1px solid var(--line); border-radius: 1.125rem; box-shadow: var(--shadow);
        }
        .rows > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.625rem 1rem; padding: 0.9375rem 1.25rem; overflow: clip; }
        .rows > li + li { border-top: 1px solid var(--line); }
        .what { flex: 1 1 14rem; min-width: 0; }
        .name { font-weight: 600; }
        .detail { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        ol.rows > li { gap: 0 1rem; }
        .when { flex: none; }
        .badge {
          display: inline-block; padding: 0.0625rem 0.625rem; border-radius: 1rem; background: var(--accent-tint); color: var(--accent);
          font-size: 0.8125rem; font-weight: 600; white-space: nowrap; vertical-align: 0.0625rem;
        }
        .attention .name { color: var(--danger); }
        .attention .name::before {
          content: "!" / ""; display: inline-block; width: 1.125rem; height: 1.125rem; margin-right: 0.5rem; border-radius: 50%;
          background: var(--danger); color: var(--on-danger); font-size: 0.8125rem; font-weight: 700; line-height: 1.125rem; text-align: center;
          vertical-align: 0.0625rem;
        }
        section > .single { margin-top: 0.875rem; }
        @media (forced-colors: active) {
          .mark, .badge, .notice, .summary { border: 1px solid; }
        }

        """
}
