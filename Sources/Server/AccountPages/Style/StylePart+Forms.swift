extension StylePart {
    /// Fields, buttons and what is wrong with them. Whatever is clicked or tapped is at least 44 pixels high (WCAG 2.2, 2.5.5).
    static let forms: StaticString = """
        .fields { display: grid; gap: 1.375rem; margin-top: 1.5rem; }
        .field { display: grid; gap: 0.375rem; }
        .field label { font-weight: 600; }
        .field .hint, .field .error { margin-bottom: 0.125rem; }
        .hint { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        .field input {
          width: 100%; min-height: 3rem; padding: 0.5rem 0.875rem; font: inherit; color: var(--ink);
          background: var(--sheet); border: 1px solid var(--edge); border-radius: 0.75rem;
        }
        .field input:hover { border-color: var(--ink-soft); }
        .field input:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; border-color: transparent; border-radius: 0.75rem; }
        .field input[aria-invalid="true"] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
        .error { color: var(--danger); font-size: 0.9375rem; line-height: 1.45; font-weight: 550; }
        .error p { position: relative; padding-left: 1.5rem; }
        .error p + p { margin-top: 0.25rem; }
        .error p::before {
          content: "!"; position: absolute; left: 0; top: 0.15em; width: 1.125rem; height: 1.125rem; border-radius: 50%;
          background: var(--danger); color: var(--on-danger); font-size: 0.8125rem; font-weight: 700; line-height: 1.125rem; text-align: center;
        }
        .summary { margin-top: 1.25rem; padding: 1rem 1.25rem; background: var(--danger-tint); border: 1px solid var(--danger); border-radius: 0.875rem; }
        .summary:focus-visible { outline: 2px solid var(--danger); outline-offset: -1px; border-radius: 0.875rem; }
        .summary + .lead { margin-top: 1.25rem; }
        .summary ul { margin-top: 0.25rem; padding: 0; list-style: none; }
        .summary a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.375rem 0; color: var(--danger); line-height: 1.35; }
        .summary a:hover { color: var(--danger-deep); }
        .button {
          display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; padding: 0.5rem 1.25rem;
          font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
          color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 0.75rem;
        }
        .button:hover { color: var(--on-accent); background: var(--accent-deep); }
        .button:focus-visible { border-radius: 0.75rem; }
        .button.danger { color: var(--on-danger); background: var(--danger); }
        .button.danger:hover { background: var(--danger-deep); }
        .button.quiet { color: var(--accent); background: transparent; border-color: var(--edge); }
        .button.quiet:hover { color: var(--accent-deep); background: var(--accent-tint); border-color: currentcolor; }
        .button.quiet.danger { color: var(--danger); }
        .button.quiet.danger:hover { color: var(--danger-deep); background: var(--danger-tint); }
        .button.small { width: auto; min-height: 2.75rem; padding: 0.375rem 1rem; font-size: 0.9375rem; white-space: nowrap; }
        .sheet > .button { margin-top: 1.5rem; }
        @media (prefers-reduced-motion: no-preference) {
          .button, .field input, a { transition: background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out; }
        }

        """
}
