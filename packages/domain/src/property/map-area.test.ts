import { expect, test } from 'vitest';
import { mapArea } from './map-area.ts';

const SIZE = { width: 640, height: 180 };

test('the tiles of a place cover the picture without gaps', () => {
  const { tiles, radius } = mapArea({ latitude: -21.7642, longitude: -43.3496 }, SIZE);
  // Juiz de Fora at zoom 15, by the formula of the OpenStreetMap wiki.
  expect(tiles.every(({ z, x, y }) => z === 15 && x >= 12_436 && x <= 12_440 && y >= 18_413 && y <= 18_415)).toBe(true);
  for (let x = 0; x < SIZE.width; x += 1)
    for (const y of [0, SIZE.height - 1])
      expect(tiles.filter(({ left, top }) => left <= x && x < left + 256 && top <= y && y < top + 256)).toHaveLength(1);
  // 300 m at 4.78 m a pixel on the equator, times the cosine of the latitude.
  expect(radius).toBeCloseTo(300 / (4.777 * Math.cos((21.765 * Math.PI) / 180)), 0);
});

test('neighbours within a block have the same map', () => {
  const [one, other] = [-21.7642, -21.7639].map((latitude) => mapArea({ latitude, longitude: -43.3496 }, SIZE));
  expect(one).toEqual(other);
});
