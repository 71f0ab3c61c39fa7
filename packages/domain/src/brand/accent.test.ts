import { describe, expect, test } from 'vitest';
import { accentOf, type Colour, contrast, PART_CONTRAST, readColour, TEXT_CONTRAST } from './accent.ts';

test.each<[string, Colour | undefined]>([
  ['#0f606d', '#0f606d'],
  [' 0F606D ', '#0f606d'],
  ['#0aF', '#00aaff'],
  ['', undefined],
  ['#0f60', undefined],
  ['teal', undefined],
  ['#0f606d;}body{display:none', undefined],
  ['url(//mal.example)', undefined],
])('reads %j as %j', (typed, colour) => expect(readColour(typed)).toBe(colour));

// The figures of the second and third line are those that WCAG's own examples give.
test.each<[Colour, Colour, number]>([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['#ffffff', '#ffffff', 1],
])('the contrast of %s with %s is %d', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2);
  expect(contrast(other, one)).toBeCloseTo(expected, 2);
});

describe('accentOf', () => {
  test('keeps a colour that can be read, and says where it was corrected', () => {
    expect(accentOf('#0f606d')).toMatchObject({
      light: { text: '#0f606d', fill: '#0f606d' },
      corrected: { light: false, dark: true },
    });
  });

  test.each<[name: string, Colour, light: boolean]>([
    ['yellow', '#ffd400', true],
    ['orange', '#ff7a00', true],
    ['white', '#ffffff', true],
    ['light grey', '#cccccc', true],
    ['black', '#000000', false],
    ['navy', '#0a1f44', false],
    ['crimson', '#a3123a', false],
    ['green', '#00a651', true],
    ['sky', '#2aa8e0', true],
  ])('%s is corrected in the light theme: %s %s', (_, accent, corrected) =>
    expect(accentOf(accent).corrected.light).toBe(corrected),
  );

  test('every hue at every lightness gives text and buttons that can be read in both themes', () => {
    const grounds: Record<'light' | 'dark', Colour[]> = {
      light: ['#ffffff', '#f8f8f6', '#f4f4f1'],
      dark: ['#151d1f', '#11191b', '#1a2325', '#1d2628'],
    };
    for (let red = 0; red <= 255; red += 51)
      for (let green = 0; green <= 255; green += 51)
        for (let blue = 0; blue <= 255; blue += 51) {
          const hex = [red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('');
          const accent = accentOf(`#${hex}`);
          for (const theme of ['light', 'dark'] as const) {
            const { text, fill, hover } = accent[theme];
            for (const ground of grounds[theme]) {
              expect(contrast(text, ground), `${hex} ${theme} text`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
              expect(contrast(fill, ground), `${hex} ${theme} fill`).toBeGreaterThanOrEqual(PART_CONTRAST);
            }
            expect(contrast(fill, '#ffffff'), `${hex} ${theme} words`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
            expect(contrast(hover, '#ffffff'), `${hex} ${theme} hover`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
          }
        }
  });
});
