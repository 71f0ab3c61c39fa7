import type { Context, Db } from '../../context.ts';
import { newToken } from '../../secrets.ts';
import * as queries from './links.queries.ts';

type Billed = { invoice_id: number; proposal_id: number };

const keyOf = ({ record, record_id }: queries.Linked) => `${record} ${record_id}`;

/** What the tenant opens, for each invoice: words are made for those that have none yet. */
export async function linksOf(ctx: Pick<Context, 'publicUrl'>, db: Db, billed: readonly Billed[]) {
  const tokens = await tokensOf(db, billed.flatMap(recordsOf));
  return (invoice: Billed) => {
    const [contract, own] = recordsOf(invoice).map((record) => tokens.get(keyOf(record)));
    return `${originOf(ctx)}/api/invoice/${contract}/${invoice.invoice_id}/${own}`;
  };
}

const recordsOf = ({ invoice_id, proposal_id }: Billed): queries.Linked[] => [
  { record: 'proposal', record_id: proposal_id },
  { record: 'invoice', record_id: invoice_id },
];

const originOf = ({ publicUrl }: Pick<Context, 'publicUrl'>) => (publicUrl ? new URL(publicUrl).origin : '');

async function tokensOf(db: Db, records: queries.Linked[]): Promise<Map<string, string>> {
  const wanted = new Map(records.map((record) => [keyOf(record), record]));
  const found = await queries.findTokens(db, [...wanted.values()]);
  for (const token of found) wanted.delete(keyOf(token));
  const missing = [...wanted.values()].map((record) => ({ ...record, token: newToken() }));
  const made = missing.length > 0 ? await queries.insertTokens(db, missing) : [];
  return new Map([...found, ...made].map((token) => [keyOf(token), token.token]));
}
