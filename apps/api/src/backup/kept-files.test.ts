import { expect, test } from 'vitest';
import { isNamed } from './kept-files.ts';

const LOGO = 'lllllllllllllllllllll1';
const COVER = 'ccccccccccccccccccccc1';
const named = new Set([`agency/${LOGO}.png`, `image/full/${COVER}.jpg`, `image/thumb/${COVER}.jpg`]);

// biome-ignore format: a table of cases reads best aligned
test.each<[key: string, is: boolean]>([
  [`agency/${LOGO}.png`,             true],
  [`agency/mark/${LOGO}.png`,        true],
  [`agency/icon-192/${LOGO}.png`,    true],
  [`agency/share/${LOGO}.jpg`,       true],
  [`agency/share/${COVER}.jpg`,      true],
  [`image/medium/${COVER}.jpg`,      true],
  ['agency/mark/outro.png',          false],
  ['agency/outro.png',               false],
  [`image/medium/${LOGO}.jpg`,       false],
  [`document/${LOGO}.png`,           false],
])('%s is named: %s', (key, is) => expect(isNamed(named, key)).toBe(is));
