import { Readable } from 'node:stream';
import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { noteProblems, type notes } from '@morada/contract/fiscal/fiscal-notes';
import { calendarDate, type Reference, referenceOf } from '@morada/domain/base/calendar';
import type { NfseNote } from '@morada/domain/nfse/note';
import { ZipFile } from 'yazl';
import { municipalityNames } from '#api/base/municipalities.ts';
import type { Context, Db } from '#api/context.ts';
import { addOnce } from '#api/files/zip.ts';
import { readNote } from '#api/outside/nfse/note.ts';
import { danfsePdf } from '#api/pdf/danfse.ts';
import { cityList } from './city-notes.export.ts';
import * as queries from './note-papers.queries.ts';

export type { PaperSource } from './note-papers.queries.ts';

/** The paper of a note, from its XML. @throws NOTE_XML_NOT_FOUND where the text is none. */
export async function drawPaper({ xml, cancelled }: { xml: string; cancelled: boolean }) {
  return danfsePdf({ note: noteOf(xml), cancelled, cityOf: await municipalityNames() });
}

function noteOf(xml: string): NfseNote {
  const note = readNote(xml);
  if (!note) throw noteProblems.NOTE_XML_NOT_FOUND();
  return note;
}

const xmlFile = (name: string, xml: string) => ({
  ...{ name: `${name}.xml`, type: 'application/xml; charset=utf-8' },
  stream: Readable.from([xml]),
});

/** The paper of a note that was issued here. */
export async function printIssued(ctx: Context, id: number) {
  const found = await queries.findIssued(ctx.db, id);
  if (!found) throw noteProblems.NOTE_NOT_FOUND();
  return drawPaper(found);
}

// Of a person ----------------------------------------------------------------------------------------------------------------

/** A page of the notes that a person issued, or that were issued for them, as their XML tells them, or what the city told. */
export async function listOfPerson(db: Db, client: number, page: number) {
  const { rows, total } = await queries.findOfPerson(db, client, page);
  const papers = rows.map((row) => {
    if (row.city !== null) return row.city;
    const { source, id, xml, cancelled } = row;
    const { number, issuer, taker, processed_at, amounts, service } = noteOf(xml);
    return {
      ...{ source, id, number: String(number), cancelled, amount: amounts.service },
      ...{ issued_on: calendarDate(processed_at.slice(0, 10)), verification: null, url: null },
      ...{ issuer: issuer.name, taker: taker?.name ?? null, description: service.description },
    };
  });
  return { papers, page, lastPage: lastPage(total) };
}
export type PersonsPaper = Awaited<ReturnType<typeof listOfPerson>>['papers'][number];

export const { hasAny } = queries;

/** Undefined: there is no such note, or it belongs to another person. */
export async function findPaperOfPerson(db: Db, client: number, source: queries.PaperSource, id: number) {
  const found = await queries.findOneOfPerson(db, client, source, id);
  return found && { print: () => drawPaper(found), xml: () => xmlFile(`nfse-${noteOf(found.xml).number}`, found.xml) };
}

// Of a month -----------------------------------------------------------------------------------------------------------------

/** Notes read at once. */
const BLOCK = 100;
const FIRST = { source: '' as queries.PaperSource, id: 0 };

/**
 * Every XML of a month in one archive, cancellations included. One note after another, as the reader takes them, so that
 * memory does not grow with their number; those of the restricted environment lie in a folder of their own. Notes of cities
 * have no XML here: a list of them says where each is.
 */
export async function packMonth(ctx: Context, { month: asked }: Received<typeof notes.archive>['query']) {
  const month = asked ?? referenceOf(ctx.today());
  const first = await queries.findOfMonth(ctx.db, month, FIRST, BLOCK);
  const cities = await queries.findOfCities(ctx.db, month);
  if (first.length === 0 && cities.length === 0) throw noteProblems.NOTES_OF_MONTH_NOT_FOUND();
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  addMonth(ctx.db, zip, month, { first, cities }).catch((error) => stream.destroy(error));
  return { stream, name: `notas-${month}.zip`, type: 'application/zip' };
}

async function addMonth(
  db: Db,
  zip: ZipFile,
  month: Reference,
  { first, cities }: { first: queries.PaperRow[]; cities: queries.CityPaper[] },
): Promise<void> {
  if (cities.length > 0) await addOnce(zip, 'notas-da-prefeitura.csv', cityList(cities), { compress: true });
  for (let block = first; block.length > 0; ) {
    for (const { key, xml, cancel_xml, environment } of block) {
      const place = `${environment === 'RESTRICTED' ? 'homologacao/' : ''}${key}`;
      await addOnce(zip, `${place}.xml`, Readable.from([xml]), { compress: true });
      if (cancel_xml !== null)
        await addOnce(zip, `${place}-cancelamento.xml`, Readable.from([cancel_xml]), { compress: true });
    }
    block = await queries.findOfMonth(db, month, block.at(-1) ?? FIRST, BLOCK);
  }
  zip.end();
}
