import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { lookupOf } from '@morada/domain/bank/matching/lookup';
import { candidatesOf, matchFile } from '@morada/domain/bank/matching/matching';
import type { Context, Db } from '#api/context.ts';
import * as queries from '../known.queries.ts';
import { type Args, type LookupText, lookupText, readRegister, type Seen, type View } from './matching.map.ts';
import { matchTask } from './matching.reader.ts';

/** Register against which the lines are matched, and the settings of late charges. */
async function registerFor(db: Db, ctx: Pick<Context, 'today'>, lookup: LookupText) {
  const register = await queries.findRegister(db, lookup);
  const { late_from_business_day } = await queries.findSetting(db);
  return { register, rules: { today: ctx.today(), fromBusinessDay: late_from_business_day } };
}

/** Matches the lines of a file against the current register, and answers with a view of them. */
export async function viewFile<V extends View>(
  db: Db,
  ctx: Pick<Context, 'today'>,
  { id: file, entries }: { id: number; entries: string },
  view: V,
  args: Args<V>,
): Promise<Seen<V>> {
  const agreements = await queries.findAgreements(db);
  const lookup = await matchTask({ kind: 'lookup', entries, agreements });
  const { register, rules } = await registerFor(db, ctx, lookup);
  const seen = await matchTask({ kind: 'view', entries, register, options: { ...rules, file }, view, args });
  return seen as Seen<V>;
}

/** Matches the lines of one file, few enough to be matched here. */
export async function matchTogether(db: Db, ctx: Pick<Context, 'today'>, file: number, entries: readonly BankEntry[]) {
  const lookup = lookupOf(entries, await queries.findAgreements(db));
  const { register, rules } = await registerFor(db, ctx, lookupText(lookup));
  const { known, names } = readRegister(register);
  return { ...matchFile(entries, known, { ...rules, file }), names };
}

/** A line of a file, with the identity that its payment had when the file was settled. */
type KnownLine = { file_id: number; entry: BankEntry; fingerprint: string };

/** Matches lines of several files independently: no line claims the invoice of another. */
export async function matchSeparately(db: Db, ctx: Pick<Context, 'today'>, lines: readonly KnownLine[]) {
  const entries = lines.map(({ entry }) => entry);
  const lookup = lookupOf(entries, await queries.findAgreements(db));
  const fingerprints = [...lookup.fingerprints, ...lines.map(({ fingerprint }) => fingerprint)];
  const { register, rules } = await registerFor(db, ctx, lookupText({ ...lookup, fingerprints }));
  const { known, names } = readRegister(register);
  return {
    names,
    matched: lines.map(
      ({ file_id: file, entry, fingerprint: identity }) =>
        matchFile([entry], known, { ...rules, file, identity }).lines[0],
    ),
    alike: entries.flatMap((entry) => candidatesOf(entry, known)),
  };
}
