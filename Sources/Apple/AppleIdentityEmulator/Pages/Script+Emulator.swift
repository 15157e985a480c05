import Markup

extension Script {
    /// The script of the console: it copies values, and brings the log up to date when the service sends an event. The pages work
    /// without it. An open request stays open, and a log that has the focus changes only when it loses it.
    static let emulator = Script(
        copying,
        #"""
        (() => {
          const shown = document.querySelector("[data-log-events]");
          if (!shown || !window.EventSource) return;
          let isLoading = false;
          let isStale = false;
          const load = async () => {
            if (isLoading || shown.contains(document.activeElement)) {
              isStale = true;
              return;
            }
            isLoading = true;
            isStale = false;
            try {
              const response = await fetch(location.href, { redirect: "error" });
              if (response.ok) {
                const page = new DOMParser().parseFromString(await response.text(), "text/html");
                const fresh = page.getElementById(shown.id);
                if (fresh && shown.contains(document.activeElement)) {
                  isStale = true;
                } else if (fresh) {
                  const open = new Set([...shown.querySelectorAll("details[open]")].map(part => part.id));
                  for (const part of fresh.querySelectorAll("details")) part.open = open.has(part.id);
                  shown.replaceChildren(...fresh.childNodes);
                  offerCopies();
                }
              }
            } catch {
              // The emulator has ended, or starts again.
            }
            setTimeout(() => {
              isLoading = false;
              if (isStale) load();
            }, 300);
          };
          shown.addEventListener("focusout", () => setTimeout(() => { if (isStale) load(); }));

          // A browser opens few connections to one host, so a hidden page gives up its own.
          let events = null;
          const follow = () => {
            if (document.hidden) {
              events?.close();
              events = null;
            } else if (!events) {
              events = new EventSource(shown.dataset.logEvents);
              events.addEventListener("message", load);
            }
          };
          document.addEventListener("visibilitychange", follow);
          follow();
        })();
        """#)
}
