/** Side of a tile in pixels. */
export const TILE = 256;
/** Grid in degrees: some 330 m, so that the middle of a map reveals no address. */
const GRID = 0.003;
/** Streets have names at this zoom. */
const ZOOM = 15;
const EARTH_METRES = 40_075_016;
/** Metres around the middle within which the property lies. */
export const AREA_METRES = 300;

type Position = { latitude: number; longitude: number };
type Size = { width: number; height: number };

export type MapArea = Size & {
  tiles: { z: number; x: number; y: number; left: number; top: number }[];
  /** Pixels of `AREA_METRES`. */
  radius: number;
};

const coarse = (degrees: number) => Math.round(degrees / GRID) * GRID;

/** Tiles of a picture around a position that is made coarse on purpose, each with its place in the picture. */
export function mapArea({ latitude, longitude }: Position, { width, height }: Size): MapArea {
  const world = TILE * 2 ** ZOOM;
  const angle = (coarse(latitude) * Math.PI) / 180;
  const middle = {
    x: ((coarse(longitude) + 180) / 360) * world,
    y: ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * world,
  };
  const [left, top] = [Math.round(middle.x - width / 2), Math.round(middle.y - height / 2)];
  const range = (from: number, length: number) =>
    Array.from(
      { length: Math.floor((from + length - 1) / TILE) - Math.floor(from / TILE) + 1 },
      (_, index) => Math.floor(from / TILE) + index,
    );
  const tiles = range(top, height).flatMap((y) =>
    range(left, width).map((x) => ({ z: ZOOM, x, y, left: x * TILE - left, top: y * TILE - top })),
  );
  return { width, height, tiles, radius: (AREA_METRES * world) / (EARTH_METRES * Math.cos(angle)) };
}
