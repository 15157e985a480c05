extension StylePart {
    /// The tool for associated domains: the result over the full width, and below it the file next to its findings; on a phone, the
    /// findings come first.
    static let domains: StaticString = """
        .domain-fields { grid-template-columns: minmax(0, 1fr); max-width: 60rem; }
        .field select, .field textarea.code {
          width: 100%; min-height: 3rem; padding: 0.5rem 0.875rem; font: inherit; color: var(--ink);
          background: var(--sheet); border: 1px solid var(--edge); border-radius: 0.75rem;
        }
        .field textarea.code { font: 0.9375rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; resize: vertical; overflow-wrap: anywhere; }
        .field select:hover, .field textarea.code:hover { border-color: var(--ink-soft); }
        .field select:focus-visible, .field textarea.code:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; border-color: transparent; border-radius: 0.75rem; }
        .field textarea.code[aria-invalid="true"] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
        .broad summary {
          display: flex; align-items: center; gap: 0.5rem; width: fit-content; min-height: 2.75rem; padding: 0.375rem 0; cursor: pointer;
          color: var(--accent); font-weight: 550; list-style: none;
        }
        .broad summary::-webkit-details-marker { display: none; }
        .broad summary::before { content: "▸" / ""; width: 0.875rem; text-align: center; }
        .broad details[open] > summary::before { content: "▾" / ""; }
        .broad summary:hover { color: var(--accent-deep); text-decoration: underline; text-underline-offset: 0.2em; }
        .paste .field { margin-top: 0.5rem; }
        .answer { margin-top: 1.5rem; }
        .answer .note { margin-top: 0; padding: 1rem 1.25rem; border-left-width: 0.375rem; }
        .answer .note h2 { color: var(--ink); font-size: 1.125rem; text-wrap: balance; }
        .verdict-note h2 { font-size: 1.375rem !important; line-height: 1.3; letter-spacing: -0.01em; }
        .answer .note h2 + p { margin-top: 0.25rem; }
        .steps { margin-top: 0.625rem; padding-left: 1.125rem; }
        .steps li + li { margin-top: 0.25rem; }
        .services { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16.5rem), 1fr)); margin-top: 1rem; }
        .broad .services > li { padding: 0.75rem 1.125rem 0.75rem 2.875rem; border: 0; }
        .services li::before { left: 1.125rem; top: 1rem; }
        .services .broken::before { content: "✕" / ""; background: var(--ink-soft); color: var(--sheet); }
        .services .name code { color: var(--ink-soft); font-size: 0.8125rem; font-weight: 400; }
        .answer .link { margin-top: 1rem; }
        .compared .is-matches .text, .compared .is-excludes .text { font-weight: 600; }
        .compared .is-fails .name, .compared .is-passed .name { color: var(--ink-soft); }
        .compared .name { font-weight: 500; }
        .again { display: flex; flex-wrap: wrap; align-items: start; gap: 0.5rem 1.25rem; margin-top: 1.25rem; padding-bottom: 1.25rem; border-bottom: 1px solid var(--line); }
        .again details[open] { flex: 1 0 100%; order: 1; }
        .permanent { display: inline-flex; align-items: center; min-height: 2.75rem; }
        .broad .file, .broad .visits { margin-top: 2rem; }
        .broad .file + .visits { margin-top: 1.5rem; }
        .beside { display: grid; grid-template: "found" "listing" / minmax(0, 1fr); gap: 1rem 1.5rem; }
        .beside > * { grid-area: found; }
        .beside > .listing-frame { grid-area: listing; }
        .beside > .found { min-width: 0; }
        .where { margin-top: 0.25rem; color: var(--ink-soft); font-size: 0.875rem; }
        .where a, .compared .name a { display: inline-flex; align-items: center; min-height: 2.75rem; margin: -0.75rem 0; }
        .where code { font-size: 0.8125rem; }
        .listing-frame { min-width: 0; }
        .listing + .detail, .found > .detail, .compared + .detail { margin-top: 0.75rem; }
        .listing {
          margin-top: 0.75rem; padding: 0.625rem 0; list-style: none; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.125rem;
          box-shadow: var(--shadow); font: 0.8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
        }
        .listing li { display: flex; gap: 0.75rem; padding: 0 1rem 0 0.25rem; scroll-margin: 30vh; }
        .listing li:target { background: var(--accent-tint); }
        .listing .number { flex: none; width: 2.75rem; color: var(--ink-soft); text-align: right; user-select: none; font-variant-numeric: tabular-nums; }
        .listing code { min-width: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
        .listing .gap { padding-block: 0.25rem; color: var(--ink-soft); font-style: italic; }
        .listing mark {
          color: inherit; background: none; border-radius: 0.1875rem;
          text-decoration: underline wavy var(--mark) 1.5px; text-decoration-skip-ink: none; text-underline-offset: 0.25em;
        }
        .listing .error { --mark: var(--danger); color: inherit; background: var(--danger-tint); font: inherit; }
        .listing .warning { --mark: var(--caution); background: var(--caution-tint); }
        .listing .info { --mark: var(--edge); text-decoration-style: dotted; }
        .listing .place { display: inline-block; width: 0.6em; height: 1.2em; vertical-align: text-bottom; border-bottom: 2px solid var(--mark); }
        .visit .name { font-weight: 500; }
        .visit .outcome { margin-top: 0.25rem; }
        .visit summary { font-size: 0.9375rem; }
        .facts { display: grid; gap: 0.375rem; margin: 0 0 0.5rem; font-size: 0.9375rem; line-height: 1.45; }
        .facts dt { color: var(--ink-soft); }
        .facts dd { margin: 0; }
        @media (min-width: 44rem) {
          .domain-fields { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: end; }
          .domain-fields .field:has(#link), .domain-fields .paste, .domain-fields > .button { grid-column: 1 / -1; }
          .domain-fields > .button { width: fit-content; min-width: min(12rem, 100%); }
          .facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 1rem; }
        }
        @media (min-width: 60rem) {
          .beside { grid-template: "listing found" / minmax(0, 6fr) minmax(0, 5fr); align-items: start; }
          .beside > .found, .beside > .note { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
        }
        @media (forced-colors: active) {
          .listing { border: 1px solid; }
          .listing mark { color: MarkText; background: Mark; }
        }

        """
}
