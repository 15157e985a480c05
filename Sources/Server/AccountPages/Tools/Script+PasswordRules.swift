package import Markup

extension Script {
    /// The script of ``PasswordRulesPage``: it sends the form to the page's own URL while the user types, and replaces the changed
    /// parts by those of the response. It changes nothing else, affects neither the field nor the caret, and stores nothing.
    package static let passwordRules = Script(
        copying,
        #"""
        (() => {
          const form = document.getElementById("rules-form");
          const rules = document.getElementById("rules");
          const marked = document.getElementById("rules-marked");
          const outcome = document.getElementById("rules-outcome");
          const pause = 200;
          let timer, asking, shown = rules.defaultValue, answered = shown, renewing = false;
          form.closest(".tool").classList.add("live");

          // The text behind the field follows each keystroke at once. Its marks stay in place until the response arrives.
          const follow = () => {
            const next = rules.value;
            let start = 0, end = 0;
            const most = Math.min(shown.length, next.length);
            while (start < most && shown[start] === next[start]) start++;
            while (end < most - start && shown[shown.length - 1 - end] === next[next.length - 1 - end]) end++;
            const range = document.createRange();
            range.setStart(...place(start));
            range.setEnd(...place(shown.length - end));
            range.deleteContents();
            range.insertNode(document.createTextNode(next.slice(start, next.length - end)));
            shown = next;
          };
          const place = offset => {
            const texts = document.createTreeWalker(marked, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
              if (offset <= texts.currentNode.length) return [texts.currentNode, offset];
              offset -= texts.currentNode.length;
            }
            return [marked, marked.childNodes.length];
          };

          // A line that screen readers announce is only changed if its text differs.
          const say = (line, text, tone) => {
            line.className = tone;
            if (line.textContent !== text) line.textContent = text;
          };
          const take = answer => {
            const parts = ["rules-marked", "password-detail", "pattern-detail"];
            // The samples differ each time, so they stay while the user tries a password.
            if (renewing || rules.value !== answered) parts.push("rules-result");
            const focus = document.activeElement.id;
            for (const id of parts) document.getElementById(id).replaceChildren(...answer.getElementById(id).childNodes);
            for (const id of ["rules-outcome", "password-outcome", "pattern-outcome"]) {
              const fresh = answer.getElementById(id);
              say(document.getElementById(id), fresh.textContent, fresh.className);
            }
            if (answer.getElementById("rules").hasAttribute("aria-invalid")) rules.setAttribute("aria-invalid", "true");
            else rules.removeAttribute("aria-invalid");
            shown = answered = rules.value;
            renewing = false;
            offerCopies();
            if (focus && focus !== document.activeElement.id) document.getElementById(focus)?.focus({ preventScroll: true });
          };
          const ask = async () => {
            asking = new AbortController();
            const { signal } = asking;
            try {
              const response = await fetch(form.action, {
                method: "POST", body: new URLSearchParams(new FormData(form)), signal, redirect: "error", referrerPolicy: "same-origin"
              });
              const text = await response.text();
              if (signal.aborted) return;
              if (response.ok) take(new DOMParser().parseFromString(text, "text/html"));
              else later(Number(response.headers.get("Retry-After")) || 5);
            } catch {
              if (!signal.aborted) later(5);
            }
          };
          const later = seconds => {
            say(outcome, `No response. Retrying in ${seconds} seconds.`, "outcome odd");
            timer = setTimeout(ask, seconds * 1000);
          };
          const change = wait => {
            clearTimeout(timer);
            if (asking) asking.abort();
            timer = setTimeout(ask, wait);
          };

          form.addEventListener("input", event => {
            if (event.target === rules) follow();
            change(pause);
          });
          form.addEventListener("submit", event => {
            event.preventDefault();
            renewing = true;
            change(0);
          });
          document.addEventListener("click", event => {
            const example = event.target.closest("a[data-rules]");
            if (example && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
              event.preventDefault();
              rules.value = example.dataset.rules;
              follow();
              rules.focus();
              change(0);
            }
          });
          // The browser may restore a page with different text in its fields than was sent.
          follow();
          if (rules.value !== rules.defaultValue) change(0);
        })();
        """#)
}
