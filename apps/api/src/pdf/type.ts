import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { onDemand } from '../base/on-demand.ts';
import { printable } from './printable.ts';

export type Pdf = InstanceType<typeof PDFDocument>;
export type Element = PDFKit.PDFStructureElement;
export type Face = { bold?: boolean; italic?: boolean };
type Margins = { top: number; bottom: number; left: number; right: number };
type Opening = {
  title: string;
  author: string;
  day: CalendarDate;
  margins: Margins;
  /** Points; A4 upright unless given. */
  size?: readonly [width: number, height: number];
};

/** Arimo, embedded in each file. Its widths equal those of Helvetica and Arial, so a bank's form keeps its measures. */
const FACES = {
  text: import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  'text-bold': import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
  'text-italic': import.meta.resolve('@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf'),
  'text-bold-italic': import.meta.resolve('@expo-google-fonts/arimo/700Bold_Italic/Arimo_700Bold_Italic.ttf'),
};

const library = onDemand<typeof PDFDocument>('pdfkit');
const fontLibrary = onDemand<typeof import('fontkit')>('fontkit');
let fonts: { name: string; font: Font }[] | undefined;

/** Codes without a meaning of their own, under which the font also lists ligatures. */
const isPrivate = (code: number) => code >= 0xe000 && code <= 0xf8ff;

/**
 * Opens the faces once for all documents: to read a face takes ten times as long as to draw a page with it. An open font
 * keeps for each glyph the letter that it was first asked for, and no letter for the parts of an accented one, so each
 * letter is asked for before the first document: otherwise the "c" of a "ç" would be copied from the next one as nothing.
 */
const openFonts = () =>
  Object.entries(FACES).map(([name, file]) => {
    const font = fontLibrary().create(readFileSync(fileURLToPath(file))) as Font;
    for (const code of font.characterSet) if (!isPrivate(code)) font.glyphForCodePoint(code);
    return { name, font };
  });

/** File names of the documents that were opened here. */
const names = new WeakMap<WeakKey, string>();

/**
 * pdfkit's option that places a text of `size` points like Helvetica, whose first line begins 718/1000 of the size
 * above the baseline. The layouts are measured in Helvetica; with its own ascent Arimo would be two points lower.
 */
export const placed = (size: number) => ({ baseline: -0.718 * size });

/**
 * A tagged document and the root of its structure; the caller ends both. Clients of the agency receive it, so its
 * metadata names the agency only.
 */
export function openPdf({ title, author, day, margins, size }: Opening) {
  const Document = library();
  const pdf = new Document({
    size: size ? [...size] : 'A4',
    margins,
    pdfVersion: '1.7',
    lang: 'pt-BR',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    // Opens no standard font, since every font in use is embedded.
    font: '',
    info: {
      Title: printable(title),
      Author: printable(author),
      Creator: printable(author),
      Producer: printable(author),
      CreationDate: new Date(`${day}T12:00:00Z`),
    },
  });
  fonts ??= openFonts();
  // pdfkit takes open fonts too, which its types don't say.
  for (const { name, font } of fonts) pdf.registerFont(name, font as unknown as Buffer);
  names.set(pdf, `${printable(title)}.pdf`);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  return { pdf, root };
}

/** The name under which a document is saved: its title. Undefined for a stream that is not a document of ours. */
export const pdfName = (stream: unknown) => names.get(stream as WeakKey);

export const setFace = (pdf: Pdf, { bold, italic }: Face, size: number, color: string) =>
  pdf.font(`text${bold ? '-bold' : ''}${italic ? '-italic' : ''}`, size).fillColor(color);
