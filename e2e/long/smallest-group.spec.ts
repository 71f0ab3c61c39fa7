import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Locator, Page } from '@playwright/test';
import { ofx } from '../../apps/api/test/bank/bank-papers.ts';
import { form, jpeg } from '../../apps/api/test/pictures.ts';
import { askForVisit, openTicket, sentMessage, writeMessage } from '../attendance.ts';
import { lateBoleto } from '../boletos.ts';
import { lateInvoice, lease } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { goByMenu, mainMenu, openSettings, settings, tabs } from '../menu.ts';
import { TODAY } from '../people.ts';
import { property, tag } from '../properties.ts';
import { STAFF_PATHS } from '../routes.ts';
import { upload } from '../uploads.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Journey = {
  /** The single permission that opens the page, with the fewest other rights. */
  code: string;
  heading: string | RegExp;
  /** Creates records, so that the list is not empty. */
  given?: (call: Call) => Promise<unknown>;
  /** The first row opens windows or pages: all of them are opened. */
  opens?: true;
  /** The menu's entry, where the page is one of its tabs. */
  under?: string;
  /** The permission opens no other tab of that entry, which then has the page's name. */
  alone?: true;
  /** Other entries of the menu that the same permission opens. */
  also?: string[];
};

const home = (call: Call) => property(call);
const house = (call: Call) => lease(call);
const late = (call: Call) => lateBoleto(call);
/** Received on the day before these tests' own, so that this month's lists have it. */
const received = async (call: Call) => {
  const { id } = await lateBoleto(call).then(({ invoice_id }) => ({ id: invoice_id }));
  await call('PATCH', `/invoice/${id}/down`, PAID);
};
const PAID = { paid_amount: 1_654.5, pay_day: '2026-11-19' };
/** An owner who received a rent this year. */
const taxpayer = async (call: Call) => {
  const { id, property_id } = await lateInvoice(call);
  await call('PATCH', `/invoice/${id}/down`, PAID);
  const [one] = await call<{ id: number }[]>('GET', `/property/${property_id}/members/OWNER`);
  return one?.id;
};
const offered = async (call: Call) => {
  const { id, proposal_id } = await lateInvoice(call);
  const terms = { instalments: 3, first_due: TODAY, charges_off: 0, rent_off: 0, monthly_interest: 0 };
  await call('POST', '/debt-agreement', { proposal_id, invoices: [id], ...terms });
};
const ticket = async (call: Call) => openTicket((await house(call)).tenant.id, 'Pia entupida');
const template = (call: Call) =>
  call<{ id: number }>('POST', '/contract/template', { name: 'Locação', body: '<p>Contrato de locação</p>' });
/** A statement of the bank with a movement of its own. */
const statement = () => {
  const file = ofx([{ fitid: tag(), day: '2026-11-19', amount: 123_457, memo: 'TED RECEBIDA' }]);
  const type = 'application/octet-stream';
  return upload('POST', '/reconciliation/statement?add=1', form(Buffer.from(file), 'extrato.ofx', { type }));
};
const published = async () => {
  const body = form(await jpeg(1_200, 630), 'vistoria.jpg', { field: 'image' });
  body.append('title', 'Vistoria de saída');
  body.append('body', '<p>Na saída, o imóvel é comparado com a vistoria de entrada.</p>');
  return (await upload<{ id: number }>('POST', '/feed', body)).id;
};
const EVERYTHING = 'everything';

/** Entries of the menu that one permission opens together. */
const FINANCE = ['Caixa', 'Faturas', 'Boletos', 'Repasses', 'Comissões', 'Cobrança', 'Relatórios'];
const COLLECTION = ['Cobrança', 'Cobrança e mensagens'];

const JOURNEYS: Record<string, Journey> = {
  Dashboard: { code: 'CLIENT_DESTROY', heading: 'Dashboard', given: home },
  Clientes: { code: 'CLIENT_VIEW', heading: 'Clientes', given: late, opens: true },
  Imóveis: { code: 'PROPERTY_VIEW', heading: 'Imóveis', given: house, opens: true },
  Contratos: {
    code: 'PROPOSAL_VIEW',
    heading: 'Contratos',
    given: received,
    opens: true,
    also: ['Modelos de contrato'],
  },
  Resumo: { code: 'FINANCIAL_VIEW', under: 'Caixa', heading: 'Resumo', given: received, also: FINANCE },
  Caixa: { code: 'FINANCIAL_MOVIMENTATION_VIEW', heading: 'Caixa', given: received },
  Faturas: { code: 'FINANCIAL_INVOICE_VIEW', heading: 'Faturas abertas', given: late, opens: true },
  Boletos: { code: 'BOLETO_VIEW', heading: 'Boletos', given: late, opens: true },
  Repasses: {
    code: 'FINANCIAL_TRANSFER_VIEW',
    heading: 'Resumo Financeiro',
    given: received,
    opens: true,
  },
  Comissões: { code: 'FINANCIAL_COMMISSION_VIEW', heading: 'Comissões', given: received },
  Inadimplências: {
    code: 'FINANCIAL_SHALL_VIEW',
    heading: 'Inadimplências',
    under: 'Cobrança',
    alone: true,
    given: late,
    opens: true,
  },
  Cobrança: { code: 'COLLECTION_VIEW', heading: 'Cobrança', given: late, opens: true, also: COLLECTION },
  Acordos: {
    code: 'COLLECTION_AGREE',
    heading: 'Acordos',
    under: 'Cobrança',
    alone: true,
    given: offered,
    opens: true,
  },
  Extratos: {
    code: 'FINANCIAL_TRANSFER_VIEW',
    heading: 'Extrato do proprietário',
    under: 'Repasses',
  },
  'Pagamentos de repasses': {
    code: 'FINANCIAL_TRANSFER_VIEW',
    heading: 'Pagamentos de repasses',
    under: 'Repasses',
  },
  Transações: { code: 'FINANCIAL_VIEW', under: 'Caixa', heading: 'Transações', given: received, also: FINANCE },
  Conciliação: { code: 'RECONCILIATION_VIEW', heading: 'Conciliação', given: statement },
  Relatórios: { code: 'FINANCIAL_REPORTS_VIEW', heading: 'Relatórios' },
  'Ano fiscal': { code: 'FISCAL_VIEW', under: 'Impostos', heading: 'Ano fiscal', given: received },
  Informes: { code: 'FISCAL_VIEW', under: 'Impostos', heading: 'Informes de rendimentos', given: received },
  'Imposto retido': { code: 'FISCAL_VIEW', under: 'Impostos', heading: 'Imposto retido', given: received },
  'Radar da reforma': {
    code: 'FISCAL_VIEW',
    under: 'Impostos',
    heading: 'Radar da reforma',
    given: taxpayer,
    opens: true,
  },
  Contabilidade: { code: 'FISCAL_VIEW', under: 'Impostos', heading: 'Contabilidade', given: received },
  Tabelas: { code: 'FISCAL_VIEW', under: 'Impostos', heading: 'Tabelas fiscais' },
  Agendamentos: {
    code: 'SCHEDULE_VIEW',
    heading: 'Agendamentos',
    given: async (call) => askForVisit('Rita Moura', await home(call)),
  },
  Manutenções: {
    code: 'MAINTENANCE_VIEW',
    heading: 'Manutenções',
    given: async (call) => {
      const words = { title: 'Pia entupida', description: 'A pia da cozinha vaza.' };
      await call('POST', '/maintenance', { property_id: await home(call), ...words });
    },
    opens: true,
  },
  Suporte: {
    code: 'SUPPORT_VIEW',
    heading: 'Suporte',
    given: ticket,
    opens: true,
  },
  Contatos: {
    code: 'CONTACT_VIEW',
    heading: 'Contatos',
    given: async (call) => writeMessage('Rita Moura', await home(call)),
    opens: true,
  },
  Blog: { code: 'FEED_VIEW', heading: 'Blog', given: published, opens: true },
  Imobiliária: { code: EVERYTHING, heading: 'Imobiliária' },
  Bancos: { code: EVERYTHING, heading: 'Bancos' },
  'Banco por Pix': { code: EVERYTHING, under: 'Bancos', heading: 'Banco por Pix' },
  'Boletos no banco': { code: EVERYTHING, under: 'Bancos', heading: 'Boletos no banco' },
  'Pagar repasses': { code: EVERYTHING, under: 'Bancos', heading: 'Pagar repasses' },
  'Extrato do banco': { code: EVERYTHING, under: 'Bancos', heading: 'Extrato do banco' },
  'Régua de cobrança': {
    code: 'COLLECTION_VIEW',
    heading: 'Régua de cobrança',
    under: 'Cobrança e mensagens',
    also: COLLECTION,
  },
  'Mensagens aos clientes': {
    code: 'COLLECTION_VIEW',
    heading: 'Mensagens aos clientes',
    under: 'Cobrança e mensagens',
    given: async (call) => sentMessage((await house(call)).tenant.id),
    opens: true,
    also: COLLECTION,
  },
  Usuários: { code: 'ADMIN_USER_VIEW', heading: 'Usuários' },
  Permissões: { code: 'GROUP_VIEW', heading: 'Permissões' },
  'Notificações personalizadas': {
    code: 'SYSTEM_NOTIFICATION_VIEW',
    heading: 'Notificações personalizadas',
    given: (call) => call('POST', '/notification/system', { name: 'Recesso', message: 'Fechamos na sexta.' }),
  },
  'Imóveis pendentes': {
    code: 'PROPERTY_REQUEST_VIEW',
    heading: 'Imóveis pendentes',
    under: 'Imóveis',
    alone: true,
    given: async (call) => property(call, { status: 'PENDING' }),
    opens: true,
  },
  'Modelos de contrato': {
    code: 'CONTRACT_TEMPLATE_VIEW',
    heading: 'Modelos de contrato',
    given: template,
    opens: true,
  },
  'Alterar senha': { code: 'CLIENT_DESTROY', heading: 'Alterar senha' },
  Auditoria: { code: EVERYTHING, heading: 'Auditoria', given: house },
  Diagnóstico: { code: EVERYTHING, heading: 'Diagnóstico' },
};

/** Pages outside the menu, by the permission that opens each; `$id` is the record that `given` answers. */
const ADDRESSES: Record<string, Journey> = {
  '/account': { code: 'CLIENT_DESTROY', heading: 'Minha conta' },
  '/blog/$id': { code: 'FEED_EDIT', heading: 'Vistoria de saída', given: published },
  '/clients/create': { code: 'USER_CREATE', heading: 'Novo cliente' },
  '/clients/info/$id': {
    code: 'CLIENT_VIEW',
    heading: /^Bruno Ipê/,
    given: async (call) => (await late(call)).tenant.id,
  },
  '/properties/info/$id': {
    code: 'PROPERTY_VIEW',
    heading: /^Rua Ipê/,
    given: async (call) => (await house(call)).property_id,
  },
  '/properties/register': { code: 'PROPERTY_CREATE', heading: 'Novo imóvel' },
  '/contracts/create': { code: 'PROPOSAL_CREATE', heading: 'Adicionar contrato', given: home },
  '/contracts/info/$id': {
    code: 'PROPOSAL_VIEW',
    heading: /^Contrato \d+$/,
    given: async (call) => (await lateInvoice(call)).proposal_id,
  },
  '/contracts/readjustments': { code: 'PROPOSAL_VIEW', heading: 'Reajustes do mês', given: house },
  '/fiscal/reform/$id': { code: 'FISCAL_VIEW', heading: /^Sônia Ipê/, given: taxpayer },
  '/settings/contracts/$id': {
    code: 'CONTRACT_TEMPLATE_VIEW',
    heading: 'Locação',
    given: async (call) => (await template(call)).id,
  },
  '/settings/contracts/create': { code: 'CONTRACT_TEMPLATE_CREATE', heading: 'Novo modelo' },
  '/support/$id': { code: 'SUPPORT_VIEW', heading: 'Pia entupida', given: ticket },
};

const ALWAYS = ['Dashboard', 'Alterar senha'];
const PHONE = { width: 390, height: 844 };

/** Unexpected failures: refused requests, crashes, console messages. */
function troubles(page: Page) {
  const found: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.status() >= 400) found.push(`${answer.status()} ${answer.request().method()} ${pathname}`);
  });
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  return found;
}

const menuLinks = (page: Page) => mainMenu(page).getByRole('list').getByRole('link');

/** Names of the menu's entries from their titles, because their labels include counters. */
const entries = async (page: Page) => {
  await expect(mainMenu(page).getByTitle('Dashboard')).toBeVisible();
  if ((await settings(page).count()) > 0) await openSettings(page);
  const titles = await menuLinks(page).evaluateAll((all) => all.map((link) => link.getAttribute('title') ?? ''));
  return titles.sort();
};

const pathIn = (href: string) => href.slice(STAFF_PATH.length).replace(/\?.*/, '');
const hrefsOf = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));

const OPENER = 'button:not([aria-haspopup="menu"], [aria-label^="Copiar"]), a[href^="/"]:not([target])';

/** Controls of the first row that open something; "⋯" repeats them. */
const openers = (page: Page) => {
  const main = page.getByRole('main');
  const row = main.getByRole('row').filter({ has: page.getByRole('cell') });
  return row
    .or(main.getByRole('listitem'))
    .filter({ has: page.locator(OPENER) })
    .first()
    .locator(OPENER);
};

/** Like `settled`, for the visible part: hidden tabs load when opened. */
const quiet = (page: Page) => expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);

/** Opens every tab of a window or page; answers whether there were any. */
async function openTabs(page: Page, place: Locator) {
  let count = 0;
  for (const tab of await place.getByRole('tab').all()) {
    if (!(await tab.isVisible())) continue;
    await tab.click();
    await quiet(page);
    count += 1;
  }
  return count > 0;
}

/** Follows one link of each kind; one to a page that the user may not open would lead to the dashboard. */
async function followLinks(page: Page) {
  const links = page.getByRole('main').locator(`a[href^="${STAFF_PATH}/"]`).filter({ visible: true });
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const pathOf = (href: string) => new URL(href, page.url()).pathname;
  const kinds = new Map(hrefs.map((href) => [pathOf(href).replace(/\d+/, '$id'), href]));
  for (const href of kinds.values()) {
    await page.goto(href);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(pathOf(page.url())).toBe(pathOf(href));
  }
  return kinds.size > 0;
}

/** Opens every window and page of the first row, with every tab of each. */
async function openFirst(page: Page, label: string) {
  const listed = page.url();
  await expect(openers(page).first()).toBeVisible();
  const count = await openers(page).count();
  for (let number = 0; number < count; number += 1) {
    if (number > 0) {
      await page.goto(listed);
      await quiet(page);
    }
    const pressed = await openers(page).nth(number).elementHandle();
    await openers(page).nth(number).click();
    const dialog = page.getByRole('dialog');
    // The new page is ready when the old one is gone, not when the address changes.
    const gone = async () => page.url() !== listed && !(await pressed?.isVisible());
    await expect.poll(async () => (await dialog.count()) > 0 || (await gone()), { message: label }).toBe(true);
    await quiet(page);
    await expect(notice(page, 'Você não tem permissão')).toHaveCount(0);
    await openTabs(page, (await dialog.count()) > 0 ? dialog : page.getByRole('main'));
  }
}

const ENTRIES = [...new Set(Object.entries(JOURNEYS).map(([label, { under = label }]) => under))];

test('every page is in the menu, with a journey, or has a journey by its address', async ({ page, signIn }) => {
  test.setTimeout(120_000);
  await signIn();
  expect(await entries(page)).toEqual(ENTRIES.sort());
  const inMenu = new Set<string>();
  const names = new Set<string>();
  for (const href of await hrefsOf(menuLinks(page))) {
    await page.goto(href);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    inMenu.add(pathIn(href));
    for (const tab of await hrefsOf(tabs(page).getByRole('link'))) inMenu.add(pathIn(tab));
    for (const name of await tabs(page).getByRole('link').allInnerTexts()) names.add(name.replace(/\s*\d+$/, ''));
  }
  expect([...inMenu, ...Object.keys(ADDRESSES)].sort()).toEqual(STAFF_PATHS);
  expect([...names].filter((name) => !(name in JOURNEYS))).toEqual([]);
  expect(inMenu.size).toBe(Object.keys(JOURNEYS).length);
});

for (const [label, journey] of Object.entries(JOURNEYS)) {
  const { code, heading, given, opens, under, alone, also = [] } = journey;
  const everything = code === EVERYTHING;

  async function arrive(page: Page) {
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await quiet(page);
  }

  async function travel(page: Page, found: string[]) {
    if (under && !alone) await goByMenu(page, under, label);
    else await goByMenu(page, label);
    await arrive(page);
    const listed = page.url();
    if (await followLinks(page)) {
      await page.goto(listed);
      await arrive(page);
    }
    const hasTabs = await openTabs(page, page.getByRole('main'));
    if (opens) {
      if (hasTabs) await page.goto(listed);
      await openFirst(page, label);
    }
    expect(found).toEqual([]);
  }

  test(`${label}, with ${code} alone`, async ({ page, call, staffWith, signIn }) => {
    await given?.(call);
    const found = troubles(page);
    await signIn(await staffWith(everything ? '*' : code));
    const menu = everything ? ENTRIES : [...new Set([...ALWAYS, alone ? label : (under ?? label), ...also])];
    expect(await entries(page)).toEqual(menu.sort());
    await travel(page, found);
  });

  if (['Clientes', 'Contratos', 'Faturas'].includes(label))
    test(`${label}, with ${code} alone, on a phone`, async ({ page, call, staffWith, signIn }) => {
      await page.setViewportSize(PHONE);
      await given?.(call);
      const found = troubles(page);
      await signIn(await staffWith(code));
      await travel(page, found);
    });
}

for (const [path, { code, heading, given }] of Object.entries(ADDRESSES))
  test(`${path}, with ${code} alone`, async ({ page, call, staffWith, signIn }) => {
    const record = await given?.(call);
    const found = troubles(page);
    await signIn(await staffWith(code));
    await page.goto(STAFF_PATH + path.replace('$id', String(record)));
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await quiet(page);
    await followLinks(page);
    expect(found).toEqual([]);
  });
