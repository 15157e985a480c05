extension ScriptPart {
    /// Takes over the forms, and reads on what changes.
    static let joining: StaticString = #"""

          document.addEventListener("submit", event => {
            const form = event.target;
            if (form.method !== "post") return;
            event.preventDefault();
            const fields = Object.fromEntries(new FormData(form, event.submitter));
            // What was typed into the app has been sent as it was typed; the device may have filled in something else since.
            for (const name of Object.keys(fields)) if (name.startsWith("field.")) delete fields[name];
            send(form.getAttribute("action"), fields);
            for (const secret of form.querySelectorAll("input[name=passcode], input[name=password]")) secret.value = "";
          });

          const take = (stand, text) => {
            const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(stand.id);
            if (!fresh || Number(fresh.dataset.version) < Number(stand.dataset.version)) return;
            draw(stand, fresh);
            followFocus(stand);
            typeAgain(stand);
            stand.dispatchEvent(new CustomEvent("drawn"));
          };
          for (const stand of document.querySelectorAll(".stand")) {
            const changes = new EventSource(stand.dataset.live);
            let isLost = false;
            changes.addEventListener("message", event => {
              if (isLost) {
                say("");
                beginAgain(stand);
              }
              isLost = false;
              take(stand, event.data);
            });
            changes.addEventListener("error", () => {
              isLost = true;
              // A refusal closes the stream: the phones were started again since.
              say(changes.readyState === EventSource.CLOSED
                ? "This page is no longer signed in. Open the address that latchkey dev printed."
                : "The connection to the device is lost; trying again.");
            });
            addEventListener("pagehide", () => changes.close());
          }
          addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
          document.documentElement.classList.add("live");
        }
        """#
}
