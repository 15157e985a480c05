package import Markup

extension Script {
    /// The script of the timeline: it brings the page up to date when the server sends an event. The pages work without it. An open
    /// check stays open, and a list that has the focus does not change.
    package static let timeline = Script(
        #"""
        "use strict";
        (() => {
          const shown = document.querySelector("[data-timeline]");
          if (!shown || !window.EventSource) return;
          let isLoading = false;
          let isStale = false;
          const load = async () => {
            if (isLoading) {
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
                const open = [...shown.querySelectorAll("details")].map(part => part.open);
                if (fresh && !shown.contains(document.activeElement)) {
                  fresh.querySelectorAll("details").forEach((part, index) => { part.open ||= open[index] === true; });
                  shown.replaceChildren(...fresh.childNodes);
                }
              }
            } catch {
              // The server has ended, or starts again.
            }
            setTimeout(() => {
              isLoading = false;
              if (isStale) load();
            }, 300);
          };
          new EventSource(shown.dataset.timeline).addEventListener("message", load);
        })();
        """#)
}
