const isPoint = (place: string) => /^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(place);

/** Opens the way to a place in Google Maps: an address, or `latitude,longitude`. */
export const mapsLink = (place: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`;

/** The same in Waze. */
export const wazeLink = (place: string) =>
  `https://waze.com/ul?${isPoint(place) ? 'll' : 'q'}=${encodeURIComponent(place)}&navigate=yes`;
