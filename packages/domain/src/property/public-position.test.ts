import { expect, test } from 'vitest';
import { publicPosition } from './public-position.ts';

const cell = (degrees: number) => Math.floor(degrees / 0.003);

test('stays in the cell of the property, and tells nothing of where in it', () => {
  // Two corners of one cell: -21.765 to -21.762, -43.350 to -43.347.
  const one = publicPosition(12, { latitude: -21.7649, longitude: -43.3499 });
  const other = publicPosition(12, { latitude: -21.7621, longitude: -43.3471 });
  expect(one).toEqual(other);
  expect([cell(one.latitude), cell(one.longitude)]).toEqual([cell(-21.7635), cell(-43.3485)]);
});

test('sets listings of one building apart', () => {
  const places = Array.from({ length: 50 }, (_, id) => publicPosition(id, { latitude: -21.7635, longitude: -43.3485 }));
  expect(new Set(places.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(50);
  for (const { latitude, longitude } of places)
    expect([cell(latitude), cell(longitude)]).toEqual([cell(-21.7635), cell(-43.3485)]);
});

test('is the same at each call', () => {
  const at = { latitude: 2.8235, longitude: -60.6758 };
  expect(publicPosition(7, at)).toEqual(publicPosition(7, at));
});
