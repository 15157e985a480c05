extension Script {
    /// A part of a script of a page that shows what happens: `followEvents(shown, address)` brings the element `shown` up to date when the
    /// server sends an event. It follows ``copying``, whose buttons it offers again.
    ///
    /// The element and its `details` have identifiers. An open part stays open, and a closed one closed. While the element has the focus it
    /// does not change; the change follows when the focus leaves it.
    package static let following: StaticString = #"""
        const followEvents = (shown, address) => {
          if (!window.EventSource) return;
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
                  const states = new Map([...shown.querySelectorAll("details")].map(part => [part.id, part.open]));
                  for (const part of fresh.querySelectorAll("details")) part.open = states.get(part.id) ?? part.open;
                  shown.replaceChildren(...fresh.childNodes);
                  offerCopies();
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
          shown.addEventListener("focusout", () => setTimeout(() => { if (isStale) load(); }));

          // A browser opens few connections to one host, so a hidden page gives up its own.
          let events = null;
          const follow = () => {
            if (document.hidden) {
              events?.close();
              events = null;
            } else if (!events) {
              events = new EventSource(address);
              events.addEventListener("message", load);
            }
          };
          document.addEventListener("visibilitychange", follow);
          follow();
        };
        """#
}
