// A map of listings: tiles, pins with prices, and a card of the pin that is chosen. Loaded when it is asked for.
const TILE = 256;
const LAST_ZOOM = 17;
/** Pins nearer than this in pixels would cover each other: they are one, which says how many it stands for. */
const NEAR = { x: 84, y: 36 };
const STEP = 80;

/** Position in the square of the whole world, of side 1 (Web Mercator). */
const project = ({ latitude, longitude }) => {
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((latitude * Math.PI) / 180)));
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
};

const element = (name, className, about = {}) => Object.assign(document.createElement(name), { className, ...about });

function sharp(url) {
  return url.replace('{r}', devicePixelRatio > 1 ? '@2x' : '');
}

export async function drawMap(box, { listings, tiles: template, attribution }) {
  const answer = await fetch(listings, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`map ${answer.status}`);
  const { pins, words } = await answer.json();
  const placed = pins.map((pin) => ({ ...pin, ...project(pin) }));

  const frame = element('div', 'map', { tabIndex: 0, role: 'group', ariaLabel: 'Mapa dos imóveis' });
  const ground = element('div', 'map-ground');
  const layer = element('div', 'map-pins');
  const card = element('div', 'map-card', { hidden: true });
  card.setAttribute('role', 'status');
  const zooms = element('div', 'map-zoom');
  const nearer = element('button', 'button', { type: 'button', textContent: '+', ariaLabel: 'Aproximar' });
  const farther = element('button', 'button', { type: 'button', textContent: '−', ariaLabel: 'Afastar' });
  zooms.append(nearer, farther);
  const note = element('p', 'map-note', { textContent: `${words} ` });
  note.append(credit(attribution));
  frame.append(ground, layer, zooms, card);
  box.append(frame, note);

  let zoom = LAST_ZOOM;
  let centre = { x: 0.5, y: 0.5 };
  const side = () => TILE * 2 ** zoom;
  const size = () => ({ width: frame.clientWidth, height: frame.clientHeight });

  function fitAll() {
    const { width, height } = size();
    const xs = placed.map(({ x }) => x);
    const ys = placed.map(({ y }) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    centre = { x: (left + right) / 2, y: (top + bottom) / 2 };
    const fits = (level) =>
      (right - left) * TILE * 2 ** level <= width - 96 && (bottom - top) * TILE * 2 ** level <= height - 96;
    zoom = 16;
    while (zoom > 3 && !fits(zoom)) zoom -= 1;
  }

  const tiles = new Map();
  function drawTiles() {
    const { width, height } = size();
    const left = centre.x * side() - width / 2;
    const top = centre.y * side() - height / 2;
    const last = 2 ** zoom - 1;
    const wanted = new Set();
    for (let x = Math.floor(left / TILE); x * TILE < left + width; x += 1)
      for (let y = Math.floor(top / TILE); y * TILE < top + height; y += 1) {
        if (y < 0 || y > last || x < 0 || x > last) continue;
        const name = `${zoom}/${x}/${y}`;
        wanted.add(name);
        if (!tiles.has(name)) {
          const image = element('img', '', { alt: '', draggable: false, referrerPolicy: 'strict-origin' });
          image.src = sharp(template).replace('{z}', zoom).replace('{x}', x).replace('{y}', y);
          tiles.set(name, image);
          ground.append(image);
        }
        tiles.get(name).style.transform =
          `translate(${Math.round(x * TILE - left)}px, ${Math.round(y * TILE - top)}px)`;
      }
    for (const [name, image] of tiles)
      if (!wanted.has(name)) {
        image.remove();
        tiles.delete(name);
      }
  }

  /** Pins that lie together at this zoom. */
  function groups() {
    const found = [];
    for (const pin of placed) {
      const at = { left: pin.x * side(), top: pin.y * side() };
      const group = found.find(({ left, top }) => Math.abs(left - at.left) < NEAR.x && Math.abs(top - at.top) < NEAR.y);
      if (group) group.pins.push(pin);
      else found.push({ ...at, pins: [pin] });
    }
    return found;
  }

  let chosen;
  function drawPins() {
    const { width, height } = size();
    const left = centre.x * side() - width / 2;
    const top = centre.y * side() - height / 2;
    const focused = layer.contains(document.activeElement) ? document.activeElement.dataset.first : undefined;
    layer.replaceChildren(
      ...groups().map((group) => {
        const [first] = group.pins;
        const many = group.pins.length > 1;
        const pin = element('button', many ? 'map-pin many' : 'map-pin', {
          type: 'button',
          ariaLabel: many ? `${group.pins.length} imóveis aqui` : `${first.title}, ${first.price}`,
        });
        pin.append(element('span', '', { textContent: many ? String(group.pins.length) : first.price }));
        pin.dataset.first = first.id;
        pin.setAttribute('aria-pressed', String(chosen === first.id));
        pin.style.transform = `translate(${Math.round(group.left - left)}px, ${Math.round(group.top - top)}px) translate(-50%, -50%)`;
        pin.addEventListener('click', () => choose(group));
        return pin;
      }),
    );
    if (focused) layer.querySelector(`[data-first="${focused}"]`)?.focus({ preventScroll: true });
  }

  function draw() {
    drawTiles();
    drawPins();
    nearer.disabled = zoom >= LAST_ZOOM;
    farther.disabled = zoom <= 3;
  }

  function choose({ pins: some, left, top }) {
    if (some.length > 1 && zoom < LAST_ZOOM) {
      centre = { x: left / side(), y: top / side() };
      zoomTo(Math.min(LAST_ZOOM, zoom + 2));
      return;
    }
    chosen = some[0].id;
    card.replaceChildren(
      ...some.map(({ title, cost, near, path }) => {
        const link = element('a', '', { href: path });
        const text = element('span', '');
        text.append(
          element('strong', '', { textContent: cost }),
          element('span', '', { textContent: title }),
          element('span', 'dim', { textContent: near }),
        );
        link.append(text);
        return link;
      }),
    );
    card.hidden = false;
    draw();
  }

  function zoomTo(level) {
    zoom = Math.max(3, Math.min(LAST_ZOOM, level));
    for (const image of tiles.values()) image.remove();
    tiles.clear();
    draw();
  }

  function move(dx, dy) {
    centre = { x: centre.x - dx / side(), y: Math.min(1, Math.max(0, centre.y - dy / side())) };
    draw();
  }

  // Two fingers zoom, one drags sideways and along; a wheel zooms with Ctrl only, so that the page still scrolls.
  const fingers = new Map();
  let spread = 0;
  const distance = () => {
    const [one, other] = [...fingers.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  frame.addEventListener('pointerdown', (event) => {
    if (event.target.closest('button, a')) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    frame.setPointerCapture(event.pointerId);
    if (fingers.size === 2) spread = distance();
  });
  frame.addEventListener('pointermove', (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    fingers.set(event.pointerId, to);
    if (fingers.size === 1) move(to.x - from.x, to.y - from.y);
    else if (distance() > spread * 1.6 || distance() < spread / 1.6) {
      zoomTo(zoom + (distance() > spread ? 1 : -1));
      spread = distance();
    }
  });
  for (const name of ['pointerup', 'pointercancel'])
    frame.addEventListener(name, ({ pointerId }) => fingers.delete(pointerId));
  frame.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(zoom + (event.deltaY < 0 ? 1 : -1));
    },
    { passive: false },
  );
  frame.addEventListener('dblclick', (event) => {
    if (!event.target.closest('button, a')) zoomTo(zoom + 1);
  });
  const ARROWS = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
  frame.addEventListener('keydown', (event) => {
    if (event.target !== frame) return;
    if (ARROWS[event.key]) move(...ARROWS[event.key]);
    else if (event.key === '+' || event.key === '-') zoomTo(zoom + (event.key === '+' ? 1 : -1));
    else return;
    event.preventDefault();
  });
  nearer.addEventListener('click', () => zoomTo(zoom + 1));
  farther.addEventListener('click', () => zoomTo(zoom - 1));
  new ResizeObserver(draw).observe(frame);

  if (placed.length > 0) fitAll();
  else zoom = 4;
  draw();
}

/** Plain words; those who draw the open map ask for a link to their terms. */
function credit(text) {
  const [before, ...rest] = text.split('OpenStreetMap');
  const words = element('span', '');
  words.append(before);
  if (rest.length > 0) {
    words.append(
      element('a', '', {
        href: 'https://www.openstreetmap.org/copyright',
        rel: 'noopener',
        textContent: 'OpenStreetMap',
      }),
      rest.join('OpenStreetMap'),
    );
  }
  return words;
}
