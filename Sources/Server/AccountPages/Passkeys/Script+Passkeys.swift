package import Markup

extension Script {
    /// The script of the pages with passkeys. In a browser that supports passkeys, it shows their controls, requests a passkey
    /// when a form is submitted, and submits the form with the browser's response. It also sends the page's signals to the browser.
    package static let passkeys = Script(
        #"""
        "use strict";
        (() => {
          // Older browsers cannot read the options. Their users keep the other ways, and a text says so.
          if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) return;
          for (const part of document.querySelectorAll("[data-with-passkeys]")) part.hidden = false;
          for (const part of document.querySelectorAll("[data-without-passkeys]")) part.hidden = true;

          // Password managers hide passkeys that the account does not have any more, and show its present name.
          for (const part of document.querySelectorAll("[data-signals]")) {
            for (const [method, options] of Object.entries(JSON.parse(part.dataset.signals))) {
              PublicKeyCredential[method]?.(options).catch(() => {});
            }
          }

          // A browser answers one request at a time, so each one ends the one before it.
          let open = new AbortController();
          const ask = async (form, mediation) => {
            open.abort();
            const { signal } = open = new AbortController();
            const options = JSON.parse(form.dataset.options);
            const credential = form.dataset.passkey === "create"
              ? await navigator.credentials.create(
                  { publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options), mediation, signal })
              : await navigator.credentials.get(
                  { publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), mediation, signal });
            form.elements.credential.value = JSON.stringify(credential);
            form.submit();
          };
          // The page has the reasons in its language: that of `InvalidStateError` is in `data-invalid-state-error`.
          const reason = (name, texts) =>
            texts[name[0].toLowerCase() + name.slice(1)] ?? texts.otherError.replace("{name}", () => name);

          // The passkeys that the browser offers at the field of the user name.
          let clicked = false;
          const offerAtField = async () => {
            const form = document.querySelector("form[data-autofill]");
            if (!form || !await PublicKeyCredential.isConditionalMediationAvailable?.() || clicked) return;
            await ask(form, "conditional").catch(() => {});
          };

          for (const form of document.querySelectorAll("form[data-passkey]")) {
            form.addEventListener("submit", async event => {
              event.preventDefault();
              clicked = true;
              const status = form.querySelector("[role=status]");
              status.textContent = "";
              try {
                await ask(form);
              } catch (error) {
                if (error.name === "AbortError") return;
                status.textContent = reason(error.name, status.dataset);
                clicked = false;
                offerAtField();
              }
            });
          }

          // The button for a new account sends the user name of the form that has a password too.
          document.querySelector("form[data-passkey-name]")?.addEventListener("submit", event => {
            const name = document.getElementById("username");
            if (!name.reportValidity()) event.preventDefault();
            event.target.elements.username.value = name.value;
          });

          // After a sign-in with a password the browser may create a passkey without a dialog. If it does not, or takes its time, the
          // page offers one.
          const offer = document.getElementById("passkey-offer");
          const declined = "passkey-offer-declined";
          const upgrade = async () => {
            if (!offer || localStorage.getItem(declined)) return;
            const show = () => { offer.hidden = false; };
            offer.querySelector("button").addEventListener("click", () => {
              offer.hidden = true;
              localStorage.setItem(declined, "yes");
            });
            const timer = setTimeout(show, 2000);
            const able = await PublicKeyCredential.getClientCapabilities?.();
            if (able?.conditionalCreate && await ask(offer.querySelector("form"), "conditional").then(() => true, () => false)) return;
            clearTimeout(timer);
            show();
          };

          offerAtField();
          upgrade();
        })();
        """#)
}
