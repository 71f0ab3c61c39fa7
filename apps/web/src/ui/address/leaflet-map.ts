import L from 'leaflet';
import { type Position, rounded } from './position.ts';

type MapOptions = {
  url: string;
  /** Makes the map read-only. */
  fixed: boolean;
  onMove: (position: Position) => void;
  onFail: () => void;
};

const BRAZIL: L.LatLngBoundsLiteral = [
  [-33.8, -74],
  [5.3, -34.7],
];
const STREETS = 16;
const LAST_ZOOM = 19;
const STEP = 10;
const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Pin as inline SVG: Leaflet guesses the URLs of its own images, which are not valid in a bundled app. */
const PIN = `<svg viewBox="0 0 28 36" width="28" height="36" aria-hidden="true"><path d="M14 1C6.8 1 1 6.8 1 14c0 9.3 13 21 13 21s13-11.7 13-21C27 6.8 21.2 1 14 1Z"/><circle cx="14" cy="14" r="4.5"/></svg>`;

const positionAt = (point: L.LatLng): Position => {
  const { lat, lng } = point.wrap();
  return { latitude: rounded(lat), longitude: rounded(lng) };
};

export function drawMap(box: HTMLElement, { url, fixed, onMove, onFail }: MapOptions) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(box, {
    attributionControl: false,
    zoomControl: false,
    // Scrolling the page over the map must not zoom it.
    scrollWheelZoom: false,
    fadeAnimation: !still,
    zoomAnimation: !still,
    maxZoom: LAST_ZOOM,
  }).fitBounds(BRAZIL);
  box.role = 'group';
  box.ariaLabel = 'Mapa';
  L.control.zoom({ zoomInTitle: 'Aproximar', zoomOutTitle: 'Afastar' }).addTo(map);

  // Tile servers ask whose pages their tiles are for.
  const tiles = L.tileLayer(url, { maxZoom: LAST_ZOOM, referrerPolicy: 'strict-origin' });
  let came = 0;
  tiles.on('tileload', () => {
    came += 1;
  });
  tiles.on('load', () => {
    if (came === 0) onFail();
  });
  tiles.addTo(map);

  const icon = L.divIcon({ html: PIN, className: 'pin', iconSize: [28, 36], iconAnchor: [14, 35] });
  const pin = L.marker(map.getCenter(), { icon, draggable: !fixed, autoPan: true, keyboard: !fixed });
  pin.on('dragend', () => onMove(positionAt(pin.getLatLng())));
  pin.on('add', () => {
    const element = pin.getElement();
    if (fixed || !element) return;
    element.ariaLabel = 'Marcador: mova com as setas do teclado';
    element.onkeydown = nudge;
  });
  if (!fixed) map.on('click', ({ latlng }) => onMove(positionAt(latlng)));

  /** Ten pixels, one with Shift. */
  function nudge(event: KeyboardEvent) {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? 1 : STEP;
    const from = map.project(pin.getLatLng());
    onMove(positionAt(map.unproject(from.add([arrow[0] * step, arrow[1] * step]))));
  }

  // In a tab that is shown later the box has no size at first.
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(box);

  return {
    show(position: Position | undefined) {
      if (!position) {
        pin.remove();
        return;
      }
      const { latitude: lat, longitude: lng } = position;
      const isNew = !map.hasLayer(pin);
      pin.setLatLng([lat, lng]).addTo(map);
      if (isNew && map.getZoom() < STREETS) map.setView([lat, lng], STREETS, { animate: false });
      else if (!map.getBounds().contains([lat, lng])) map.setView([lat, lng], map.getZoom(), { animate: !still });
    },
    centre: () => positionAt(map.getCenter()),
    remove() {
      resized.disconnect();
      map.remove();
    },
  };
}
