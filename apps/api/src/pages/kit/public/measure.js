// Measurement by others, only after the visitor's yes. The campaign of an address goes with the forms of this visit.
(() => {
  const { analytics, ads, meta } = document.currentScript.dataset;
  const KEY = 'medicao';
  const CAMPAIGN = 'campanha';
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
  if (parts.length > 0) keep(sessionStorage, CAMPAIGN, parts.map((part) => part.slice(0, 60)).join(' / '));
  const campaign = read(sessionStorage, CAMPAIGN);
  for (const form of document.querySelectorAll('.asked form')) {
    if (!campaign) break;
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'campaign';
    field.value = campaign;
    form.append(field);
  }

  const load = (src) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    document.head.append(script);
  };

  let on = false;
  function start() {
    if (on) return;
    on = true;
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

  document.addEventListener('submit', ({ target }) => {
    if (!on || !target.closest('.asked')) return;
    window.gtag?.('event', 'generate_lead', { transport_type: 'beacon' });
    window.fbq?.('track', 'Lead');
  });

  banner.addEventListener('click', ({ target }) => {
    const { answer } = target.dataset;
    if (!answer) return;
    const was = on;
    keep(localStorage, KEY, answer);
    banner.hidden = true;
    if (answer === 'sim') start();
    else if (was) location.reload();
  });
  for (const item of document.querySelectorAll('[data-measurement]')) {
    item.hidden = false;
    item.addEventListener('click', () => {
      banner.hidden = false;
      banner.querySelector('button').focus();
    });
  }

  const answer = read(localStorage, KEY);
  if (answer === 'sim') start();
  else banner.hidden = answer === 'nao';
})();
