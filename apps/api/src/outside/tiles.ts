import { outsideFiles, type Patience } from './service.ts';

export type Tile = { z: number; x: number; y: number };

/** Tiles of a map server, by the address that browsers use: `https://tiles.example/{z}/{x}/{y}.png`. */
export function mapTiles(template: string, patience: Patience) {
  const address = ({ z, x, y }: Tile) =>
    template
      .replace('{s}', 'a')
      .replace('{z}', String(z))
      .replace('{x}', String(x))
      .replace('{y}', String(y))
      .replace('{r}', '');
  const read = outsideFiles(address({ z: 0, x: 0, y: 0 }), patience);
  return (tile: Tile): Promise<Buffer> => read(new URL(address(tile)));
}
