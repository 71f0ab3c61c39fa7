export type Position = { latitude: number; longitude: number };

const MILLION = 1_000_000;
/** Rounds to six decimals, about 10 cm. */
export const rounded = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

/** Parses typed degrees, with a point or a comma, clamped to the globe; null for anything but a number. */
export function degrees(typed: string, most: number): number | null {
  if (!/^-?\d+([.,]\d*)?$/.test(typed.trim())) return null;
  return rounded(Math.max(-most, Math.min(most, Number(typed.replace(',', '.')))));
}

export function positionOf(latitude: unknown, longitude: unknown): Position | undefined {
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

/** As maps write it, so that it can be carried to another. */
export const inWords = ({ latitude, longitude }: Position) => `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
