// Measurement by others, and the listings looked at last, which go with a form: only after the visitor's yes. The campaign
// of an address goes with the forms of this visit.
(() => {
  const { analytics, ads, meta } = document.currentScript.dataset;
  const KEY = 'medicao';
  const CAMPAIGN = 'campanha';
  const CLICK = 'clique';
  const SEEN = 'vistos';
  const MOST_SEEN = 10;
  const banner = document.querySelector('[data-consent]');

  function read(store, key) {
    try {
      return store.getItem(key);
    } catch {
      return null;
    }
  }
  function keep(store, key, value) {
    try {
      store.setItem(key, value);
    } catch {
      // A browser that keeps nothing is asked on each page.
    }
  }

  const given = new URLSearchParams(location.search);
  const parts = ['utm_source', 'utm_medium', 'utm_campaign'].map((name) => given.get(name)).filter(Boolean);
  const click = ['gclid', 'gbraid', 'wbraid'].find((name) => given.get(name));
  if (parts.length > 0 || click) {
    const words = parts.map((part) => part.slice(0, 60)).join(' / ');
    keep(sessionStorage, CAMPAIGN, words || 'Google Ads');
    keep(sessionStorage, CLICK, click ? `${click} ${given.get(click)}` : '');
  }

  let on = false;
  for (const form of document.querySelectorAll('.asked form')) {
    form.addEventListener('formdata', ({ formData }) => {
      // The number of a click names a person to who sold it: it goes with the yes alone.
      const words = [read(sessionStorage, CAMPAIGN), on && read(sessionStorage, CLICK)].filter(Boolean).join(' / ');
      if (words) formData.set('campaign', words.slice(0, 200));
      if (on) formData.set('seen', read(sessionStorage, SEEN) ?? '');
    });
  }

  const load = (src) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    document.head.append(script);
  };

  /** Remembers the listing of this page as the one looked at last, in this tab. */
  function remember() {
    const [, listing] = /^\/imovel\/(?:alugar|comprar)\/(\d+)/.exec(location.pathname) ?? [];
    if (!listing) return;
    const before = (read(sessionStorage, SEEN) ?? '').split(',').filter((one) => one && one !== listing);
    keep(sessionStorage, SEEN, [listing, ...before].slice(0, MOST_SEEN).join(','));
  }

  function start() {
    if (on) return;
    on = true;
    remember();
    const tags = [analytics, ads].filter(Boolean);
    if (tags.length > 0) {
      window.dataLayer = window.dataLayer ?? [];
      window.gtag = function gtag() {
        // The tag reads the arguments themselves.
        // biome-ignore lint/complexity/noArguments: an array isn't taken for a command.
        window.dataLayer.push(arguments);
      };
      window.gtag('js', new Date());
      for (const tag of tags) window.gtag('config', tag);
      load(`https://www.googletagmanager.com/gtag/js?id=${tags[0]}`);
    }
    if (meta) {
      const queue = (...words) => (queue.callMethod ? queue.callMethod(...words) : queue.queue.push(words));
      Object.assign(queue, { push: queue, loaded: true, version: '2.0', queue: [] });
      window.fbq = queue;
      window._fbq = queue;
      load('https://connect.facebook.net/en_US/fbevents.js');
      window.fbq('init', meta);
      window.fbq('track', 'PageView');
    }
  }

  // A lead is a form that was taken: its answer leads to thanks, or to the visit's own page, which nobody measures.
  let sending = false;
  document.addEventListener('submit', async (event) => {
    const { target: form, submitter } = event;
    // A button with a name turns to another day.
    if (!on || !form.closest('.asked') || submitter?.name) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    try {
      const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
      // A page that answers the form itself is shown by sending it as without this script.
      if (!answer.redirected) return form.submit();
      const to = new URL(answer.url);
      if (to.pathname.startsWith('/visita/') || to.searchParams.has('enviado')) {
        window.gtag?.('event', 'generate_lead', { transport_type: 'beacon' });
        window.fbq?.('track', 'Lead');
      }
      if (to.href === location.href.split('#', 1)[0]) return location.reload();
      if (to.pathname === location.pathname) to.hash = new URL(form.action).hash;
      location.assign(to);
    } catch {
      form.submit();
    }
  });

  /** Cookies of those who measured, at each domain that the site may set them for. */
  function forget() {
    const labels = location.hostname.split('.');
    const domains = ['', ...labels.slice(0, -1).map((_, at) => `; domain=${labels.slice(at).join('.')}`)];
    for (const [name] of document.cookie.split('; ').map((cookie) => cookie.split('=', 1))) {
      if (!/^_(?:ga|gid|gcl|fb[pc]|dc_gtm)/.test(name)) continue;
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store isn't in every browser.
      for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`;
    }
  }

  /** Does what the visitor answered, here or in another tab. */
  function follow(answer) {
    banner.hidden = answer === 'sim' || answer === 'nao';
    if (answer === 'sim') start();
    if (answer !== 'nao') return;
    keep(sessionStorage, SEEN, '');
    forget();
    if (on) location.reload();
  }

  banner.addEventListener('click', ({ target }) => {
    const { answer } = target.dataset;
    if (!answer) return;
    keep(localStorage, KEY, answer);
    follow(answer);
  });
  for (const item of document.querySelectorAll('[data-measurement]')) {
    item.hidden = false;
    item.addEventListener('click', () => {
      banner.hidden = false;
      banner.querySelector('button').focus();
    });
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) follow(newValue);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    sending = false;
    follow(read(localStorage, KEY));
  });

  follow(read(localStorage, KEY));
})();
