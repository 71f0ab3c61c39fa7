/** Side of a cell in degrees: some 330 m from north to south. */
const CELL = 0.003;

type Position = { latitude: number; longitude: number };

/**
 * Position of a listing as the public map shows it: somewhere in the cell of a grid in which the property lies, always the
 * same place of the cell for one listing. It follows from the cell and the listing's number alone, so it tells no more
 * than the cell.
 */
export function publicPosition(id: number, { latitude, longitude }: Position): Position {
  const within = (degrees: number, share: number) => Number(((Math.floor(degrees / CELL) + share) * CELL).toFixed(5));
  return { latitude: within(latitude, share(id * 2)), longitude: within(longitude, share(id * 2 + 1)) };
}

/** A number from 0.1 to 0.9 that neighbouring seeds scatter, so that pins of one cell don't cover each other. */
function share(seed: number): number {
  const scattered = Math.abs(Math.sin(seed * 12.9898) * 43_758.5453);
  return 0.1 + 0.8 * (scattered - Math.floor(scattered));
}
