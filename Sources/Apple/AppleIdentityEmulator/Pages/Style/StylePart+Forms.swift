extension StylePart {
    /// Fields and buttons. Whatever is clicked or tapped is at least 44 pixels high (WCAG 2.2, 2.5.5).
    static let forms: StaticString = """
        .fields { display: grid; gap: 1.125rem; margin-top: 1.375rem; }
        .field { display: grid; gap: 0.375rem; }
        .field label { font-weight: 550; }
        legend { padding: 0 0 0.25rem; font-weight: 650; }
        .problem + .lead { margin-top: 1rem; }
        .pair { display: grid; gap: 1.125rem; }
        @media (min-width: 26rem) { .pair { grid-template-columns: 1fr 1fr; gap: 0.875rem; } }
        .hint { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        input[type="text"], input[type="email"], input[type="url"], input:not([type]) {
          width: 100%; min-height: 2.875rem; padding: 0.5rem 0.75rem; font: inherit; color: var(--ink);
          background: var(--sheet); border: 1px solid var(--edge); border-radius: 0.625rem;
        }
        input:focus-visible { outline-offset: 0; border-radius: 0.625rem; }
        input[aria-invalid="true"] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
        input.code { font: 600 1.5rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 0.35em; text-align: center; }
        .problem { margin-top: 1rem; padding: 0.75rem 1rem; color: var(--danger); background: var(--danger-tint); border: 1px solid var(--danger); border-radius: 0.625rem; font-weight: 550; }
        fieldset { min-width: 0; margin: 0; padding: 0; border: 0; display: grid; gap: 0.5rem; }
        .choice { display: flex; align-items: flex-start; gap: 0.75rem; min-height: 2.75rem; padding: 0.625rem 0.875rem; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--sheet); cursor: pointer; }
        .choice:hover { border-color: var(--edge); }
        .choice:has(input:checked) { border-color: var(--accent); background: var(--accent-tint); }
        .choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
        .choice .text { display: grid; min-width: 0; }
        .choice .detail { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.4; font-weight: 400; }
        .button {
          display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 2.875rem; padding: 0.5rem 1.25rem;
          font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
          color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 0.625rem;
        }
        .button:hover { color: var(--on-accent); background: var(--accent-deep); }
        .button:focus-visible { border-radius: 0.625rem; }
        .button.quiet { color: var(--accent); background: transparent; border-color: var(--edge); }
        .button.quiet:hover { color: var(--accent-deep); background: var(--accent-tint); border-color: currentcolor; }
        .button.quiet.danger { color: var(--danger); }
        .button.quiet.danger:hover { color: var(--danger-deep); background: var(--danger-tint); }
        .button.small { width: auto; min-height: 2.75rem; padding: 0.375rem 0.875rem; font-size: 0.9375rem; white-space: nowrap; }
        .buttons { display: grid; gap: 0.625rem; margin-top: 1.375rem; }
        .fields + .buttons { margin-top: 0.625rem; }
        .split { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
        .split .button { padding-inline: 0.5rem; }
        .card .fields > .button, .rows .fields > .button { justify-self: start; width: auto; min-width: 9rem; }
        @media (prefers-reduced-motion: no-preference) {
          .button, .choice, .row { transition: background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out; }
        }

        """
}
