import { globSync, readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { addToReference, firstDay, referenceOf } from '../packages/domain/src/base/calendar.ts';
import { applied } from './applications.ts';
import { sentBid } from './bids.ts';
import type { Demo } from './demo.ts';
import { TODAY } from './people.ts';
import { draftPaper, paperOut } from './signatures.ts';

const SRC = new URL('../apps/web/src/', import.meta.url);
/** Components that windows are made of: their users are listed instead. */
const MAKERS = [
  ...['ui/overlay/windows.tsx', 'ui/overlay/message-window.tsx', 'ui/overlay/lightbox.tsx'],
  'ui/upload/file-window.tsx',
];
const DRAWS =
  /<(RecordWindow|FormWindow|FileWindow|MessageWindow|Lightbox|Modal|Drawer|Menu|Popover|HoverCard|Combobox|DateInput)\b/;

/** Every file that draws something over the page. */
export const WINDOW_FILES = globSync('{app,entities,features,routes,ui}/**/*.tsx', { cwd: SRC })
  .filter((file) => !MAKERS.includes(file) && DRAWS.test(readFileSync(new URL(file, SRC), 'utf8')))
  .toSorted();

export type Window = {
  /** File of the component that draws it. */
  file: string;
  at: string | ((demo: Demo) => Promise<string>);
  /** Steps on the page before it can be opened. */
  first?: (page: Page, demo: Demo) => Promise<unknown>;
  /** Control that opens it; gets the focus back. */
  press: (page: Page) => Locator;
  /** Entry of the menu that `press` opens. */
  entry?: string;
  /** Element that gets the focus when the opener is gone. */
  back?: (page: Page) => Locator;
  /** An explanation of the pressed control, which keeps the focus. */
  stays?: true;
  shown?: (page: Page) => Locator;
  /** Limits it to one layout, when its page differs on a phone. */
  only?: 'phone' | 'desk';
  /** A form under it has unsaved changes, so that the app asks before it goes on to another page. */
  unsaved?: true;
  /** Opens a list under a field; the focus stays in the field, and the arrow keys move through the list. */
  list?: (page: Page) => Promise<unknown>;
};

type Rows = { id: number }[];
const dialog = (page: Page) => page.getByRole('dialog').last();
const menu = (page: Page) => page.getByRole('menu');
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const inMain = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first();

async function choose(page: Page, name: RegExp) {
  // The last row of the page, since those due first may already be in progress.
  await page.getByRole('main').getByRole('checkbox', { name }).last().check();
}

/** The list, with a bid of its own at its head. */
const bids = (make: (demo: Demo) => Promise<unknown>) => async (demo: Demo) => {
  await make(demo);
  return '/contracts/bids';
};

const contract = async ({ call }: Demo) => `/contracts/info/${(await call<Rows>('GET', '/proposal'))[0]?.id}`;
/** A contract whose tenant's spouse is a party of it. */
const withSpouse = async (demo: Demo) => {
  const page = await contract(demo);
  const id = page.split('/').at(-1);
  const { user_id, parties } = await demo.call<{ user_id: number; parties: { role: string }[] }>(
    'GET',
    `/proposal/${id}`,
  );
  if (!parties.some(({ role }) => role === 'SPOUSE')) {
    const spouse = await demo.db
      .selectFrom('client')
      .select('id')
      .where('type', '=', 'TENANT')
      .where('id', '<>', user_id)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    await demo.call('PUT', `/proposal/${id}/party`, { client_id: spouse.id, role: 'SPOUSE', of_client_id: user_id });
  }
  return page;
};
/** A lead that waits for an answer, and belongs to nobody. */
const lead = async ({ call }: Demo) => {
  const person = { name: 'Helena Prado', phone: '32988412076', kind: 'RENT' };
  const { id } = await call<{ id: number }>('POST', '/lead', person);
  return `/contacts/funnel?open=${id}`;
};
const ofLead = (entry: string) => ({
  at: lead,
  press: (page: Page) => dialog(page).getByRole('button', { name: 'Mais ações' }),
  entry,
});
/** The visits, one of which goes on. */
const visited = async ({ call }: Demo) => {
  const { progress } = await call<{ progress: { id: number; status: string }[] }>('GET', '/schedule/admin');
  const agreed = progress.find(({ status }) => status === 'CONFIRMED');
  if (agreed && !progress.some(({ status }) => status === 'USING'))
    await call('PATCH', `/schedule/admin/${agreed.id}/checkIn/date`);
  return '/schedules';
};
/** The list of applied lots, once a contract that is due in a later month is in one: those of this month stay due. */
const appliedLot = async ({ call }: Demo) => {
  for (let month = addToReference(referenceOf(TODAY), 1); ; month = addToReference(month, 1)) {
    const { data } = await call<{ data: { id: number; current_price: number }[] }>(
      'GET',
      `/readjustment?month=${month}`,
    );
    const [due] = data;
    if (!due) continue;
    const chosen = { proposal_id: due.id, current_price: due.current_price, index: null, percent: 1 };
    await call('POST', '/readjustment', { month, contracts: [chosen] });
    return '/contracts/readjustments?tab=lotes';
  }
};
const offered = async ({ call }: Demo) => `/properties/info/${(await call<Rows>('GET', '/property/requests'))[0]?.id}`;
const pictured = async ({ db }: Demo) => {
  const { property_id } = await db
    .selectFrom('property_image')
    .select('property_id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return `/properties/info/${property_id}`;
};

/** The year's page with a file of DIMOB, of which only the row is needed. */
const declared = async ({ db }: Demo) => {
  await db
    .insertInto('fiscal_file')
    .values({
      ...{ kind: 'DIMOB', period: '2026', name: 'DIMOB26.TXT', key: 'fiscal/janela.txt', bytes: 1, sha256: '0' },
      summary: JSON.stringify({ rents: 1, sales: 0, total: 150_000 }),
    })
    .execute();
  return '/fiscal?year=2026';
};

/** The collection of an open invoice. */
const collected = async ({ db }: Demo) => {
  const { id } = await db
    .selectFrom('invoice')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .orderBy('due_date', 'desc')
    .executeTakeFirstOrThrow();
  return `/financial/collection?open=${id}`;
};

/** The channels, with one that can be tested. */
const connected = async ({ db }: Demo) => {
  await db
    .insertInto('message_channel')
    .values({ channel: 'SMS', base_url: 'https://sms.example/send', token: 'x' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return '/settings/messages?tab=canais';
};

/** A payment of which the agency withheld tax. */
const withheld = async ({ db }: Demo) => {
  const { id, received_on } = await db
    .selectFrom('transfer')
    .select(['id', 'received_on'])
    .where('received_on', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('transfer')
    .set({ tax: 39_454, tax_by: 'AGENCY', tax_code: '3208', tax_base: 539_280, tax_exclusions: 0 })
    .where('id', '=', id)
    .execute();
  return `/fiscal/withholding?month=${received_on?.slice(0, 7)}`;
};

/** Commissions of people, one of whom has a part of a sale's commission. */
const commissioned = async ({ call }: Demo) => {
  const { staff } = await call<{ staff: Rows }>('GET', '/financial/commissions/rules');
  const { data } = await call<{ data: Rows }>('GET', '/property?page=1');
  const property_id = data[0]?.id;
  const shares = [{ role: 'BROKER', admin_user_id: staff[0]?.id, share: 30 }];
  await call('PUT', '/financial/commissions/rules', { kind: 'SALE', property_id, shares });
  const entry = { description: 'Comissão de venda', type: 'INPUT', subtype: 'SALE', price: 9000 };
  const { id: movimentation_id } = await call<{ id: number }>('POST', '/movimentation', entry);
  await call('POST', '/financial/commissions/sales', { movimentation_id, property_id });
  return '/financial/people';
};

/** A contract whose debt has entries in the register. */
const indebted = async ({ db }: Demo) => {
  const { proposal_id } = await db
    .selectFrom('debt_register')
    .select('proposal_id')
    .where('kind', '=', 'PROTEST')
    .executeTakeFirstOrThrow();
  return `/contracts/info/${proposal_id}?tab=cobranca`;
};

/** A statement of the bank with a movement that nothing explains. */
const reconciled = async ({ db }: Demo) => {
  const { day: last } = await db
    .selectFrom('ledger_entry')
    .select('day')
    .orderBy('day', 'desc')
    .executeTakeFirstOrThrow();
  const month = referenceOf(last);
  const day = firstDay(month);
  const account = await db
    .insertInto('statement_account')
    .values({ bank: '341', account: '571234', account_key: '571234', is_main: true })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (account) {
    const days = { from_day: day, until_day: last, imported_on: last };
    const file = await db
      .insertInto('statement_import')
      .values({ account_id: account.id, name: 'extrato.ofx', fingerprint: 'x', movements: 1, added: 1, ...days })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('bank_movement')
      .values({ account_id: account.id, import_id: file.id, key: '1', day, amount: 123_457, memo: 'TED RECEBIDA' })
      .execute();
  }
  return `/financial/reconciliation?month=${month}`;
};

/** A payment of a month whose owner pays IBS and CBS. */
const noted = async ({ db }: Demo) => {
  const { user_id, received_on } = await db
    .selectFrom('transfer')
    .select(['user_id', 'received_on'])
    .where('received_on', 'is not', null)
    .where('invoice_id', 'is not', null)
    .where('rent', '>', 0)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('client')
    .set({ tax_regime: 'REGULAR', taxpayer_since: '2026-01-01' })
    .where('id', '=', user_id)
    .execute();
  return `/fiscal/lease-notes?month=${received_on?.slice(0, 7)}`;
};

/** Leases of an owner who pays IBS and CBS. */
const rehearsed = async (demo: Demo) => {
  await noted(demo);
  return '/fiscal/rehearsal';
};

/** The list of notes with one that was issued, of which only the row is needed. */
const issuedNote = async ({ db }: Demo) => {
  const { id: transfer_id, ...of } = await db
    .selectFrom('transfer')
    .select(['id', 'invoice_id', 'proposal_id', 'property_id', 'user_id', 'received_on'])
    .where('received_on', 'is not', null)
    .where('invoice_id', 'is not', null)
    .where('proposal_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('service_note')
    .values({
      ...{ kind: 'ADMINISTRATION', transfer_id, taker_id: of.user_id, amount: 10_000, state: 'ISSUED' },
      ...{ invoice_id: of.invoice_id ?? 0, proposal_id: of.proposal_id ?? 0, property_id: of.property_id },
      ...{ competence: of.received_on ?? TODAY, environment: 'RESTRICTED', series: 1, number: 1 },
      key: '31367022211222333000181000000000004226121234567891',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return '/fiscal/issued';
};

/** The first owner of the reform's radar. */
const taxpayer = async ({ call }: Demo) =>
  `/fiscal/reform/${(await call<{ data: Rows }>('GET', '/fiscal/reform')).data[0]?.id}`;

const tenant = async ({ db }: Demo) => {
  const { user_id } = await db.selectFrom('proposal').select('user_id').orderBy('id').executeTakeFirstOrThrow();
  return user_id;
};

const judged = async ({ db }: Demo) => {
  const { id } = await db
    .selectFrom('property_request')
    .innerJoin('property', 'property.id', 'property_request.property_id')
    .select('property.id')
    .where('property.status', '=', 'AVAILABLE')
    .executeTakeFirstOrThrow();
  return `/properties/info/${id}`;
};

/** Windows that a phone does not need, since its rows or records show the same. */
export const ON_DESK_ALONE: Record<string, string> = {
  'features/contracts/record/contract-id.tsx': 'a row on a phone says the property, and the record the account',
  'features/transfers/calendar/more-events.tsx': 'the days on a phone list all of their transfers',
  'features/transfers/record/transfer-id.tsx': 'a transfer on a phone opens whole',
};

/** How each window is opened, by the controls of its page. */
export const WINDOWS: Window[] = [
  { file: 'features/bank-files/bank-file-window.tsx', at: '/financial/boletos', press: button('Efetuar baixa') },
  { file: 'features/boletos/boleto-window.tsx', at: '/financial/boletos', press: inMain(/^Abrir boleto/) },
  {
    file: 'features/boletos/new-boleto-window.tsx',
    at: '/financial/boletos',
    press: button('Mais ações'),
    entry: 'Gerar boleto de uma fatura',
  },
  {
    file: 'features/boletos/remittances/remittance-window.tsx',
    at: '/financial/boletos',
    press: button('Gerar remessa'),
  },
  {
    file: 'features/bulk/bulk-window.tsx',
    at: '/financial/invoices',
    first: (page) => choose(page, /^Escolher fatura/),
    press: button('Marcar como pagas'),
  },
  { file: 'features/clients/record/client-window.tsx', at: '/clients', press: inMain(/^Abrir /) },
  { file: 'entities/client/new-client-window.tsx', at: '/clients', press: button('Novo cliente') },
  { file: 'features/clients/list/type-menu.tsx', at: '/clients/info/1', press: button('Alterar tipo'), shown: menu },
  { file: 'features/debt-papers/notice-window.tsx', at: indebted, press: button('Emitir aviso') },
  { file: 'features/debt-papers/act-window.tsx', at: indebted, press: button('Registrar') },
  {
    file: 'features/debt-papers/terms-window.tsx',
    at: indebted,
    press: button('Mais papéis'),
    entry: 'Encargos do contrato',
  },
  {
    file: 'features/debt-papers/day-windows.tsx',
    at: indebted,
    press: inMain(/^Ações de Protesto/),
    entry: 'Registrar o cancelamento',
  },
  {
    file: 'features/debt-papers/attach-window.tsx',
    at: indebted,
    press: inMain(/^Ações de Protesto/),
    entry: 'Anexar comprovante',
  },
  {
    file: 'features/leads/lead-window.tsx',
    at: async (demo) => (await lead(demo)).replace(/open=.*/, 'view=list'),
    press: inMain(/^Abrir lead/),
  },
  { file: 'features/leads/new-lead-window.tsx', at: '/contacts/funnel', press: button('Novo lead') },
  {
    file: 'features/leads/stage-window.tsx',
    at: async (demo) => (await lead(demo)).replace(/open=.*/, 'view=list'),
    first: (page) => choose(page, /lead/),
    press: button('Mudar de etapa'),
  },
  { file: 'features/leads/rules-window.tsx', at: '/contacts/funnel', press: button('Distribuição') },
  { file: 'features/leads/portals-window.tsx', at: '/contacts/funnel', press: button('Portais') },
  {
    file: 'features/leads/edit-lead-window.tsx',
    ...ofLead('Alterar dados'),
    shown: (page) => page.getByRole('dialog', { name: /^Alterar lead/ }),
  },
  {
    file: 'features/leads/owner-window.tsx',
    ...ofLead('Definir responsável'),
    shown: (page) => page.getByRole('dialog', { name: /^Responsável pelo lead/ }),
  },
  {
    file: 'features/leads/lose-window.tsx',
    at: lead,
    press: (page) => dialog(page).getByRole('button', { name: 'Marcar como perdido' }),
    shown: (page) => page.getByRole('dialog', { name: /^Perder lead/ }),
  },
  { file: 'features/contacts/contact-window.tsx', at: '/contacts', press: inMain(/^Ver mensagem/) },
  { file: 'features/dashboard/new-menu.tsx', at: '/', press: button('Novo'), shown: menu },
  {
    file: 'features/collection/invoice-collection.tsx',
    at: '/financial/collection',
    press: inMain(/venceu há|vence (em|hoje)/),
  },
  {
    file: 'features/collection/call-window.tsx',
    at: collected,
    press: button('Registrar ligação'),
    shown: (page) => page.getByRole('dialog', { name: 'Registrar ligação' }),
  },
  {
    file: 'features/collection/pause-window.tsx',
    at: collected,
    press: (page) => dialog(page).getByRole('button', { name: 'Mais ações' }),
    entry: 'Deixar fora da régua',
    shown: (page) => page.getByRole('dialog', { name: 'Deixar fora da régua' }),
  },
  {
    file: 'features/collection/exception-window.tsx',
    at: collected,
    press: (page) => dialog(page).getByRole('button', { name: 'Mais ações' }),
    entry: 'Régua deste contrato',
    shown: (page) => page.getByRole('dialog', { name: /^Régua do contrato/ }),
  },
  { file: 'features/collection/step-window.tsx', at: '/settings/collection', press: inMain(/^Editar passo/) },
  { file: 'features/collection/simulation-window.tsx', at: '/settings/collection', press: button('Ver o que vem') },
  { file: 'features/messages/sent-message-window.tsx', at: '/settings/messages', press: inMain(/^Abrir mensagem/) },
  { file: 'features/messages/news-window.tsx', at: '/settings/messages?tab=avisos', press: inMain(/^Editar aviso/) },
  { file: 'features/messages/test-window.tsx', at: connected, press: button('Testar agora o SMS') },
  {
    file: 'features/messages/refusal-window.tsx',
    at: '/clients/info/1?tab=mensagens',
    // The tab's code is loaded separately; until then the button would be sought in the header's menu.
    first: (page) => button('Registrar recusa')(page).waitFor(),
    press: button('Registrar recusa'),
  },
  {
    file: 'features/messages/consent-window.tsx',
    at: '/clients/info/1?tab=mensagens',
    // The tab's code is loaded separately; until then the button would be sought in the header's menu.
    first: (page) => button('Registrar autorização')(page).waitFor(),
    press: button('Registrar autorização'),
  },
  { file: 'features/permissions/group-window.tsx', at: '/settings/permissions', press: button('Novo grupo') },
  { file: 'features/permissions/group-window.tsx', at: '/settings/permissions', press: inMain(/^Editar grupo/) },
  { file: 'features/imports/import-window.tsx', at: '/clients', press: button('Importar planilha') },
  {
    file: 'features/imports/steps/mend-window.tsx',
    at: '/clients',
    first: async (page) => {
      await page.getByRole('button', { name: 'Importar planilha' }).click();
      await dialog(page)
        .getByLabel('Planilha')
        .setInputFiles({
          name: 'clientes.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('Nome;Tipo;CPF\nIara Lins;Fiador;111.111.111-11\n'),
        });
      await dialog(page).getByRole('button', { name: 'Conferir linhas' }).click();
    },
    press: (page) => page.getByRole('button', { name: 'Corrigir CPF/CNPJ da linha 2' }),
    // It lies over the window of the import.
    shown: (page) => page.getByRole('dialog', { name: 'Corrigir linha 2' }),
  },
  { file: 'features/accounting/chart-window.tsx', at: '/fiscal/accounting', press: button('Plano de contas') },
  {
    file: 'features/reconciliation/ofx-window.tsx',
    at: '/financial/reconciliation',
    press: button('Importar extrato'),
  },
  { file: 'features/reconciliation/explain-window.tsx', at: reconciled, press: inMain(/^Identificar /) },
  { file: 'features/reconciliation/mark-entry-window.tsx', at: reconciled, press: inMain(/^Não passou pela conta: /) },
  {
    file: 'features/fiscal-tables/table-window.tsx',
    at: '/fiscal/tables',
    press: button('Nova vigência'),
  },
  {
    file: 'features/fiscal-tables/table-window.tsx',
    at: '/fiscal/tables?kind=calendar',
    press: button('Nova vigência'),
  },
  {
    file: 'features/fiscal-tables/table-window.tsx',
    at: '/fiscal/tables?kind=reform',
    press: button('Nova vigência'),
  },
  { file: 'features/fiscal/dimob-window.tsx', at: '/fiscal', press: button('Gerar DIMOB') },
  {
    file: 'features/fiscal/receipt-window.tsx',
    at: declared,
    press: inMain(/^Registrar o recibo/),
  },
  { file: 'features/reform/declaration-window.tsx', at: taxpayer, press: button(/^(Registrar|Mudar) declaração$/) },
  { file: 'features/reform/option-window.tsx', at: taxpayer, press: button(/^(Registrar|Mudar) opção do contrato/) },
  {
    file: 'entities/certificate/certificate-window.tsx',
    at: '/settings/agency',
    press: button('Guardar certificado'),
  },
  { file: 'features/agency/intermediary-window.tsx', at: '/settings/agency', press: button('Usar o Focus NFe') },
  { file: 'features/service-notes/month-archive.tsx', at: issuedNote, press: inMain('XML do mês'), shown: menu },
  { file: 'features/service-notes/note-window.tsx', at: issuedNote, press: inMain(/^Abrir nota/) },
  {
    file: 'features/service-notes/cancel-note-window.tsx',
    at: issuedNote,
    first: (page) => inMain(/^Abrir nota/)(page).click(),
    press: button('Cancelar nota'),
    shown: (page) => page.getByRole('dialog', { name: 'Cancelar nota' }),
  },
  {
    file: 'features/service-notes/replace-note-window.tsx',
    at: issuedNote,
    first: (page) => inMain(/^Abrir nota/)(page).click(),
    press: (page) => dialog(page).getByRole('button', { name: 'Mais ações' }),
    entry: 'Substituir',
    shown: (page) => page.getByRole('dialog', { name: 'Substituir nota' }),
  },
  { file: 'features/fiscal/lease-note-window.tsx', at: noted, press: button(/^Ver dados da nota/) },
  { file: 'features/rehearsal/rehearsal-window.tsx', at: rehearsed, press: inMain(/^Abrir ensaio do contrato/) },
  { file: 'features/fiscal/pay-darf-window.tsx', at: withheld, press: button('Marcar como pago') },
  { file: 'features/invoices/anticipate-window.tsx', at: '/financial/invoices', press: button('Antecipar fatura') },
  { file: 'features/invoices/list/billing-window.tsx', at: '/financial/invoices', press: button('Gerar faturas') },
  { file: 'features/invoices/invoice-window.tsx', at: '/financial/invoices', press: inMain(/^Abrir fatura/) },
  {
    file: 'features/debt-agreements/agreement-window.tsx',
    at: '/financial/agreements',
    press: inMain(/^Abrir acordo/),
  },
  {
    file: 'features/debt-agreements/acceptance-window.tsx',
    at: '/financial/agreements?state=OFFERED',
    first: (page) => inMain(/^Abrir acordo/)(page).click(),
    press: button('Registrar aceite em papel'),
    shown: (page) => page.getByRole('dialog', { name: 'Registrar aceite em papel' }),
  },
  { file: 'features/bids/new-bid-window.tsx', at: '/contracts/bids', press: button('Nova proposta') },
  { file: 'features/bids/bid-window.tsx', at: bids(sentBid), press: inMain(/^Abrir proposta/) },
  {
    file: 'features/bids/terms-window.tsx',
    at: bids(sentBid),
    first: (page) => inMain(/^Abrir proposta/)(page).click(),
    press: button('Contraproposta'),
    shown: (page) => page.getByRole('dialog', { name: 'Contraproposta' }),
  },
  {
    file: 'features/bids/reserve-window.tsx',
    at: bids(sentBid),
    first: (page) => inMain(/^Abrir proposta/)(page).click(),
    press: (page) => dialog(page).getByRole('button', { name: 'Mais ações' }),
    entry: 'Reservar o imóvel',
    shown: (page) => page.getByRole('dialog', { name: 'Reservar o imóvel' }),
  },
  {
    file: 'features/bids/client-window.tsx',
    at: bids(sentBid),
    first: (page) => inMain(/^Abrir proposta/)(page).click(),
    press: (page) => dialog(page).getByRole('button', { name: 'Mais ações' }),
    entry: 'Ligar a um cliente',
    shown: (page) => page.getByRole('dialog', { name: 'Cliente da proposta' }),
  },
  {
    file: 'features/signatures/signature-window.tsx',
    at: async (demo) => {
      await paperOut(demo);
      return '/contracts/signatures?state=OUT';
    },
    press: inMain(/^Abrir documento/),
  },
  {
    file: 'features/signatures/draft/draft-window.tsx',
    at: async (demo) => {
      await draftPaper(demo);
      return '/contracts/signatures?state=DRAFT';
    },
    press: inMain(/^Abrir documento/),
  },
  {
    file: 'features/signatures/new/new-signature-window.tsx',
    at: '/contracts/signatures',
    press: button('Novo documento'),
  },
  { file: 'features/signatures/settings-window.tsx', at: '/contracts/signatures', press: button('Configurar') },
  {
    file: 'features/applications/application-window.tsx',
    at: async ({ call }) => {
      await applied(call);
      return '/contracts/applications';
    },
    press: inMain(/^Abrir ficha \d/),
  },
  { file: 'features/applications/application-forms.tsx', at: '/contracts/applications', press: button('Abrir ficha') },
  { file: 'features/applications/rules-window.tsx', at: '/contracts/applications', press: button('Regras da análise') },
  {
    file: 'features/maintenance/maintenance-window.tsx',
    at: '/maintenance?state=QUOTING',
    press: inMain(/^Abrir manutenção \d/),
  },
  { file: 'features/maintenance/new-maintenance-window.tsx', at: '/maintenance', press: button('Abrir manutenção') },
  {
    file: 'features/maintenance/quote-window.tsx',
    at: '/maintenance?state=QUOTING',
    first: (page) => inMain(/^Abrir manutenção \d/)(page).click(),
    press: button('Adicionar orçamento'),
    shown: (page) => page.getByRole('dialog', { name: 'Adicionar orçamento' }),
  },
  {
    file: 'features/maintenance/photo-window.tsx',
    at: '/maintenance?state=IN_PROGRESS',
    first: (page) => inMain(/^Abrir manutenção \d/)(page).click(),
    press: (page) => dialog(page).getByRole('button', { name: 'Mais ações' }),
    entry: 'Anexar foto',
    shown: (page) => page.getByRole('dialog', { name: 'Anexar foto' }),
  },
  {
    file: 'features/maintenance/decision-window.tsx',
    at: '/maintenance?state=AWAITING_APPROVAL',
    first: (page) => inMain(/^Abrir manutenção \d/)(page).click(),
    press: button('Registrar a resposta'),
    shown: (page) => page.getByRole('dialog', { name: 'Registrar a resposta' }),
  },
  {
    file: 'features/maintenance/conclusion-window.tsx',
    at: '/maintenance?state=IN_PROGRESS',
    first: (page) => inMain(/^Abrir manutenção \d/)(page).click(),
    press: button('Concluir'),
    shown: (page) => page.getByRole('dialog', { name: 'Concluir manutenção' }),
  },
  { file: 'features/debt-agreements/settings-window.tsx', at: '/financial/agreements', press: button('Regras') },
  {
    file: 'features/debt-agreements/offer-window.tsx',
    at: '/financial/shall',
    press: inMain(/^Mais ações da fatura/),
    entry: 'Fazer acordo',
  },
  {
    file: 'features/late-payments/late-link-window.tsx',
    at: '/financial/shall',
    press: inMain(/^Mais ações da fatura/),
    entry: 'Link e Pix',
  },
  {
    file: 'features/late-payments/late-message-window.tsx',
    at: '/financial/shall',
    press: inMain(/^Mais ações da fatura/),
    entry: 'Mensagem',
    only: 'desk',
  },
  {
    file: 'features/late-payments/late-message-window.tsx',
    at: '/financial/shall',
    press: inMain(/^Mensagem da fatura/),
    only: 'phone',
  },
  {
    file: 'features/cash/movimentation-window.tsx',
    at: '/financial/movimentations?kind=expenses',
    press: inMain(/^Editar /),
  },
  {
    file: 'features/readjustments/batch-window.tsx',
    at: appliedLot,
    press: inMain(/^Abrir lote/),
  },
  {
    file: 'features/commissions/people/person-window.tsx',
    at: commissioned,
    press: inMain(/^Ver extrato comissões de/),
  },
  {
    file: 'features/commissions/people/pay-person-window.tsx',
    at: commissioned,
    first: (page) => inMain(/^Ver extrato comissões de/)(page).click(),
    press: button('Registrar pagamento'),
    shown: (page) => page.getByRole('dialog', { name: /^Pagamento a/ }),
  },
  {
    file: 'features/commissions/people/rules-window.tsx',
    at: '/financial/people',
    press: button('Divisão'),
  },
  {
    file: 'features/commissions/people/rule-window.tsx',
    at: '/financial/people',
    first: (page) => button('Divisão')(page).click(),
    press: button('Alterar Regra geral, Locação'),
    shown: (page) => page.getByRole('dialog', { name: /^Regra geral/ }),
  },
  {
    file: 'features/commissions/people/sales-window.tsx',
    at: '/financial/people',
    press: button('Vendas'),
  },
  {
    file: 'features/cash/payable-window.tsx',
    at: '/financial/payables',
    press: button('Nova conta a pagar'),
  },
  {
    file: 'features/cash/new-movimentation-window.tsx',
    at: '/financial/movimentations?kind=expenses',
    press: button('Novo'),
  },
  {
    file: 'features/notifications/edit-notification-window.tsx',
    at: '/settings/notifications',
    press: inMain(/^Editar notificação/),
  },
  {
    file: 'features/notifications/new-notification-window.tsx',
    at: '/settings/notifications',
    press: button('Nova notificação'),
  },
  {
    file: 'features/payments/pay-window.tsx',
    at: '/financial/transfers',
    first: (page) => choose(page, /^Escolher repasse/),
    press: button('Pagar repasse'),
  },
  { file: 'features/payments/payment-window.tsx', at: '/financial/payments', press: inMain(/^Abrir pagamento/) },
  { file: 'features/properties/form/new-property-window.tsx', at: '/properties', press: button('Novo imóvel') },
  {
    file: 'features/properties/parts/owners-window.tsx',
    at: '/properties/info/1',
    press: button(/^Proprietários do imóvel/),
  },
  { file: 'features/properties/record/property-window.tsx', at: '/properties', press: inMain(/^Abrir /) },
  {
    file: 'features/properties/parts/property-images.tsx',
    at: pictured,
    first: (page) => page.getByRole('tab', { name: /^Imagens/ }).click(),
    press: button('Ampliar foto 1'),
  },
  { file: 'features/properties/list/reject-window.tsx', at: offered, press: button('Reprovar') },
  { file: 'features/properties/list/offer-visit-window.tsx', at: offered, press: button('Marcar visita') },
  { file: 'features/properties/list/offer-link-message.tsx', at: offered, press: button('Enviar link') },
  {
    file: 'features/properties/record/print-window.tsx',
    at: judged,
    press: button('Mais ações'),
    entry: 'Imprimir',
  },
  {
    file: 'features/properties/list/request-message.tsx',
    at: judged,
    press: button('Mais ações'),
    entry: 'Avisar quem solicitou',
  },
  {
    file: 'features/properties/list/situation-menu.tsx',
    at: '/properties/info/1',
    press: button('Alterar situação'),
    shown: menu,
  },
  {
    file: 'features/contracts/documents/document-preview.tsx',
    at: async (demo) => `${await contract(demo)}?tab=documentos`,
    press: inMain(/^Ver /),
  },
  {
    file: 'features/contracts/documents/upload-window.tsx',
    at: async (demo) => `${await contract(demo)}?tab=documentos`,
    press: inMain(/^Enviar documento/),
  },
  { file: 'features/contracts/extension/extension-window.tsx', at: contract, press: button('Prorrogar') },
  {
    file: 'features/contracts/extras/extra-window.tsx',
    at: async (demo) => `${await contract(demo)}?tab=deducoes`,
    press: inMain(/^Adicionar/),
  },
  {
    file: 'features/contracts/parties/party-window.tsx',
    at: async (demo) => `${await contract(demo)}?tab=partes`,
    press: inMain('Incluir parte'),
  },
  {
    file: 'features/contracts/parties/principal-window.tsx',
    at: async (demo) => `${await contract(demo)}?tab=partes`,
    press: inMain('Trocar inquilino principal'),
  },
  {
    file: 'features/contracts/parties/end-window.tsx',
    at: async (demo) => `${await withSpouse(demo)}?tab=partes`,
    press: inMain(/^Encerrar a participação/),
  },
  {
    file: 'features/contracts/record/contract-accounts.tsx',
    at: '/contracts',
    press: inMain(/^Mais ações do contrato/),
    entry: 'Contas do contrato',
    only: 'desk',
  },
  {
    file: 'features/contracts/record/contract-accounts.tsx',
    at: async (demo) => `/clients/info/${await tenant(demo)}?tab=contratos`,
    press: inMain(/^Abrir contas do contrato/),
    only: 'phone',
  },
  {
    file: 'features/contracts/record/contract-id.tsx',
    at: '/contracts',
    press: inMain(/conta e imóvel$/),
    stays: true,
    only: 'desk',
  },
  { file: 'features/contracts/termination/termination-window.tsx', at: contract, press: button('Encerrar') },
  {
    file: 'features/readjustments/apply-outcome.tsx',
    at: '/contracts/readjustments',
    // Simulates a concurrent change of all of them.
    first: async (page) => {
      await page.route('**/api/readjustment', (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            status: 409,
            code: 'NOTHING_APPLIED',
            message: 'Nenhum reajuste foi aplicado.',
            refused: [{ proposal_id: 1, reason: 'O contrato já foi reajustado.' }],
          }),
        }),
      );
      await choose(page, /^Escolher o contrato/);
      await inMain(/^Aplicar a/)(page).click();
    },
    press: button('Aplicar reajustes'),
    back: inMain(/^Aplicar a/),
    shown: (page) => page.getByRole('dialog', { name: 'Resultado do lote' }),
  },
  {
    file: 'features/readjustments/due/set-all.tsx',
    at: '/contracts/readjustments',
    press: button('Mudar índice de todos'),
  },
  {
    file: 'features/visits/check-out-window.tsx',
    at: visited,
    press: button(/^Check-out de /),
  },
  { file: 'features/visits/new-visit-window.tsx', at: '/schedules', press: button('Nova visita') },
  { file: 'features/session/second-factor-part.tsx', at: '/account', press: button('Ativar') },
  { file: 'app/shell/bell/bell.tsx', at: '/', press: button(/^Notificações/) },
  {
    file: 'app/shell/keys/keys-window.tsx',
    at: '/account',
    press: (page) => page.getByRole('main'),
    entry: '?',
  },
  { file: 'app/shell/palette/palette.tsx', at: '/account', press: button(/^Buscar/) },
  { file: 'app/shell/phone-menu.tsx', at: '/account', press: button('Abrir menu'), only: 'phone' },
  {
    file: 'features/templates/generate/generate-contract-window.tsx',
    at: contract,
    press: button('Mais ações do contrato'),
    entry: 'Gerar contrato',
    only: 'desk',
  },
  {
    file: 'features/templates/generate/generate-contract-window.tsx',
    at: contract,
    press: button('Mais ações'),
    entry: 'Gerar contrato',
    only: 'phone',
  },
  {
    file: 'features/templates/template-writer.tsx',
    at: '/settings/contracts/create',
    press: button('Variável'),
    only: 'phone',
  },
  { file: 'features/transactions/entry-window.tsx', at: '/financial', press: inMain(/^Abrir Outra entrada/) },
  {
    file: 'features/transfers/record/manual-transfer-window.tsx',
    at: '/financial/transfers',
    press: button('Adicionar manual'),
  },
  {
    file: 'features/transfers/calendar/more-events.tsx',
    at: '/financial/transfers',
    press: inMain(/^mostrar mais/),
    only: 'desk',
  },
  {
    file: 'features/transfers/calendar/reschedule-window.tsx',
    at: '/financial/transfers',
    press: inMain(/^Reagendar repasse/),
    only: 'phone',
  },
  {
    file: 'features/transfers/record/transfer-window.tsx',
    at: '/financial/transfers',
    press: inMain(/^Abrir repasse/),
  },
  {
    file: 'features/transfers/record/transfer-id.tsx',
    at: '/financial/transfers',
    press: inMain(/inquilino e imóvel$/),
    stays: true,
    only: 'desk',
  },
  { file: 'features/users/new-user-window.tsx', at: '/settings/users', press: button('Novo usuário') },
  { file: 'features/users/user-window.tsx', at: '/settings/users', press: inMain(/^Editar /) },
  {
    file: 'features/views/saved-views.tsx',
    at: '/clients',
    press: button(/^Filtros salvos/),
    shown: menu,
    only: 'desk',
  },
  {
    file: 'features/views/saved-views.tsx',
    at: '/clients',
    press: button(/^Filtros salvos/),
    shown: menu,
    only: 'phone',
  },
  {
    file: 'features/views/save-view-window.tsx',
    at: '/clients?type=TENANT',
    press: button(/^Filtros salvos/),
    entry: 'Salvar filtro',
  },
  {
    file: 'features/views/views-window.tsx',
    at: '/clients',
    press: button(/^Filtros salvos/),
    entry: 'Editar filtros salvos',
  },
  { file: 'ui/base/actions.tsx', at: '/clients/info/1', press: button('Mais ações'), shown: menu, only: 'desk' },
  {
    file: 'ui/base/actions.tsx',
    at: '/financial/invoices',
    first: async (page) => {
      await inMain(/^Abrir fatura/)(page).click();
      await dialog(page).getByRole('button', { name: 'Mais ações' }).waitFor();
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Mais ações' }),
    shown: menu,
    only: 'phone',
  },
  {
    file: 'ui/list/bulk-bar.tsx',
    at: '/clients',
    first: (page) => choose(page, /^Escolher /),
    press: (page) => page.getByRole('region', { name: 'Itens selecionados' }).getByRole('button', { name: 'Exportar' }),
    shown: menu,
    only: 'desk',
  },
  {
    file: 'ui/list/bulk-bar.tsx',
    at: '/clients',
    first: (page) => choose(page, /^Escolher /),
    press: (page) => page.getByRole('region', { name: 'Itens selecionados' }).getByRole('button', { name: 'Ações' }),
    shown: menu,
    only: 'phone',
  },
  { file: 'ui/overlay/confirm-window.tsx', at: '/settings/notifications', press: inMain(/^Deletar /) },
  { file: 'ui/display/terms/explained.tsx', at: '/financial', press: inMain(/por quê\?$/) },
  { file: 'ui/display/terms/term-buttons.tsx', at: '/financial', press: inMain(/^O que é: /) },
  { file: 'ui/list/export-button.tsx', at: '/clients', press: inMain('Exportar'), shown: menu },
  { file: 'ui/input/period-picker.tsx', at: '/financial', press: inMain(/^Período/) },
  { file: 'ui/list/tool-bar.tsx', at: '/clients', press: inMain('Filtrar'), only: 'desk' },
  { file: 'ui/list/tool-bar.tsx', at: '/clients', press: inMain('Filtrar'), only: 'phone' },
  {
    file: 'ui/display/total-lines.tsx',
    at: '/financial/invoices?status=LATE',
    first: (page) => inMain(/^Abrir fatura/)(page).click(),
    press: (page) => page.getByRole('button', { name: /^Por quê\?/ }).first(),
    stays: true,
    shown: (page) => page.getByRole('dialog', { name: /^Por quê/ }),
  },
  {
    file: 'ui/input/picker.tsx',
    at: '/financial/statements',
    press: (page) => page.getByRole('main').getByRole('combobox').first(),
    list: (page) => page.keyboard.type('co'),
    shown: (page) => page.getByRole('listbox'),
  },
  {
    file: 'ui/address/address-search.tsx',
    at: '/properties/register',
    press: (page) => page.getByRole('combobox', { name: 'Buscar endereço' }),
    list: (page) => page.keyboard.type('praça'),
    shown: (page) => page.getByRole('listbox'),
  },
  {
    file: 'ui/input/calendar.tsx',
    at: '/financial/reports',
    press: (page) => page.getByRole('main').getByRole('textbox').first(),
    list: (page) => page.keyboard.press('ArrowDown'),
  },
  // Last, because the sessions are aged to twenty minutes ago from here on.
  {
    file: 'features/session/identity-window.tsx',
    at: '/settings/permissions',
    first: async (page, { db }) => {
      await db
        .updateTable('session')
        .set({ created_at: new Date(Date.now() - 20 * 60_000), confirmed_at: null })
        .execute();
      await button('Novo grupo')(page).click();
      const name = dialog(page).getByLabel('Nome');
      await name.fill('Vistoria');
      await dialog(page).getByRole('checkbox').first().check();
    },
    press: button('Cadastrar grupo'),
    unsaved: true,
    back: (page) => page.getByRole('dialog', { name: 'Novo grupo' }),
    shown: (page) => page.getByRole('dialog', { name: 'Confirme sua senha' }),
  },
];
