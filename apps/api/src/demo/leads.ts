import type { LeadSource } from '@morada/domain/attendance/lead-words';
import { addDays } from '@morada/domain/base/calendar';
import type { Context } from '../context.ts';
import { createApplication, send } from '../modules/lease/applications/applications.service.ts';
import { openForm, saveStep } from '../modules/lease/applications/form.service.ts';
import * as bids from '../modules/lease/bids/bids.service.ts';
import { answerLead, assignLead, loseLead } from '../modules/registry/leads/leads.service.ts';
import { receiveLead } from '../modules/registry/leads/receive.service.ts';
import { person } from './people.ts';
import { seeded } from './random.ts';
import type { Staff } from './staff.ts';

const ASKED: readonly { source: LeadSource; note: string | null }[] = [
  { source: 'SITE_FORM', note: 'Boa tarde! Ainda está disponível? Consigo ver amanhã no fim do dia?' },
  { source: 'WHATSAPP', note: null },
  { source: 'OLX', note: 'Tenho interesse. Aceita seguro-fiança?' },
  { source: 'SITE_FORM', note: 'Somos um casal com uma filha. O prédio tem área de lazer?' },
  { source: 'PORTAL_MAIL', note: 'Gostaria de mais fotos da cozinha e da área de serviço.' },
  { source: 'TYPED', note: 'Veio à loja. Procura dois quartos perto da universidade.' },
  { source: 'WHATSAPP', note: null },
];

/** People who look for a home, from the first message to an application: some wait, one bids, two fill in forms, one gave up. */
export async function addLeads(ctx: Context, staff: Staff) {
  const random = seeded(20_261_129);
  const team = { ...ctx, actor: { ...staff, permissions: ['*'] } };
  const free = await ctx.db
    .selectFrom('property')
    .select(['id', 'price'])
    .where('status', '=', 'AVAILABLE')
    .where('type', '=', 'RENT')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(ASKED.length)
    .execute();
  const leads = [];
  for (const [place, { source, note }] of ASKED.entries()) {
    const home = free[place % Math.max(1, free.length)];
    if (!home) return;
    const { name, phone, email = null } = person(random, 8_000 + place);
    const way = { source, kind: 'RENT', name, phone, email, note, property_id: home.id } as const;
    const { id } = await receiveLead(ctx.db, ctx, way);
    leads.push({ id, name, phone, email: email ?? undefined, home });
  }
  const [, , asked, bidder, applicant, filler, gone] = leads;
  if (!asked || !bidder || !applicant || !filler || !gone) return;
  for (const { id } of [asked, bidder, applicant, filler, gone]) {
    await assignLead(team, id, staff.id);
    await answerLead(team, id, 'Por WhatsApp');
  }
  await offer(team, bidder, 0.95, true);
  await offer(team, asked, 0.9, false);
  await apply(team, applicant);
  await begin(team, await apply(team, filler), filler);
  await loseLead(team, gone.id, { reason: 'OTHER_AGENCY', note: 'Fechou um apartamento mais perto do trabalho.' });
}

type Asker = {
  id: number;
  name: string;
  phone: string;
  email: string | undefined;
  home: { id: number; price: number };
};

/** A bid below what is asked. With an answer the owner asks for more, and the property is kept meanwhile. */
async function offer(
  ctx: Context,
  { id: lead_id, name, phone, email, home }: Asker,
  part: number,
  isAnswered: boolean,
) {
  const today = ctx.today();
  const terms = {
    guarantee: 'BAIL_INSURANCE' as const,
    ...{ term_months: 30, start_on: addDays(today, 20), expires_on: addDays(today, 4) },
  };
  const amount = Math.round((home.price * part) / 1_000) * 1_000;
  const { id } = await bids.createBid(ctx, { property_id: home.id, lead_id, name, phone, email, amount, ...terms });
  await bids.sendBid(ctx, id);
  if (!isAnswered) return;
  await bids.counterBid(ctx, id, { by: 'OWNER', amount: home.price, conditions: 'Pintura por minha conta.', ...terms });
  await bids.reserveProperty(ctx, id, addDays(today, 7));
}

/** An application whose link was sent. */
async function apply(ctx: Context, { id: lead_id, name, phone, email, home }: Asker) {
  const terms = { property_id: home.id, lead_id, rent: home.price, fees: 45_000, guarantee: 'BAIL_INSURANCE' } as const;
  const { id } = await createApplication(ctx, { ...terms, tenant: { name, phone, email } });
  return send(ctx, id);
}

/** The tenant has begun the form, and has not sent it. */
async function begin(ctx: Context, { parties: [party] }: Awaited<ReturnType<typeof apply>>, { name, phone }: Asker) {
  const [, id, word] = /\/ficha\/(\d+)\/([\w-]+)$/.exec(party?.link?.url ?? '') ?? [];
  const form = id && word ? await openForm(ctx, Number(id), word, undefined) : undefined;
  if (!form) return;
  const answers = { name, cpf: '52998224725', birth_date: '1991-08-14', marital_status: 'SOLTEIRO', phone } as const;
  await saveStep(ctx, form, 'person', { ...answers, rg: null, email: null });
}
