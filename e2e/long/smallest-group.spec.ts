import { STAFF_PATH } from '@morada/contract/addresses';
import type { Page } from '@playwright/test';
import { askForVisit, openTicket, writeMessage } from '../attendance.ts';
import { lateBoleto } from '../boletos.ts';
import { lease } from '../contracts.ts';
import { expect, test } from '../fixtures.ts';
import { property } from '../properties.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Journey = {
  /** The single permission that opens the page, with the fewest other rights. */
  code: string;
  heading: string;
  /** Creates records, so that the list is not empty. */
  given?: (call: Call) => Promise<unknown>;
  /** The first row opens windows or pages: all of them are opened. */
  opens?: true;
  /** Other pages of the menu that the same permission opens. */
  also?: string[];
};

const home = (call: Call) => property(call);
const house = (call: Call) => lease(call);
const late = (call: Call) => lateBoleto(call);
/** Received on the day before these tests' own, so that this month's lists have it. */
const received = async (call: Call) => {
  const { id } = await lateBoleto(call).then(({ invoice_id }) => ({ id: invoice_id }));
  await call('PATCH', `/invoice/${id}/down`, { paid_amount: 1_654.5, pay_day: '2026-11-19' });
};
const EVERYTHING = 'everything';

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
  Resumo: {
    code: 'FINANCIAL_VIEW',
    heading: 'Resumo',
    given: received,
    also: [
      ...['Caixa', 'Faturas', 'Boletos', 'Repasses', 'Comissões', 'Inadimplências', 'Extratos', 'Transações'],
      'Relatórios',
    ],
  },
  Caixa: { code: 'FINANCIAL_MOVIMENTATION_VIEW', heading: 'Movimentações', given: received },
  Faturas: { code: 'FINANCIAL_INVOICE_VIEW', heading: 'Faturas abertas', given: late, opens: true },
  Boletos: { code: 'BOLETO_VIEW', heading: 'Boletos', given: late, opens: true },
  Repasses: {
    code: 'FINANCIAL_TRANSFER_VIEW',
    heading: 'Resumo Financeiro',
    given: received,
    opens: true,
    also: ['Extratos'],
  },
  Comissões: { code: 'FINANCIAL_COMMISSION_VIEW', heading: 'Comissões', given: received },
  Inadimplências: { code: 'FINANCIAL_SHALL_VIEW', heading: 'Inadimplências', given: late, opens: true },
  Acordos: { code: 'COLLECTION_AGREE', heading: 'Acordos' },
  Extratos: {
    code: 'FINANCIAL_TRANSFER_VIEW',
    heading: 'Extrato do proprietário',
    also: ['Repasses'],
  },
  Transações: {
    code: 'FINANCIAL_VIEW',
    heading: 'Transações',
    given: received,
    also: [
      ...['Resumo', 'Caixa', 'Faturas', 'Boletos', 'Repasses', 'Comissões', 'Inadimplências', 'Acordos', 'Extratos'],
      'Relatórios',
    ],
  },
  Relatórios: { code: 'FINANCIAL_REPORTS_VIEW', heading: 'Relatórios' },
  Agendamentos: {
    code: 'SCHEDULE_VIEW',
    heading: 'Agendamentos',
    given: async (call) => askForVisit('Rita Moura', await home(call)),
  },
  Manutenções: { code: 'MAINTENANCE_VIEW', heading: 'Manutenções' },
  Suporte: {
    code: 'SUPPORT_VIEW',
    heading: 'Suporte',
    given: async (call) => openTicket((await house(call)).tenant.id, 'Pia entupida'),
    opens: true,
  },
  Contatos: {
    code: 'CONTACT_VIEW',
    heading: 'Contatos',
    given: async (call) => writeMessage('Rita Moura', await home(call)),
    opens: true,
  },
  Blog: { code: 'FEED_VIEW', heading: 'Blog' },
  Imobiliária: { code: EVERYTHING, heading: 'Imobiliária' },
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
    given: async (call) => property(call, { status: 'PENDING' }),
  },
  'Modelos de contrato': {
    code: 'CONTRACT_TEMPLATE_VIEW',
    heading: 'Modelos de contrato',
    given: (call) => call('POST', '/contract/template', { name: 'Locação', body: '<p>Contrato de locação</p>' }),
    opens: true,
  },
  'Alterar senha': { code: 'CLIENT_DESTROY', heading: 'Alterar senha' },
  Auditoria: { code: EVERYTHING, heading: 'Auditoria', given: house },
  Diagnóstico: { code: EVERYTHING, heading: 'Diagnóstico' },
};

/** Pages outside the menu, by the permission that opens each. */
const ADDRESSES: Record<string, Journey> = {
  '/account': { code: 'CLIENT_DESTROY', heading: 'Minha conta' },
  '/clients/create': { code: 'USER_CREATE', heading: 'Novo cliente' },
  '/properties/register': { code: 'PROPERTY_CREATE', heading: 'Novo imóvel' },
  '/contracts/create': { code: 'PROPOSAL_CREATE', heading: 'Adicionar contrato', given: home },
  '/contracts/readjustments': { code: 'PROPOSAL_VIEW', heading: 'Reajustes do mês', given: house },
  '/financial/payments': { code: 'FINANCIAL_TRANSFER_VIEW', heading: 'Pagamentos de repasses' },
  '/settings/contracts/create': { code: 'CONTRACT_TEMPLATE_CREATE', heading: 'Novo modelo' },
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

/** Names of the menu's entries from their titles, because their labels include counters. */
const entries = async (page: Page) => {
  const links = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('list').getByRole('link');
  const titles = await links.evaluateAll((all) => all.map((link) => link.getAttribute('title') ?? ''));
  return titles.sort();
};

const isPhone = (page: Page) => page.viewportSize()?.width === PHONE.width;

async function byMenu(page: Page, label: string) {
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('navigation').getByRole('list').getByTitle(label, { exact: true }).click();
}

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
    for (const tab of await page.getByRole('tab').all()) {
      if (!(await tab.isVisible())) continue;
      await tab.click();
      await quiet(page);
    }
  }
}

test('every page of the menu has a journey', async ({ page, signIn }) => {
  await signIn();
  await expect(page.getByRole('navigation').getByTitle('Auditoria')).toBeVisible();
  expect(await entries(page)).toEqual(Object.keys(JOURNEYS).sort());
});

for (const [label, journey] of Object.entries(JOURNEYS)) {
  const { code, heading, given, opens, also = [] } = journey;
  const everything = code === EVERYTHING;

  async function travel(page: Page, found: string[]) {
    await byMenu(page, label);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await quiet(page);
    if (opens) await openFirst(page, label);
    expect(found).toEqual([]);
  }

  test(`${label}, with ${code} alone`, async ({ page, call, staffWith, signIn }) => {
    await given?.(call);
    const found = troubles(page);
    await signIn(await staffWith(everything ? '*' : code));
    const menu = everything ? Object.keys(JOURNEYS) : [...new Set([...ALWAYS, label, ...also])];
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
    await given?.(call);
    const found = troubles(page);
    await signIn(await staffWith(code));
    await page.goto(STAFF_PATH + path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await quiet(page);
    expect(found).toEqual([]);
  });
