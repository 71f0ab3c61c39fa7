import type { Coordinates } from '@morada/contract/registry/places';

const MILLION = 1_000_000;
/** Six decimals are about 10 cm. */
const round = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

/** Valid coordinates, or undefined. */
export function coordinates(latitude: number, longitude: number): Coordinates | undefined {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return { latitude: round(latitude), longitude: round(longitude) };
}
