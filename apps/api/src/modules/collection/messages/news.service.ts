import type { Received } from '@morada/contract/base/endpoint';
import { messageProblems, type messages, type News } from '@morada/contract/collection/messages';
import type { CalendarDate } from '@morada/domain/base/calendar';
import {
  ANNOUNCED_KINDS,
  type AnnouncedKind,
  isAnnounced,
  NEWS_KINDS,
  type NewsKind,
} from '@morada/domain/messages/kinds';
import { EXAMPLE_VALUES, type MessageField, NEWS } from '@morada/domain/messages/news';
import { type LocalMoment, sendTime } from '@morada/domain/messages/send-time';
import {
  fillText,
  isParameterCut,
  numberedFields,
  parameterOf,
  parametersOf,
  textProblem,
} from '@morada/domain/messages/text';
import { instantOf, localMoment } from '#api/base/local-moment.ts';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { linksOf } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import { cancelMessages, type NewMessage, queueMessages } from './messages.service.ts';
import {
  contractValues,
  invoiceValues,
  type NewsAgency,
  noteValues,
  rentValues,
  repairValues,
  ticketValues,
  transferValues,
  visitValues,
} from './news.map.ts';
import * as queries from './news.queries.ts';

type Writer = Pick<Context, 'today' | 'publicUrl' | 'files'>;
type Values = Partial<Record<MessageField, string>>;
type Wording = { subject: string; body: string; template: string | null };

/** What a message is about, and the values of its fields. */
type Told = Pick<NewMessage, 'key' | 'client' | 'visit' | 'contract' | 'invoice' | 'about' | 'whileOpen' | 'until'> & {
  values: Values;
};

/** Queues messages of a kind that is switched on, in the transaction of the event. */
async function tell(
  trx: Db,
  ctx: Writer,
  kind: NewsKind,
  facts: (agency: NewsAgency, origin: string) => Promise<readonly Told[]>,
): Promise<void> {
  const origin = originOf(ctx);
  if (origin === undefined) return;
  const news = await queries.findActive(trx, kind);
  if (!news) return;
  const told = await facts(await readAgency(trx, ['name', 'phone']), origin);
  await queueMessages(
    trx,
    told.map((one) => written(kind, news, one, hourOf(news.hour, ctx.today()))),
  );
}

const originOf = ({ publicUrl }: Pick<Context, 'publicUrl'>) => (publicUrl ? new URL(publicUrl).origin : undefined);

/** Instant of an hour of a day. */
const hourOf = (hour: number | null, day: CalendarDate) =>
  hour === null ? undefined : instantOf({ day, minute: hour * 60 });

function written(
  kind: NewsKind,
  { subject, body, template }: Wording,
  told: Told,
  notBefore: string | undefined,
): NewMessage {
  const { values, ...about } = told;
  const known = { ...EMPTY, ...values };
  return {
    ...about,
    kind,
    subject: fillText(subject, known),
    text: fillText(body, known),
    template: template === null ? undefined : { name: template, values: parametersOf(body, known) },
    notBefore,
  };
}

/** Blank values, for the fields that a message has no value for. */
const EMPTY: Values = Object.fromEntries(Object.keys(EXAMPLE_VALUES).map((name) => [name, '']));

const billed = ({ id, proposal_id }: queries.InvoiceFacts) => ({ invoice_id: id, proposal_id });

/** Messages about invoices, each with the invoice's link. */
async function ofInvoices(
  trx: Db,
  ctx: Writer,
  invoices: readonly queries.InvoiceFacts[],
  agency: NewsAgency,
  of: (invoice: queries.InvoiceFacts) => Pick<Told, 'key' | 'whileOpen' | 'until'>,
): Promise<Told[]> {
  const link = await linksOf(ctx, trx, invoices.map(billed));
  return invoices.map((invoice) => ({
    ...of(invoice),
    client: invoice.client_id,
    contract: invoice.proposal_id,
    invoice: invoice.id,
    values: invoiceValues(invoice, agency, { link: link(billed(invoice)), today: ctx.today() }),
  }));
}

/** Tells tenants of invoices that were issued, except those that are overdue already. */
export const tellIssued = (trx: Db, ctx: Writer, ids: readonly number[]): Promise<void> =>
  tell(trx, ctx, 'INVOICE_ISSUED', async (agency) => {
    const found = await queries.findInvoices(trx, ids, ctx.today());
    const open = found.filter(({ due_date }) => due_date >= ctx.today());
    return ofInvoices(trx, ctx, open, agency, ({ id, due_date, suffix }) => ({
      key: `issued:${id}${suffix}`,
      whileOpen: true,
      until: due_date,
    }));
  });

/** Tells tenants of invoices that were settled. */
export const tellPaid = (trx: Db, ctx: Writer, ids: readonly number[]): Promise<void> =>
  tell(trx, ctx, 'PAID', async (agency) =>
    ofInvoices(trx, ctx, await queries.findInvoices(trx, ids, ctx.today()), agency, ({ id, version, suffix }) => ({
      key: `paid:${id}:${version}${suffix}`,
    })),
  );

/** Tells owners of transfers that were concluded. */
export const tellTransferred = (trx: Db, ctx: Writer, ids: readonly number[]): Promise<void> =>
  tell(trx, ctx, 'TRANSFERRED', async (agency, origin) =>
    (await queries.findTransfers(trx, ids)).map((transfer) => ({
      key: `transferred:${transfer.id}:${transfer.version}`,
      client: transfer.client_id,
      contract: transfer.proposal_id ?? undefined,
      about: transfer.id,
      values: transferValues(transfer, agency, { link: `${origin}/cliente/repasses`, today: ctx.today() }),
    })),
  );

/** Tells tenants of rents that were readjusted. */
export const tellReadjusted = (trx: Db, ctx: Writer, ids: readonly number[]): Promise<void> =>
  tell(trx, ctx, 'READJUSTED', async (agency, origin) =>
    (await queries.findRents(trx, ids)).map((rent) => ({
      key: `readjusted:${rent.id}`,
      client: rent.client_id,
      contract: rent.proposal_id,
      about: rent.id,
      values: rentValues(rent, agency, { link: `${origin}/cliente/contratos` }),
    })),
  );

/** Tells a client of an answer to a ticket. */
export const tellAnswered = (trx: Db, ctx: Writer, ticketId: number, replyId: number): Promise<void> =>
  tell(trx, ctx, 'TICKET_ANSWERED', async (agency, origin) => {
    const ticket = await queries.findTicket(trx, ticketId);
    if (!ticket) return [];
    const link = `${origin}/cliente/atendimento/${ticketId}`;
    const values = ticketValues(ticket, agency, { link });
    return [{ key: `answered:${replyId}`, client: ticket.client_id, about: ticketId, values }];
  });

/** Tells the owners of a property of quotes that wait for their decision. */
export const tellQuoted = (trx: Db, ctx: Writer, maintenanceId: number): Promise<void> =>
  tell(trx, ctx, 'MAINTENANCE_QUOTED', async (agency, origin) =>
    (await queries.findRepairs(trx, maintenanceId)).map((repair) => ({
      key: `quoted:${repair.id}:${repair.client_id}:${repair.last_quote}`,
      client: repair.client_id,
      about: repair.id,
      values: repairValues(repair, agency, { link: repairLink(origin, repair.id) }),
    })),
  );

const repairLink = (origin: string, id: number) => `${origin}/cliente/manutencoes/${id}`;

/** Tells the client of a confirmed visit, or a visitor without a record by the contact details in the visit. */
export const tellConfirmed = (trx: Db, ctx: Writer, visitId: number): Promise<void> =>
  tell(trx, ctx, 'VISIT_CONFIRMED', async (agency, origin) => {
    const visit = await queries.findVisit(trx, visitId);
    if (!visit || visit.date < ctx.today()) return [];
    // Each confirmation is told: the visitor may move a visit to another hour, and back.
    const key = `visit:${visit.id}:${visit.version}`;
    const to = visit.client_id === null ? { client: null, visit: visit.id } : { client: visit.client_id };
    return [{ key, ...to, about: visit.id, until: visit.date, values: visitValues(visit, agency, { origin }) }];
  });

const NOTES = '/cliente/notas';

/** Tells of notes that were issued: of the fee the owner, of a lease the tenant. */
export const tellNotes = (trx: Db, ctx: Writer, ids: readonly number[]): Promise<void> =>
  tell(trx, ctx, 'NOTE_ISSUED', async (agency, origin) =>
    (await queries.findNotes(trx, ids)).map((note) => ({
      key: `note:${note.id}`,
      client: note.client_id,
      about: note.id,
      values: noteValues(note, agency, { link: `${origin}${NOTES}` }),
    })),
  );

/** Tells the tenant of a note of the lease that the owner issued elsewhere. */
export const tellLeaseNote = (
  trx: Db,
  ctx: Writer,
  transfer: number,
  note: { key: string; number: number; amount: number },
): Promise<void> =>
  tell(trx, ctx, 'NOTE_ISSUED', async (agency, origin) => {
    const tenant = await queries.findTenantOf(trx, transfer);
    if (!tenant) return [];
    const values = noteValues({ ...tenant, id: transfer, kind: 'LEASE', ...note }, agency, {
      link: `${origin}${NOTES}`,
    });
    return [{ key: `lease-note:${transfer}:${note.number}`, client: tenant.client_id, about: transfer, values }];
  });

/** Messages queued by one statement. */
const BATCH = 500;

/** Queues the messages that announce invoices falling due and contracts ending, some days ahead. */
export async function announceAhead(deps: Deps): Promise<void> {
  const ctx = systemContext(deps);
  for (const news of await queries.isAnnouncing(deps.db, ANNOUNCED_KINDS)) {
    const { kind, active_since: since } = news;
    if (!isAnnounced(kind) || since === null) continue;
    const ahead = { today: ctx.today(), days: news.days ?? NEWS[kind].days ?? 0, since };
    for (let queued = BATCH; queued === BATCH; ) queued = await announceBatch(ctx, kind, ahead);
  }
}

function announceBatch(
  ctx: Context,
  kind: AnnouncedKind,
  ahead: Parameters<typeof queries.findDueSoon>[1],
): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    let found = 0;
    await tell(trx, ctx, kind, async (agency, origin) => {
      const told =
        kind === 'DUE_SOON'
          ? await dueSoon(trx, ctx, agency, ahead)
          : await ending(trx, ctx, kind, agency, origin, ahead);
      found = told.length;
      return told;
    });
    return found;
  });
}

const dueSoon = async (trx: Db, ctx: Context, agency: NewsAgency, ahead: Parameters<typeof queries.findDueSoon>[1]) =>
  ofInvoices(trx, ctx, await queries.findDueSoon(trx, ahead, BATCH), agency, ({ id, due_date, suffix }) => ({
    key: `due-soon:${id}:${due_date}${suffix}`,
    whileOpen: true,
    until: due_date,
  }));

/** Page of the client area where a person sees the contract; guarantors have none. */
const ENDING_PAGES: Readonly<Record<queries.EndingKind, string>> = {
  CONTRACT_ENDING: '/cliente/contratos',
  CONTRACT_ENDING_OWNER: '/cliente/imoveis',
  CONTRACT_ENDING_GUARANTOR: '',
};

async function ending(
  trx: Db,
  ctx: Context,
  kind: queries.EndingKind,
  agency: NewsAgency,
  origin: string,
  ahead: Parameters<typeof queries.findDueSoon>[1],
): Promise<Told[]> {
  const link = `${origin}${ENDING_PAGES[kind]}`;
  return (await queries.findEnding(trx, kind, ahead, BATCH)).map((contract) => ({
    key: contract.key,
    client: contract.client_id,
    contract: contract.id,
    until: contract.end_date,
    values: contractValues(contract, agency, { link, today: ctx.today() }),
  }));
}

/** Every kind of news, with the agency's settings or the defaults. Where there is nothing of notes, none speaks of them. */
export async function listNews(db: Db): Promise<News[]> {
  const rows = new Map((await queries.findNews(db)).map((row) => [row.kind, row]));
  const noted = await queries.hasNotes(db);
  return NEWS_KINDS.filter((kind) => noted || kind !== 'NOTE_ISSUED').map((kind) => {
    const row = rows.get(kind);
    const { fields, subject, body, hour, days } = NEWS[kind];
    return {
      kind,
      fields: [...fields],
      active: row?.active ?? false,
      hour: row ? row.hour : hour,
      days: row ? row.days : days,
      channels: row?.channels ?? null,
      subject: row?.subject ?? subject,
      text: row?.body ?? body,
      template: row?.template ?? null,
      version: row?.version ?? 0,
    };
  });
}

type Change = Received<typeof messages.saveNews>['body'];

export function saveNews(ctx: Context, kind: NewsKind, given: Change) {
  checkText(kind, given);
  if (isAnnounced(kind) && given.days === null) throw messageProblems.MESSAGE_DAYS_MISSING();
  if (!isAnnounced(kind) && given.days !== null) throw messageProblems.MESSAGE_DAYS_NEEDLESS();
  if (given.active && originOf(ctx) === undefined) throw messageProblems.MESSAGE_NO_ADDRESS();
  return change(ctx, async (trx) => {
    const before = (await listNews(trx)).find((one) => one.kind === kind);
    const { text: body, ...rest } = given;
    await queries.saveNews(trx, { kind, body, ...rest });
    if (!given.active) await cancelMessages(trx, { kinds: [kind] });
    const changes =
      before &&
      difference({ ...before, channels: before.channels?.join() } as Record<string, unknown>, {
        ...given,
        channels: given.channels?.join(),
      });
    await leaveTrail(trx, ctx, 'message_news', NEWS_KINDS.indexOf(kind) + 1, 'update', { kind, ...changes });
  });
}

function checkText(kind: NewsKind, { subject, text }: Pick<Change, 'subject' | 'text'>) {
  const { fields } = NEWS[kind];
  const inSubject = textProblem(subject, fields);
  if (inSubject !== undefined) throw messageProblems.MESSAGE_SUBJECT({ message: inSubject });
  const inText = textProblem(text, fields);
  if (inText !== undefined) throw messageProblems.MESSAGE_TEXT({ message: inText });
}

/** A text filled in with the latest real case of its kind, or with made-up values while there is none. */
export async function previewNews(ctx: Context, kind: NewsKind, given: Pick<Change, 'subject' | 'text'>) {
  checkText(kind, given);
  const agency = await readAgency(ctx.db, ['name', 'phone']);
  const real = await latestCase(ctx, kind, agency);
  const values = { ...EXAMPLE_VALUES, ...real?.values };
  const now: LocalMoment = localMoment(new Date());
  const text = fillText(given.text, values);
  return {
    subject: fillText(given.subject, values),
    text,
    client: real?.client ?? null,
    send_at: instantOf(sendTime(now)),
    template: numberedFields(given.text),
    whatsapp_cut: isParameterCut(text) ? parameterOf(text) : null,
  };
}

type Case = { client: string; values: Values };

async function latestCase(ctx: Context, kind: NewsKind, agency: NewsAgency): Promise<Case | undefined> {
  const { db } = ctx;
  const today = ctx.today();
  const origin = originOf(ctx) ?? '';
  switch (kind) {
    case 'TRANSFERRED': {
      const found = await queries.findLatestTransfer(db);
      const values = found && transferValues(found, agency, { link: `${origin}/cliente/repasses`, today });
      return found && values && { client: found.name, values };
    }
    case 'TICKET_ANSWERED': {
      const found = await queries.findLatestTicket(db);
      return (
        found && {
          client: found.name,
          values: ticketValues(found, agency, { link: `${origin}/cliente/atendimento/${found.id}` }),
        }
      );
    }
    case 'MAINTENANCE_QUOTED': {
      const found = await queries.findLatestRepair(db);
      return (
        found && { client: found.name, values: repairValues(found, agency, { link: repairLink(origin, found.id) }) }
      );
    }
    case 'NOTE_ISSUED': {
      const found = await queries.findLatestNote(db);
      return found && { client: found.name, values: noteValues(found, agency, { link: `${origin}${NOTES}` }) };
    }
    case 'READJUSTED': {
      const found = await queries.findLatestRent(db);
      const values = found && rentValues(found, agency, { link: `${origin}/cliente/contratos` });
      return found && values && { client: found.name, values };
    }
    case 'VISIT_CONFIRMED': {
      const found = await queries.findLatestVisit(db);
      return found && { client: found.name, values: visitValues(found, agency, { origin }) };
    }
    case 'CONTRACT_ENDING':
    case 'CONTRACT_ENDING_OWNER':
    case 'CONTRACT_ENDING_GUARANTOR': {
      const found = await queries.findNextEnding(db, kind, today);
      return (
        found && {
          client: found.name,
          values: contractValues(found, agency, { link: `${origin}${ENDING_PAGES[kind]}`, today }),
        }
      );
    }
    default: {
      const found = await queries.findLatestInvoice(db, kind === 'PAID' ? 'PAID' : 'PENDING', today);
      if (!found) return undefined;
      // The link opens the invoice without a sign-in: a preview doesn't show it.
      return { client: found.name, values: invoiceValues(found, agency, { link: EXAMPLE_VALUES.link, today }) };
    }
  }
}
