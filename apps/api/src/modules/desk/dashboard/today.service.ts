import { session } from '@morada/contract/access/session';
import type { Answer, Endpoint, Received } from '@morada/contract/base/endpoint';
import { PAGE_SIZE } from '@morada/contract/base/fields';
import { TODAY_CALLS, type Today, type TodayGroup } from '@morada/contract/desk/today';
import { proposals } from '@morada/contract/lease/proposals';
import { invoices } from '@morada/contract/money/invoices';
import { granted } from '@morada/domain/access/permissions';
import type { Context } from '#api/context.ts';

/** Makes a call for the person who asks for *Hoje*. */
type Ask = <E extends Endpoint>(endpoint: E, input?: Partial<Received<E>>) => Promise<Answer<E>>;

type Group<Name extends TodayGroup> = NonNullable<Today[Name]>;

const FIRST = { query: { page: 1 } };

/** How each group is read. */
const READS: { [Name in TodayGroup]: (ask: Ask, ctx: Context) => Promise<Group<Name>> } = {
  clock: (ask) => ask(TODAY_CALLS.clock),
  disks: (ask) => ask(TODAY_CALLS.disks),
  invoices: dueInvoices,
  transfers: (ask, ctx) => ask(TODAY_CALLS.transfers, { query: { page: 1, start: ctx.today(), end: ctx.today() } }),
  payments: (ask) => ask(TODAY_CALLS.payments, FIRST),
  bank: (ask) => ask(TODAY_CALLS.bank),
  recurring: (ask) => ask(TODAY_CALLS.recurring),
  boletos: (ask) => ask(TODAY_CALLS.boletos),
  payouts: (ask) => ask(TODAY_CALLS.payouts),
  collection: (ask) => ask(TODAY_CALLS.collection),
  debts: (ask) => ask(TODAY_CALLS.debts),
  accounts: (ask) => ask(TODAY_CALLS.accounts),
  taxes: (ask) => ask(TODAY_CALLS.taxes),
  statements: (ask) => ask(TODAY_CALLS.statements),
  readjustments: async (ask) => ({
    late: await contractsWhere(ask, { readjustment: 'LATE' }),
    soon: await contractsWhere(ask, { readjustment: 'SOON' }),
  }),
  endings: (ask) => contractsWhere(ask, { ending: 'DECIDE' }),
  visits: (ask) => ask(TODAY_CALLS.visits, FIRST),
  tickets: (ask) => ask(TODAY_CALLS.tickets, FIRST),
  maintenance: (ask) => ask(TODAY_CALLS.maintenance),
  leads: (ask) => ask(TODAY_CALLS.leads),
  signatures: (ask) => ask(TODAY_CALLS.signatures),
  bids: (ask) => ask(TODAY_CALLS.bids),
  applications: (ask) => ask(TODAY_CALLS.applications),
  messages: async (ask) => {
    const { data } = pageOf(await ask(TODAY_CALLS.messages, FIRST));
    return { data, unread: (await ask(session.badges)).contacts };
  },
  requests: async (ask) => pageOf(await ask(TODAY_CALLS.requests, FIRST)),
};

/** Groups that are read at the same time: a request leaves connections of the database to others. */
const AT_ONCE = 3;

/** What waits for the caller today, group by group: one that fails is null, and the others are there. */
export async function findToday(
  ctx: Context,
  ask: Ask,
  onFailure: (group: TodayGroup, error: unknown) => void,
): Promise<Today> {
  const groups = (Object.keys(READS) as TodayGroup[]).filter((name) =>
    granted(ctx.actor.permissions, TODAY_CALLS[name].access),
  );
  const today: Record<string, unknown> = {};
  const readRest = async () => {
    for (let name = groups.shift(); name; name = groups.shift())
      today[name] = await READS[name](ask, ctx).catch((error) => {
        onFailure(name, error);
        return null;
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readRest));
  return today as Today;
}

/** The first page of the overdue invoices, and those due today. */
async function dueInvoices(ask: Ask, ctx: Context): Promise<Group<'invoices'>> {
  const late = await ask(invoices.list, { query: { page: 1, status: 'LATE' } });
  // Open ones come by due date: those due today begin right after the overdue, in the middle of a page.
  const page = Math.floor(late.found / PAGE_SIZE) + 1;
  const open = await ask(invoices.list, { query: { page } });
  const next = await ask(invoices.list, { query: { page: page + 1 } });
  const rows = [...open.data, ...next.data];
  const due = rows.filter(({ due_date }) => due_date === ctx.today());
  return {
    count: late.found + due.length,
    data: [...late.data, ...due],
    at_least: next.page < next.lastPage && rows.at(-1)?.due_date === ctx.today(),
  };
}

const contractsWhere = async (ask: Ask, filter: Received<typeof proposals.list>['query']) =>
  pageOf(await ask(proposals.list, { query: { page: 1, ...filter } }));

/** The page that was asked for, of a call that answers the whole list where none is named. */
function pageOf<Found>(found: Found) {
  if (Array.isArray(found)) throw new Error('a page was asked for');
  return found as Exclude<Found, readonly unknown[]>;
}
