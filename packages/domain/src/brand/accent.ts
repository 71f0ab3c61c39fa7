/** A colour of the web, `#0f606d`, in lower case. */
export type Colour = `#${string}`;

/** Colours of one theme derived from the accent: text and links, filled buttons with white text, and these on hover. */
export type Shades = { text: Colour; fill: Colour; hover: Colour };

export type Accent = {
  light: Shades;
  dark: Shades;
  /** Themes in which the accent itself would be hard to read, and is replaced by a darker or lighter shade of it. */
  corrected: { light: boolean; dark: boolean };
};

/** WCAG 2.2, 1.4.3: contrast of text with what lies behind it. */
export const TEXT_CONTRAST = 4.5;
/** WCAG 2.2, 1.4.11: contrast of a part, such as a button, with what lies behind it. */
export const PART_CONTRAST = 3;

const WHITE = '#ffffff';
const BLACK = '#000000';
/** Backgrounds of text on the public pages (`site.css`): page, sunken, raised and hovered. */
const GROUNDS: Record<'light' | 'dark', readonly Colour[]> = {
  light: [WHITE, '#f8f8f6', '#f4f4f1'],
  dark: ['#151d1f', '#11191b', '#1a2325', '#1d2628'],
};
/** Hundredths of a step from one shade to the next. */
const STEPS = 100;

/** Reads `#0f606d`, `0F606D` or `#0aF`. Undefined when it is none. */
export function readColour(typed: string): Colour | undefined {
  const found = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim())?.[1]?.toLowerCase();
  if (!found) return undefined;
  return `#${found.length === 6 ? found : found.replace(/./g, '$&$&')}`;
}

/** Contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Shades of an accent that can be read in both themes. A colour that already can is kept as it is. */
export function accentOf(accent: Colour): Accent {
  const light = {
    text: shaded(accent, BLACK, (colour) => isReadable(colour, 'light')),
    fill: shaded(accent, BLACK, (colour) => contrast(colour, WHITE) >= TEXT_CONTRAST),
  };
  const seen = (colour: Colour) => GROUNDS.dark.every((ground) => contrast(colour, ground) >= PART_CONTRAST);
  const dark = {
    text: shaded(accent, WHITE, (colour) => isReadable(colour, 'dark')),
    // Light enough to be seen on the page, and then dark enough for white text.
    fill: shaded(shaded(accent, WHITE, seen), BLACK, (colour) => contrast(colour, WHITE) >= TEXT_CONTRAST),
  };
  return {
    light: { ...light, hover: mixed(light.fill, BLACK, 0.2) },
    dark: { ...dark, hover: mixed(dark.fill, BLACK, 0.2) },
    corrected: {
      light: light.text !== accent || light.fill !== accent,
      dark: dark.text !== accent || dark.fill !== accent,
    },
  };
}

const isReadable = (colour: Colour, theme: 'light' | 'dark') =>
  GROUNDS[theme].every((ground) => contrast(colour, ground) >= TEXT_CONTRAST);

/** The first shade on the way to `towards` that `serves` accepts; its hue stays. */
function shaded(colour: Colour, towards: Colour, serves: (colour: Colour) => boolean): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mixed(colour, towards, step / STEPS);
    if (serves(shade)) return shade;
  }
  return towards;
}

const channels = (colour: Colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** `part` of the way from one colour to another, channel by channel. */
function mixed(from: Colour, to: Colour, part: number): Colour {
  const target = channels(to);
  const hex = channels(from).map((value, index) => Math.round(value + ((target[index] ?? 0) - value) * part));
  return `#${hex.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance by WCAG 2.2, from 0 to 1. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
