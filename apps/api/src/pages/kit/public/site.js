// The pages work without this. It adds favourites, kept in this browser alone, sharing, the map on demand, and closes open
// menus.
(() => {
  const KEY = 'favoritos';
  const MOST = 50;
  const on = document.addEventListener.bind(document);

  function read() {
    try {
      const ids = JSON.parse(localStorage.getItem(KEY) ?? '[]');
      return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST) : [];
    } catch {
      return [];
    }
  }

  function keep(ids) {
    try {
      localStorage.setItem(KEY, JSON.stringify(ids));
    } catch {
      // A browser that keeps nothing shows the choice until the page is left.
    }
  }

  let ids = read();

  const address = (link) => `${link.dataset.favorites}${ids.length > 0 ? `?imoveis=${ids.join()}` : ''}`;

  function show() {
    for (const button of document.querySelectorAll('[data-favorite]')) {
      const is = ids.includes(Number(button.dataset.favorite));
      button.hidden = false;
      button.setAttribute('aria-pressed', String(is));
    }
    for (const link of document.querySelectorAll('[data-favorites]')) {
      link.hidden = false;
      link.href = address(link);
      const count = link.querySelector('.count');
      count.textContent = ids.length > 0 ? String(ids.length) : '';
      count.hidden = ids.length === 0;
      link.ariaLabel = ids.length > 0 ? `Favoritos ${ids.length}` : 'Favoritos';
    }
  }

  on('click', (event) => {
    const button = event.target.closest('[data-favorite]');
    if (!button) return;
    const id = Number(button.dataset.favorite);
    ids = ids.includes(id) ? ids.filter((one) => one !== id) : [id, ...ids].slice(0, MOST);
    keep(ids);
    show();
    if (!button.hasAttribute('data-leaves')) return;
    button.closest('li').remove();
    // The page's own address is sent to others, so it follows.
    history.replaceState(null, '', `${location.pathname}${ids.length > 0 ? `?imoveis=${ids.join()}` : ''}`);
  });
  addEventListener('storage', () => {
    ids = read();
    show();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    ids = read();
    show();
  });

  // The page of favourites is made by the server of the numbers in its address.
  const missing = document.querySelector('[data-favorites-missing]');
  if (missing && ids.length > 0) location.replace(`${location.pathname}?imoveis=${ids.join()}`);
  show();

  for (const link of document.querySelectorAll('[data-share]')) {
    const words = link.querySelector('[data-words]');
    const before = words.textContent;
    link.addEventListener('click', async (event) => {
      event.preventDefault();
      const data = { title: link.dataset.share, url: link.href };
      if (navigator.share) {
        await navigator.share(data).catch(() => {});
        return;
      }
      try {
        await navigator.clipboard.writeText(link.href);
        words.textContent = 'Link copiado';
      } catch {
        words.textContent = 'Copie o endereço da página';
      }
      setTimeout(() => {
        words.textContent = before;
      }, 3000);
    });
  }

  for (const button of document.querySelectorAll('[data-map]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const box = document.getElementById(button.getAttribute('aria-controls'));
      const open = button.getAttribute('aria-expanded') !== 'true';
      button.setAttribute('aria-expanded', String(open));
      button.querySelector('[data-words]').textContent = open ? 'Fechar mapa' : 'Mapa';
      box.hidden = !open;
      if (!open || box.childElementCount > 0) return;
      try {
        const { drawMap } = await import(button.dataset.map);
        await drawMap(box, button.dataset);
      } catch {
        box.textContent = 'Não foi possível carregar o mapa. Tente de novo em instantes.';
      }
    });
  }

  const bar = document.querySelector('.ask');
  if (bar) {
    const inSight = new Set();
    const watch = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) inSight[isIntersecting ? 'add' : 'delete'](target);
      bar.classList.toggle('away', inSight.size > 0);
    });
    for (const form of document.querySelectorAll('.asked form')) watch.observe(form);
  }

  on('click', ({ target }) => {
    for (const menu of document.querySelectorAll('.tools details[open]')) if (!menu.contains(target)) menu.open = false;
  });
  on('keydown', ({ key, target }) => {
    const menu = key === 'Escape' && target.closest('.tools details[open]');
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });
})();
