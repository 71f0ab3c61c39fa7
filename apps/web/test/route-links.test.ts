import { expect, test } from 'vitest';
import { mapsLink, wazeLink } from '../src/lib/route-links.ts';

test.each([
  [
    'Rua Halfeld, 80, Juiz de Fora',
    'destination=Rua%20Halfeld%2C%2080%2C%20Juiz%20de%20Fora',
    'q=Rua%20Halfeld%2C%2080%2C%20Juiz%20de%20Fora&',
  ],
  ['-21.76,-43.35', 'destination=-21.76%2C-43.35', 'll=-21.76%2C-43.35&'],
])('the way to %s', (place, maps, waze) => {
  expect(mapsLink(place)).toContain(maps);
  expect(wazeLink(place)).toContain(waze);
});
