import {
  addDays,
  addMonths,
  addToReference,
  type CalendarDate,
  dayOf,
  dueDateIn,
  firstDay,
  lastDay,
  type Reference,
  referenceOf,
} from '@morada/domain/base/calendar';
import { modulo11 } from '@morada/domain/base/check-digits';
import type { PropertyLocation } from '@morada/domain/property/property-words';
import { throwRefusal } from '../base/refusals.ts';
import type { Context, Deps } from '../context.ts';
import { systemContext } from '../context.ts';
import { change } from '../db/transaction.ts';
import { createAdministrator } from '../modules/access/session/session.service.ts';
import { addExtra, createProposal } from '../modules/lease/contracts/proposals.service.ts';
import { billDay } from '../modules/money/invoices/billing.service.ts';
import { settleInvoices } from '../modules/money/invoices/settling.service.ts';
import { concludeTransfers } from '../modules/money/transfers/transfers.service.ts';
import { createClient } from '../modules/registry/clients/clients.service.ts';
import { makeAgreements } from './agreements.ts';
import { addMessagesAndTickets } from './attendance.ts';
import { fillCashBook } from './cash-book.ts';
import { firstOwner, prepareClientArea } from './client.ts';
import { collect } from './collection.ts';
import { registerDebts } from './debts.ts';
import { type Drawings, drawPhotographs } from './drawings.ts';
import { setUpAgency } from './identity.ts';
import { addLeads } from './leads.ts';
import { completeListings } from './listings.ts';
import { addMaintenances } from './maintenance.ts';
import { addOutbox } from './outbox.ts';
import { address, person } from './people.ts';
import { publishPosts } from './posts.ts';
import { type Random, seeded } from './random.ts';
import { switchRulerOn } from './ruler.ts';
import { addSignatures } from './signatures.ts';
import { findStaff, type Staff } from './staff.ts';
import { DEMO_CLIENT, DEMO_USER } from './user.ts';

const MONTHS = 12;
const CONTRACTS = 46;
const VACANT = 9;
const LOCATIONS: readonly [PropertyLocation, ...PropertyLocation[]] = [
  'APARTMENT',
  'APARTMENT',
  'APARTMENT',
  'HOUSE',
  'KITNET',
  'STORE',
  'ROOF',
];

/**
 * Creates an agency after months of work: people, properties and contracts, and each month billed, paid (a few late,
 * some not at all) and transferred through the services that staff use, so that its books are consistent.
 */
export async function makeDemoAgency(deps: Deps) {
  await createAdministrator(deps, DEMO_USER);
  await setUpAgency(systemContext(deps));
  await fillPortfolio(deps, {
    staff: await findStaff(deps.db, DEMO_USER.email),
    drawings: await drawPhotographs(),
    clientAccess: DEMO_CLIENT,
    collects: true,
  });
  await switchRulerOn(systemContext(deps));
}

type Filling = {
  /** Author of answers, posts and notifications. */
  staff: Staff;
  drawings: Drawings;
  /** Credentials of one client for the client area; absent: none. */
  clientAccess?: typeof DEMO_CLIENT;
  /** Whether boletos are issued, under the agency's own agreement. */
  collects?: boolean;
  /** Called after each of `FILLING_STEPS`. */
  onStep?: () => Promise<void>;
};

/** Contracts, free properties, months, then the site, the blog, the tickets, a client and debts. */
export const FILLING_STEPS = CONTRACTS + VACANT + MONTHS + 1 + 5;

/** Fills an agency that has no data with a portfolio. */
export async function fillPortfolio(deps: Deps, filling: Filling) {
  const { staff, drawings, clientAccess, collects = false, onStep = async () => {} } = filling;
  const random = seeded(20_261_120);
  const today = deps.today();
  const first = addToReference(referenceOf(today), -MONTHS);
  const clock = { day: firstDay(first) };
  const ctx = systemContext({ ...deps, today: () => clock.day });
  const now = { ...ctx, today: deps.today };

  for (let number = 0; number < CONTRACTS; number += 1) {
    await signContract(ctx, random, number, today);
    await onStep();
  }
  for (let number = 0; number < VACANT; number += 1) {
    await registerProperty(ctx, random, CONTRACTS + number);
    await onStep();
  }
  for (let month = first; month <= referenceOf(today); month = addToReference(month, 1)) {
    await runMonth(ctx, clock, random, { month, today, collects });
    await onStep();
  }
  if (collects) await makeAgreements(ctx, clock, today);
  const rest = [
    () => completeListings(now, registerProperty, CONTRACTS + VACANT, { drawings, staff }),
    () => publishPosts(ctx, drawings),
    async () => {
      await addMessagesAndTickets(ctx, staff);
      await addLeads(now, staff);
      await addOutbox(now);
    },
    async () => {
      await prepareClientArea(now, staff, clientAccess);
      await addMaintenances(now, staff, drawings);
    },
    async () => {
      await registerDebts(now, staff);
      await addSignatures(now, staff);
    },
  ];
  for (const step of rest) {
    await step();
    await onStep();
  }
}

/** `0024-8`: Banco do Brasil writes a check digit of ten as X. */
function withDigit(number: number): string {
  const digit = modulo11(String(number));
  return `${number}-${digit === 10 ? 'X' : digit}`;
}

async function registerProperty(
  ctx: Context,
  random: Random,
  number: number,
  status: 'AVAILABLE' | 'PENDING' = 'AVAILABLE',
) {
  const owner = person(random, number * 3);
  const { id: client_id } = await createClient(ctx, { ...owner, type: 'OWNER' });
  await ctx.db
    .insertInto('bank_account')
    .values({
      client_id,
      code: '001',
      bank_name: 'Banco do Brasil',
      holder_name: owner.name,
      agency_number: withDigit(random.between(100, 9_999)),
      account_number: withDigit(random.between(10_000, 99_999)),
      document: owner.cpf_cnpj,
      pix_key: owner.email ?? null,
    })
    .execute();
  const location = random.pick(LOCATIONS);
  const apartment = location === 'APARTMENT' || location === 'ROOF' || location === 'KITNET';
  const price = random.between(9, 52) * 10_000;
  const place = address(random);
  const complement = apartment ? `ap. ${random.between(1, 12)}0${random.between(1, 4)}` : null;
  const bedrooms = location === 'STORE' ? 0 : random.between(1, 4);
  const property = await ctx.db
    .insertInto('property')
    .values({
      ...place,
      complement,
      status,
      advertised: status === 'AVAILABLE',
      type: 'RENT',
      location,
      price,
      bedrooms: location === 'KITNET' ? 1 : bedrooms,
      bathrooms: random.between(1, 3),
      garage: random.between(0, 2),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db.insertInto('property_owner').values({ property_id: property.id, client_id, position: 0 }).execute();
  const fees = [
    ...(apartment ? [{ name: 'Condomínio', price: random.between(180, 640) * 100 }] : []),
    ...(random.chance(0.6) ? [{ name: 'IPTU', price: random.between(40, 190) * 100 }] : []),
  ];
  if (fees.length > 0)
    await ctx.db
      .insertInto('property_fee')
      .values(fees.map((fee, position) => ({ ...fee, position, property_id: property.id })))
      .execute();
  return { id: property.id, price };
}

/** Registers a tenant. One of them owns another property, so that the client area shows both roles. */
function registerTenant(ctx: Context, random: Random, number: number) {
  const tenant = person(random, number * 3 + 1);
  return number === 1 ? firstOwner(ctx) : createClient(ctx, { ...tenant, type: 'TENANT' });
}

async function signContract(ctx: Context, random: Random, number: number, today: CalendarDate) {
  const property = await registerProperty(ctx, random, number);
  const tenant = await registerTenant(ctx, random, number);
  const start_date = addDays(ctx.today(), -random.between(20, 700));
  // Most were readjusted in time; a few are some days late.
  const readjustedThrough = random.chance(0.06) ? addDays(today, -random.between(4, 25)) : today;
  let next_readjustment = addMonths(start_date, 12);
  while (next_readjustment <= readjustedThrough) next_readjustment = addMonths(next_readjustment, 12);
  const commission = random.pick([800, 1_000, 1_000, 1_200]);
  const dueDay = random.pick([5, 5, 10, 10, 15, 20, 25]);
  const { id } = await createProposal(ctx, {
    user_id: tenant.id,
    property_id: property.id,
    current_price: property.price,
    commission,
    // The client of the client area always has an amount to pay.
    transfer_date: number === 1 ? dayOf(addDays(today, 6)) : dueDay,
    guarantee: random.pick(['SECURITY_DEPOSIT', 'BAIL_INSURANCE', 'CREDPAGO', 'OTHER']),
    start_date,
    end_date: addMonths(start_date, 30),
    next_readjustment,
  });
  if (random.chance(0.15)) {
    const extra = {
      description: 'Reparo hidráulico',
      amount: 15_000,
      type: 'CREDIT' as const,
      influence: 'EXPENSE' as const,
    };
    await addExtra(ctx, id, { ...extra, boleto: true, transfer: true, brokerage: false });
  }
}

/** Days on which boletos are issued and sent to the bank. */
const COLLECTED_ON = [1, 8, 15];

type Month = { month: Reference; today: CalendarDate; collects: boolean };

/** Bills the month, settles payments and concludes due transfers, day by day. */
async function runMonth(ctx: Context, clock: { day: CalendarDate }, random: Random, { month, today, collects }: Month) {
  const end = lastDay(month) < today ? lastDay(month) : today;
  for (const day of COLLECTED_ON.map((of) => dueDateIn(month, of)).filter((day) => day <= end)) {
    clock.day = day;
    await billDay(ctx);
    if (collects) await collect(ctx);
  }
  clock.day = end;
  await billDay(ctx);
  await fillCashBook(ctx, month, end, referenceOf(today));

  const open = await ctx.db
    .selectFrom('invoice')
    .select(['id', 'amount', 'due_date'])
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .orderBy('due_date')
    .orderBy('id')
    .execute();
  const payments = open.flatMap(({ id, amount, due_date }) => {
    const delay = random.chance(0.82) ? random.between(-2, 2) : random.between(3, 40);
    const pay_day = addDays(due_date, delay);
    if (pay_day > end || random.chance(0.02)) return [];
    const late = delay < 5 ? 0 : Math.round(amount / 10);
    const paid = { paid_amount: amount + late, fine: late, interest: 0 };
    const payment_method = random.pick(['PIX', 'PIX', 'BOLETO', 'BOLETO', 'MANUAL'] as const);
    return [{ id, input: { ...paid, pay_day, payment_method } }];
  });
  await change(ctx, async (trx) => throwRefusal(await settleInvoices(trx, ctx, payments)));
  const due = await ctx.db
    .selectFrom('transfer')
    .select(['id', 'due_date'])
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .where('due_date', '<=', end)
    .orderBy('due_date')
    .orderBy('id')
    .execute();
  const concluded = due.filter(({ due_date }) => due_date < addDays(today, -3) || !random.chance(0.4));
  for (const [day, transfers] of Map.groupBy(concluded, ({ due_date }) => due_date)) {
    clock.day = day;
    await change(ctx, async (trx) => throwRefusal(await concludeTransfers(trx, ctx, transfers)));
  }
}
