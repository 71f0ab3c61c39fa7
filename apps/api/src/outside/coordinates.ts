import type { Coordinates } from '@morada/contract/places';

const MILLION = 1_000_000;
/** Six decimals are a hand's breadth. */
const round = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

/** A place on Earth, or none. */
export function coordinates(latitude: number, longitude: number): Coordinates | undefined {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return { latitude: round(latitude), longitude: round(longitude) };
}
