package import Markup

extension Script {
    /// The script of the page. It submits forms without leaving the page, applies new drawings of each phone, and makes the keys
    /// of the drawn keyboard work. Without it, the page works with plain forms.
    package static let device = Script(
        ScriptPart.drawing, ScriptPart.sending, ScriptPart.typing, ScriptPart.keys, ScriptPart.story, ScriptPart.joining)
}

/// The parts of the script, one file each. They share one scope, and no name with other scripts.
enum ScriptPart {}

extension ScriptPart {
    /// The functions that change the page to a new drawing. They touch only the differences, so that focus, caret and animations
    /// stay.
    static let drawing: StaticString = #"""
        "use strict";
        {
          const keyOf = node => node.nodeType === 1 ? node.dataset.key ?? node.id : "";
          const isAlike = (one, other) =>
            one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

          const draw = (old, fresh) => {
            if (old.nodeType === 3) {
              if (old.data !== fresh.data) old.data = fresh.data;
              return;
            }
            // The script decides what the notice of a phone says.
            if (old.nodeType !== 1 || old.classList.contains("stand-notice")) return;
            drawAttributes(old, fresh);
            const waiting = [...old.childNodes];
            const kept = new Map(waiting.filter(keyOf).map(node => [keyOf(node), node]));
            let place = old.firstChild;
            for (const next of [...fresh.childNodes]) {
              let match = kept.get(keyOf(next));
              if (!match || !isAlike(match, next)) match = place && !keyOf(place) && isAlike(place, next) ? place : null;
              if (match) {
                if (match === place) place = place.nextSibling;
                else old.insertBefore(match, place);
                kept.delete(keyOf(match));
                draw(match, next);
              } else {
                old.insertBefore(document.importNode(next, true), place);
              }
            }
            while (place) {
              const gone = place;
              place = place.nextSibling;
              gone.remove();
            }
          };

          const drawAttributes = (old, fresh) => {
            const before = old.getAttribute("value"), wasChecked = old.hasAttribute("checked");
            // The user decides whether a section is collapsed, and which keyboard layer is visible.
            const isOwn = name => name === "open" || name === "class" && old.classList.contains("keyboard");
            for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !isOwn(name)) old.removeAttribute(name);
            for (const { name, value } of fresh.attributes) {
              if (old.getAttribute(name) !== value && !isOwn(name)) old.setAttribute(name, value);
            }
            if (old.nodeName !== "INPUT") return;
            const value = fresh.getAttribute("value") ?? "";
            if (old.dataset.field !== undefined) {
              if (!isAwaited(old) && old.value !== value) old.value = value;
            } else if (old.type === "radio") {
              if (wasChecked !== fresh.hasAttribute("checked")) old.checked = fresh.hasAttribute("checked");
            } else if (before !== fresh.getAttribute("value")) {
              old.value = value;
            }
          };
        """#

    /// The handlers of the forms and of the event stream.
    static let joining: StaticString = #"""

          document.addEventListener("submit", event => {
            const form = event.target;
            if (form.method !== "post") return;
            event.preventDefault();
            const fields = Object.fromEntries(new FormData(form, event.submitter));
            // The app's fields were sent while the user typed. The device may have filled in other text since.
            for (const name of Object.keys(fields)) if (name.startsWith("field.")) delete fields[name];
            send(form.getAttribute("action"), fields, undefined, form.closest(".stand"));
            const asked = form.closest("details");
            if (asked) asked.open = false;
            const secrets = ["passcode", "password", "pin", "new-pin"].map(name => `input[name=${name}]`).join();
            for (const secret of form.querySelectorAll(secrets)) secret.value = "";
          });

          // A field receives the text of a chosen file.
          document.addEventListener("change", async event => {
            const { files, dataset } = event.target;
            const field = dataset.fills && document.getElementById(dataset.fills);
            if (!field || !files?.length) return;
            const isLarge = files[0].size > Number(dataset.limit);
            say(isLarge ? dataset.large : "", undefined, field.closest(".stand"));
            field.value = isLarge ? "" : await files[0].text();
          });

          // The page around the phones has the language of the first one.
          const translatePage = async () => {
            const fresh = new DOMParser().parseFromString(await (await fetch(location.pathname + location.search)).text(), "text/html");
            for (const name of ["lang", "dir"]) document.documentElement[name] = fresh.documentElement[name];
            document.title = fresh.title;
            for (const part of [".top", "#notice", "#tour"]) {
              const old = document.querySelector(part), next = fresh.querySelector(part);
              if (old && next) draw(old, next);
            }
            showFit();
          };
          const take = (stand, text) => {
            const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(stand.id);
            if (!fresh || Number(fresh.dataset.version) < Number(stand.dataset.version)) return;
            const isTranslated = fresh.lang !== stand.lang;
            draw(stand, fresh);
            checkOff(stand);
            if (isTranslated) translatePage().catch(() => say(notice.dataset.silent));
            followFocus(stand);
            typeAgain(stand);
            stand.dispatchEvent(new CustomEvent("drawn"));
          };
          for (const stand of document.querySelectorAll(".stand")) {
            const changes = new EventSource(stand.dataset.live);
            let isLost = false;
            changes.addEventListener("message", event => {
              if (isLost) {
                say("", undefined, stand);
                beginAgain(stand);
                beginTourAgain();
              }
              isLost = false;
              take(stand, event.data);
            });
            changes.addEventListener("error", () => {
              isLost = true;
              // An error response closes the stream: the phones restarted, or too many streams are open.
              const isClosed = changes.readyState === EventSource.CLOSED;
              say(isClosed ? notice.dataset.closed : notice.dataset.lost, undefined, stand);
              stand.classList.add("lost");
            });
            addEventListener("pagehide", () => changes.close());
          }
          addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
          document.documentElement.classList.add("live");
          showFit();
          followDeepLink();
        }
        """#

    /// The functions that send actions, one at a time and in the order in which the user performed them.
    static let sending: StaticString = #"""

          const notice = document.getElementById("notice");
          // What concerns one phone is said on its screen. A text of the server is the reason of a rejection, in English.
          const say = (text, lang, stand) => {
            const place = stand?.querySelector(".stand-notice > p") ?? notice;
            place.hidden = !text;
            if (lang) place.lang = lang;
            else place.removeAttribute("lang");
            if (place.textContent !== text) place.textContent = text;
          };

          const waiting = [];
          let isSending = false;
          // `answered` receives the first drawing that shows the action; nothing if the device was not reached.
          const send = (path, fields, answered, stand) => {
            const last = waiting.at(-1);
            // For several texts of one field, the last one counts.
            if (last && last.path === path && last.fields.types && last.fields.types === fields.types) waiting.pop();
            waiting.push({ path, fields, answered, stand });
            if (!isSending) sendAll();
          };
          const sendAll = async () => {
            isSending = true;
            while (waiting.length) {
              const { path, fields, answered, stand } = waiting.shift();
              const { types, ...body } = fields;
              let version;
              try {
                const response = await fetch(path, {
                  method: "POST", body: new URLSearchParams(body), headers: { Accept: "application/json" }, redirect: "error",
                  referrerPolicy: "same-origin"
                });
                // A rejected action has no effect, so every drawing reflects it.
                version = Number(response.headers.get("Device-Version") ?? 0);
                const detail = response.ok ? "" : (await response.json()).detail;
                say(detail ?? notice.dataset.failed, detail ? "en" : undefined, stand);
              } catch {
                say(notice.dataset.silent, undefined, stand);
              }
              answered?.(version);
            }
            isSending = false;
          };
          const act = (stand, action, types, answered) =>
            send(
              stand.querySelector("form.phone").getAttribute("action"), { action: JSON.stringify(action), types }, answered, stand);

          // A typed text stays until a drawing includes the last edit: older drawings do not contain it.
          const edits = new WeakMap();
          const drawn = stand => Number(stand.dataset.version);
          const isAwaited = input => {
            const edit = edits.get(input);
            if (!edit) return false;
            if (drawn(input.closest(".stand")) < edit.version) return true;
            edits.delete(input);
            return false;
          };
          const typed = (stand, input) => {
            const edit = { version: Infinity, isUnheard: false };
            edits.set(input, edit);
            act(stand, { type: { field: input.dataset.field, text: input.value } }, input.dataset.field, version => {
              edit.isUnheard = version === undefined;
              edit.version = version ?? Infinity;
              if (edits.get(input) === edit && input.isConnected && !isAwaited(input)) input.value = input.getAttribute("value") ?? "";
            });
          };
          // A restarted device numbers its drawings from the beginning.
          const beginAgain = stand => {
            stand.dataset.version = "0";
            for (const input of stand.querySelectorAll("input[data-field]")) {
              const edit = edits.get(input);
              if (edit && edit.version !== Infinity) edits.delete(input);
            }
          };
          // After a reconnection, send the texts that the device has not received.
          const typeAgain = stand => {
            for (const input of stand.querySelectorAll("input[data-field]")) if (edits.get(input)?.isUnheard) typed(stand, input);
          };
        """#

    /// The handlers for typing into fields, with a hardware keyboard or the drawn one, and for the focus.
    static let typing: StaticString = #"""

          let touched = null;
          const asked = new WeakMap();

          const fieldWithFocus = stand => stand.querySelector("input[data-focused]");
          const frontDialog = stand =>
            [...stand.querySelectorAll("[role=dialog]")].findLast(dialog => !dialog.closest("[inert]"));
          const isOfApp = element => element?.dataset?.field !== undefined;

          // The device decides which field has the focus. The page follows, in the phone that was used last.
          const followFocus = stand => {
            const wanted = fieldWithFocus(stand), active = document.activeElement;
            // The user tapped into another field, and no drawing includes that yet.
            if (asked.has(stand)) {
              if (drawn(stand) < asked.get(stand).version) return;
              asked.delete(stand);
            }
            const isHere = stand.contains(active);
            if (isHere && isOfApp(active) && active !== wanted && !active.closest("[inert]")) {
              if (wanted) wanted.focus({ preventScroll: true });
              else active.blur();
              return;
            }
            const front = frontDialog(stand);
            // A covered element loses the focus, and the screen itself has no use for it while a dialog is open.
            const isFree = !active || active === document.body || active.closest("[inert]")
              || front && isHere && active.matches(".screen");
            if (stand !== touched || !isFree) return;
            // The fields of an extension get the focus from the device, as those of an app do.
            const choices = ["input:not([type=hidden]):not([type=radio]):not([data-field])", "button:enabled:not([data-leaves])", "button"];
            const inFront = front && choices.flatMap(choice => [...front.querySelectorAll(choice)])
              .find(element => element.getClientRects().length);
            const isReachable = wanted && !wanted.closest("[inert]") && (!front || front.contains(wanted));
            (isReachable ? wanted : inFront ?? stand.querySelector(".screen")).focus({ preventScroll: true });
          };

          const insert = (input, key) => {
            const { selectionStart: start, selectionEnd: end } = input;
            if (key === "erase") input.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
            else input.setRangeText(key, start, end, "end");
            input.dispatchEvent(new Event("input", { bubbles: true }));
          };
          const press = key => {
            const stand = key.closest(".stand"), keyboard = key.closest(".keyboard"), types = key.dataset.types;
            const input = key.dataset.keyOf ? document.getElementById(key.dataset.keyOf) : fieldWithFocus(stand);
            if (!input) return;
            if (types === "shift") keyboard.classList.toggle("shifted");
            else if (types === "123" || types === "abc") keyboard.classList.toggle("numeric", types === "123");
            else if (types === "return") act(stand, { submit: { field: input.dataset.field } });
            else {
              insert(input, keyboard?.classList.contains("shifted") ? types.toUpperCase() : types);
              keyboard?.classList.remove("shifted");
            }
            if (keyboard) input.focus({ preventScroll: true });
          };

          // This needs no permission of the browser, which it may deny.
          const copy = button => {
            const put = event => {
              event.clipboardData.setData("text/plain", button.dataset.text);
              event.preventDefault();
            };
            getSelection().selectAllChildren(button);
            document.addEventListener("copy", put, { once: true });
            const title = button.usual ??= button.textContent;
            button.textContent = document.execCommand("copy") ? button.dataset.done : button.dataset.failed;
            document.removeEventListener("copy", put);
            getSelection().removeAllRanges();
            clearTimeout(button.reset);
            button.reset = setTimeout(() => { button.textContent = title; }, 1500);
          };

          document.addEventListener("pointerdown", event => {
            touched = event.target.closest(".stand") ?? touched;
            // The field keeps the focus while a key is pressed.
            if (event.target.closest("[data-types]")) event.preventDefault();
          });
          document.addEventListener("click", event => {
            const key = event.target.closest("[data-types]");
            if (key) press(key);
            const button = event.target.closest(".copy-code");
            if (button) copy(button);
          });
          document.addEventListener("focusin", event => {
            const stand = event.target.closest(".stand"), field = event.target.dataset.field;
            touched = stand ?? touched;
            if (field === undefined || fieldWithFocus(stand)?.dataset.field === field) return;
            const question = { version: Infinity };
            asked.set(stand, question);
            act(stand, { focus: { field } }, undefined, version => {
              question.version = version ?? 0;
              if (asked.get(stand) === question) followFocus(stand);
            });
          });
          document.addEventListener("input", event => {
            if (isOfApp(event.target)) typed(event.target.closest(".stand"), event.target);
          });
          document.addEventListener("keydown", event => {
            if (event.key !== "Enter" || event.isComposing) return;
            const { field, submits } = event.target.dataset;
            if (field !== undefined) {
              event.preventDefault();
              act(event.target.closest(".stand"), { submit: { field } });
            } else if (submits) {
              event.preventDefault();
              const form = event.target.form;
              form.requestSubmit([...form.elements].find(e => e.name === "composition" && e.value === submits));
            }
          });
        """#
}
