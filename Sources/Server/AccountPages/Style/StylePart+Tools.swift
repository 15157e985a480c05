extension StylePart {
    /// The tools: the input on the left, which stays visible, and the results on the right; on a phone below each other.
    ///
    /// Behind the field for rules lies a copy of its text with transparent letters, which carries the marks.
    static let tools: StaticString = """
        .frame.broad { max-width: 76rem; }
        .broad .lead { max-width: 44rem; }
        .tool { display: grid; grid-template: "fields" "result" "language" / minmax(0, 1fr); gap: 2rem 3rem; margin-top: 1.75rem; }
        .tool .fields { grid-area: fields; margin-top: 0; align-content: start; }
        .tool.live .fields > .button { display: none; }
        .tool .result { grid-area: result; }
        .language { grid-area: language; }
        .language dl { display: grid; gap: 0.5rem; margin: 0.75rem 0; }
        .language dd { margin: 0; color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        .editor { display: grid; min-width: 0; background: var(--sheet); border-radius: 0.75rem; }
        .editor > * {
          grid-area: 1 / 1; min-width: 0; margin: 0; padding: 0.75rem 0.875rem; border: 1px solid transparent; border-radius: 0.75rem;
          font: 1rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: normal; tab-size: 4;
          white-space: pre-wrap; overflow-wrap: anywhere; text-align: start;
        }
        .editor textarea {
          z-index: 1; width: 100%; min-height: 8.5rem; field-sizing: content; resize: none; overflow: hidden;
          color: var(--ink); background: transparent; border-color: var(--edge);
        }
        .tool:not(.live) .editor textarea { overflow: auto; resize: vertical; }
        .editor textarea:hover { border-color: var(--ink-soft); }
        .editor textarea:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; border-color: transparent; border-radius: 0.75rem; }
        .marked { color: transparent; pointer-events: none; user-select: none; }
        .marked::after { content: "\\200B"; }
        .marked mark {
          color: transparent; background: none; border-radius: 0.1875rem;
          text-decoration: underline wavy var(--mark) 2px; text-decoration-skip-ink: none; text-underline-offset: 0.25em;
        }
        .marked .error { --mark: var(--danger); background: var(--danger-tint); }
        .marked .warning { --mark: var(--caution); background: var(--caution-tint); }
        .marked .info { --mark: var(--edge); text-decoration-style: dotted; }
        .marked .place { display: inline-block; width: 0.6em; height: 1.3em; margin-right: -0.6em; vertical-align: text-bottom; border-bottom: 3px solid var(--mark); }
        .tool:not(.live) .editor:focus-within mark { text-decoration: none; background: none; border-color: transparent; }
        .outcome:empty { margin-top: -0.375rem; }
        .outcome:empty::before { display: none; }
        .outcome { margin-top: 0.125rem; padding-left: 1.625rem; position: relative; font-weight: 550; line-height: 1.5; }
        .outcome::before, .judged li::before {
          position: absolute; left: 0; top: 0.1875rem; width: 1.125rem; height: 1.125rem; border-radius: 50%;
          font: 700 0.75rem/1.125rem ui-sans-serif, sans-serif; text-align: center; content: "!" / ""; color: var(--on-danger); background: var(--danger);
        }
        .outcome.good::before, .judged .kept::before { content: "✓" / ""; color: var(--on-accent); background: var(--accent); }
        .outcome.odd::before { color: var(--on-danger); background: var(--caution); }
        .outcome.good { color: var(--accent); }
        .outcome.odd { color: var(--caution); }
        .outcome.bad { color: var(--danger); }
        .examples { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.375rem; padding: 0; list-style: none; }
        .examples a {
          display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 0.875rem; font-size: 0.9375rem; text-decoration: none;
          border: 1px solid var(--line); border-radius: 1.375rem; background: var(--sheet);
        }
        .examples a:hover { background: var(--accent-tint); border-color: currentcolor; }
        .field input.code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
        .verdict:empty { display: none; }
        .verdict > * + * { margin-top: 0.5rem; }
        .verdict a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 550; }
        .note { margin-top: 0.75rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--sheet); line-height: 1.45; }
        .note p + p { margin-top: 0.375rem; }
        .note.good { background: var(--accent-tint); border-color: var(--accent); }
        .note.odd { background: var(--caution-tint); border-color: var(--caution); }
        .note.bad { background: var(--danger-tint); border-color: var(--danger); }
        .judged { padding: 0; list-style: none; }
        .judged li { position: relative; padding: 0.1875rem 0 0.1875rem 1.625rem; }
        .judged li::before { top: 0.375rem; }
        .broad .result section + section { margin-top: 2rem; }
        .broad .rows > li { display: block; padding: 0.75rem 1.125rem; }
        .findings .name, .understood .name { font-weight: 500; }
        .severity { color: var(--ink-soft); font-weight: 700; }
        .is-error .severity { color: var(--danger); }
        .is-warning .severity { color: var(--caution); }
        .broad .understood > li { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem; padding-block: 0.5rem; }
        .source { color: var(--ink-soft); font-size: 0.9375rem; }
        .samples {
          display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20ch), 1fr)); gap: 0 0.5rem; margin-top: 0.75rem; padding: 0.75rem;
          list-style: none; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.125rem; box-shadow: var(--shadow);
          font: 0.775rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
        }
        .samples code { display: block; padding: 0.25rem 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
        .samples + .detail { margin-top: 0.75rem; }
        .figures { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; margin: 0.75rem 0 1rem; }
        .figures dt { color: var(--ink-soft); font-size: 0.875rem; }
        .figures dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
        .broad .outputs > li { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 0 1rem; }
        .outputs .text { grid-column: 1 / -1; }
        .text code { display: block; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
        .outputs + .detail { margin-top: 0.75rem; }
        @media (min-width: 60rem) {
          .frame.broad { padding: 1.5rem 2rem 4rem; }
          .tool { grid-template: "fields result" auto "language result" 1fr / minmax(0, 5fr) minmax(0, 6fr); }
          .samples { gap: 0 1.5rem; padding: 0.75rem 1.125rem; font-size: 0.9375rem; }
        }
        @media (forced-colors: active) {
          .marked mark { color: transparent; background: none; }
          .note, .samples { border: 1px solid; }
        }

        """
}
