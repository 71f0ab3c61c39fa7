// A page that waits for a payment or an authorisation shows it as it comes: while it is in sight, it is read anew every few
// seconds, and loaded again once it says something else. Without scripts, its link does it by hand. A page that nobody has
// touched for half an hour stops, since each look keeps the session open; a hand, or coming back to it, begins anew. The home
// page takes more to make: it is watched once its code was copied.
(() => {
  const place = document.querySelector('[data-watch]');
  if (place?.dataset.watch === 'copied') place.addEventListener('click', watch, { once: true });
  else if (place) watch();
})();

function watch() {
  const EVERY = 4_000;
  const UNTOUCHED = 30 * 60_000;
  const textOf = (page) => page.querySelector('main').textContent;
  const before = textOf(document);
  let end = Date.now() + UNTOUCHED;
  let timer = 0;
  let isLooking = false;
  let hasSent = false;

  const look = async () => {
    clearTimeout(timer);
    timer = 0;
    if (isLooking || hasSent || document.visibilityState !== 'visible' || Date.now() > end) return;
    isLooking = true;
    try {
      const answer = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      // A form that was sent meanwhile has its own answer.
      if (answer.ok && !hasSent && textOf(page) !== before) return location.reload();
    } catch {
      // Without a connection the next look finds it.
    } finally {
      isLooking = false;
    }
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(look, EVERY);
  };
  const touched = () => {
    end = Date.now() + UNTOUCHED;
    if (timer === 0) look();
  };
  // Back from the bank's app, or by the browser's own way back: at once, in place of the look that was due.
  const back = () => {
    hasSent = false;
    end = Date.now() + UNTOUCHED;
    look();
  };
  document.addEventListener('visibilitychange', back);
  addEventListener('pageshow', ({ persisted }) => persisted && back());
  addEventListener('submit', ({ defaultPrevented }) => {
    hasSent ||= !defaultPrevented;
  });
  for (const sign of ['focus', 'pointerdown', 'keydown', 'scroll']) addEventListener(sign, touched, { passive: true });
  wait();
}

// Codes lie on the page to be marked and copied; this adds a button beside each that does it.
(() => {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll('button[data-copy]')) {
    const words = button.textContent;
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).dataset.code);
        button.textContent = 'Copiado';
      } catch {
        button.textContent = 'Marque o código e copie';
      }
      setTimeout(() => {
        button.textContent = words;
      }, 3000);
    });
  }
})();
