extension StylePart {
    /// The tool for passkeys: the bytes of each part of a message next to its fields; on a phone, the bytes come first.
    static let messages: StaticString = """
        :root {
          --hue-1: #d5e8fb; --hue-2: #fde0c8; --hue-3: #d3efd3; --hue-4: #f3dbf5; --hue-5: #f8ebae; --hue-6: #cdeeea;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --hue-1: #17405f; --hue-2: #5c3417; --hue-3: #1f4a24; --hue-4: #4d2653; --hue-5: #4e430e; --hue-6: #0f4944;
          }
        }
        .message { margin-top: 2rem; }
        .message .size { color: var(--ink-soft); font-size: 0.9375rem; font-weight: 400; }
        .message-parts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 1.5rem; margin-top: 0.75rem; }
        .message .note + .message-parts { margin-top: 1rem; }
        .bytes { align-self: start; padding: 0.75rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.125rem; box-shadow: var(--shadow); }
        .bytes code { font-size: 0.8125rem; line-height: 1.7; }
        .bytes span { padding: 0.125rem 0; border-radius: 0.1875rem; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
        .bytes .plain { color: var(--ink-soft); }
        .bytes .fault { color: var(--danger); background: var(--danger-tint); }
        .message .hue-1 { background: var(--hue-1); }
        .message .hue-2 { background: var(--hue-2); }
        .message .hue-3 { background: var(--hue-3); }
        .message .hue-4 { background: var(--hue-4); }
        .message .hue-5 { background: var(--hue-5); }
        .message .hue-6 { background: var(--hue-6); }
        .message-fields { margin-top: 0; align-self: start; }
        .broad .message-fields > li { padding-block: 0.5rem; }
        .message-fields .name { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem; }
        .message-fields .name code { padding: 0.0625rem 0.375rem; border-radius: 0.25rem; color: var(--ink); }
        .message-fields .place { color: var(--ink-soft); font-size: 0.875rem; font-weight: 400; font-variant-numeric: tabular-nums; }
        .message-fields .value { margin-top: 0.125rem; color: var(--ink-soft); }
        .message-fields .value code { font-size: 0.875rem; user-select: all; }
        .domain-fields .field:has(#response), .domain-fields > .detail { grid-column: 1 / -1; }
        @media (min-width: 60rem) {
          .message-parts:has(.message-fields) { grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); }
          .message-parts:has(.message-fields) .bytes { position: sticky; top: 1rem; }
        }
        @media (forced-colors: active) {
          .bytes { border: 1px solid; }
          .bytes span:not(.plain) { border-bottom: 2px solid; }
        }

        """
}
