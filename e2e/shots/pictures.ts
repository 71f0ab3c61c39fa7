import { setTimeout as pause } from 'node:timers/promises';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import { addToReference, type Reference, referenceOf } from '@morada/domain/base/calendar';
import type { Page } from '@playwright/test';
import { itau400, ofx } from '../../apps/api/test/bank/bank-papers.ts';
import { AGREEMENTS } from '../../apps/api/test/collection.ts';
import { cpf } from '../../apps/api/test/factories.ts';
import { startInterBoletos } from '../../apps/api/test/servers/bank/inter-boleto-server.ts';
import { startPixServer } from '../../apps/api/test/servers/bank/pix-server.ts';
import { numberOf } from '../boletos.ts';
import { mainMenu } from '../menu.ts';
import { type Call, settled } from './camera.ts';

type Picture = {
  /** Taken without signing in. */
  stranger?: true;
  /** Taken by a colleague of this permission group, instead of by who may do everything. */
  group?: string;
  /** Brings the page there. */
  set: (page: Page, call: Call) => Promise<void>;
};
type Invoice = { id: number; proposal_id: number; user_id: number };
type Boleto = { id: number; nosso_numero: string; amount: number };

const at = async (page: Page, address: string) => {
  await page.goto(STAFF_PATH + address);
  await settled(page);
};
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
const openInvoices = async (call: Call) => (await call<{ data: Invoice[] }>('GET', '/invoice?page=1')).data;

/** Makes the first owner of the radar a taxpayer; the month of payments to them. */
async function leaseNotes(call: Call): Promise<Reference> {
  const { data } = await call<{ data: { id: number }[] }>('GET', '/fiscal/reform');
  for (const { id } of data) {
    await call('PATCH', `/user/${id}/taxes`, { tax_regime: 'REGULAR', taxpayer_since: '2026-01-01' });
    for (const month of [thisMonth(), addToReference(thisMonth(), -1)]) {
      const { total } = await call<{ total: number }>('GET', `/fiscal/notes/lease?month=${month}`);
      if (total > 0) return month;
    }
  }
  throw new Error('a imobiliária de demonstração não pagou nenhum proprietário do radar');
}

/** Groups whose menus are shown, beside that of a person with every permission. */
const MENU_GROUPS = { todas: undefined, financeiro: 'Financeiro', atendimento: 'Atendimento', corretor: 'Corretor' };
/** Screens that menus are shown on: the narrower two have the menu in a drawer. */
const MENU_SCREENS = [
  [1366, 768],
  [1024, 768],
  [390, 844],
] as const;

const menus = Object.entries(MENU_GROUPS).flatMap(([who, group]) =>
  MENU_SCREENS.map(([width, height]): [string, Picture] => [
    `menu/${who}-${width}`,
    {
      ...(group && { group }),
      set: async (page) => {
        await page.setViewportSize({ width, height });
        await at(page, '/');
        const drawer = page.getByRole('button', { name: 'Abrir menu' });
        if (await drawer.isVisible()) await drawer.click();
        await mainMenu(page).getByTitle('Dashboard').waitFor();
      },
    },
  ]),
);

/** Each picture of the documents by its file; records that one of them creates stay for the next. */
export const PICTURES: Record<string, Picture> = {
  ...Object.fromEntries(menus),
  'guia/assinaturas': { set: (page) => at(page, '/contracts/signatures?state=ALL') },
  'guia/assinatura': {
    set: async (page, call) => {
      const { data } = await call<{ data: { id: number }[] }>('GET', '/signature?page=1&state=SIGNED');
      await at(page, `/contracts/signatures?state=ALL&open=${data[0]?.id}`);
      await page.getByRole('button', { name: 'Documento assinado' }).waitFor();
    },
  },
  'guia/assinatura-campos': {
    set: async (page, call) => {
      const { data } = await call<{ data: { subject: { id: number } }[] }>('GET', '/signature?page=1&state=SIGNED');
      const known = await call<{ id: number; name: string }[]>('GET', '/contract/templates');
      const draft = await call<{ id: number }>('POST', '/signature', {
        ...{ kind: 'LEASE', subject: 'CONTRACT', subject_id: data[0]?.subject.id, leave_blank: true },
        template_id: known.find(({ name }) => name === 'Locação residencial')?.id,
      });
      await at(page, `/contracts/signatures?open=${draft.id}`);
      await page.getByRole('tab', { name: 'Onde assina' }).click();
      await page.getByRole('img', { name: /^Página/ }).waitFor();
      await page
        .getByRole('button', { name: /mm da esquerda/ })
        .first()
        .waitFor();
    },
  },
  'guia/assinar-no-celular': {
    stranger: true,
    set: async (page, call) => {
      const { data } = await call<{ data: { id: number }[] }>('GET', '/signature?page=1&state=OUT');
      const { people } = await call<{ people: { cpf: string | null; link: { url: string } | null }[] }>(
        'GET',
        `/signature/${data[0]?.id}`,
      );
      const asked = people.find(({ cpf: document, link }) => document !== null && link !== null);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(new URL(asked?.link?.url ?? '', 'http://localhost').pathname);
      await page.getByLabel('Seu CPF').fill(asked?.cpf ?? '');
      await press(page, 'Abrir o documento');
      await page.getByRole('img', { name: /^Página 1 / }).waitFor();
    },
  },
  faturas: { set: (page) => at(page, '/financial/invoices') },
  baixa: {
    set: async (page, call) => {
      const [late] = await openInvoices(call);
      await at(page, `/financial/invoices?open=${late?.id}`);
      await page.getByRole('button', { name: 'Marcar como pago' }).waitFor();
    },
  },
  repasses: { set: (page) => at(page, '/financial/transfers') },
  contrato: {
    set: async (page, call) => {
      const { data } = await call<{ data: { id: number }[] }>('GET', `/readjustment?month=${thisMonth()}`);
      await at(page, `/contracts/info/${data[0]?.id ?? 1}`);
    },
  },
  'guia/entrar': {
    stranger: true,
    set: async (page) => {
      await at(page, '/login');
      await page.getByLabel('E-mail').fill('mariana@demo.morada');
    },
  },
  'guia/dashboard': { set: (page) => at(page, '/') },
  'guia/importar': {
    set: async (page) => {
      await at(page, '/clients');
      await press(page, 'Importar planilha');
      const dialog = page.getByRole('dialog', { name: 'Importar planilha' });
      const name = 'clientes.csv';
      await dialog.getByLabel('Planilha').setInputFiles({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(SHEET.map((row) => row.join(';')).join('\n')),
      });
      await dialog.getByRole('button', { name: 'Conferir linhas' }).click();
      await dialog.getByText('Jorge Amaral').waitFor();
    },
  },
  'guia/buscar': {
    set: async (page) => {
      await at(page, '/');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Buscar cadastro, fatura ou ação' }).fill('costa');
      await page.getByRole('listbox', { name: 'Resultados' }).getByRole('option').nth(4).waitFor();
    },
  },
  'guia/visoes': {
    set: async (page) => {
      await at(page, '/contracts?ending=SOON');
      await press(page, 'Filtros salvos');
      await page.getByRole('menuitem', { name: 'Salvar filtro' }).click();
      await page.getByRole('dialog').getByLabel('Nome').fill('Terminam em breve');
    },
  },
  'guia/novo-contrato': { set: (page) => at(page, '/contracts/create') },
  'guia/lote': {
    set: async (page) => {
      await at(page, '/financial/invoices');
      const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Escolher fatura/ });
      for (const place of [0, 1, 2]) await boxes.nth(place).check();
      await press(page, 'Marcar como pagas');
      await page.getByRole('dialog').getByText('Entram nesta ação').waitFor();
    },
  },
  'guia/remessa': {
    set: async (page, call) => {
      await boletos(call);
      await at(page, '/financial/boletos');
      await press(page, 'Gerar remessa');
      await page.getByRole('dialog').getByText('O que vai').waitFor();
    },
  },
  'guia/retorno': {
    set: async (page, call) => {
      const [first, second, third] = await boletos(call);
      if (!first || !second || !third) throw new Error('faltam boletos');
      const lines = [
        paid(first),
        paid(second),
        paid(third, third.amount - 50),
        { ...paid(third), nosso_numero: '00009911' },
      ];
      await at(page, '/financial/boletos?down=new');
      const file = Buffer.from(itau400(lines, { agency: '8712', account: '04417' }), 'latin1');
      await page
        .getByLabel('Arquivo do banco')
        .setInputFiles({ name: 'CN22116A.RET', mimeType: 'application/octet-stream', buffer: file });
      await page
        .getByRole('dialog')
        .getByRole('tab', { name: /^Divergentes/ })
        .waitFor();
    },
  },
  'guia/banco-por-pix': { set: (page) => at(page, '/settings/bank-link') },
  'guia/cobranca': {
    set: async (page) => {
      await at(page, '/financial/shall');
      await page
        .getByRole('button', { name: /^Mais ações da fatura/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Mensagem' }).click();
      await page.getByRole('dialog', { name: 'Mensagem de cobrança' }).getByText('Abrir no WhatsApp').waitFor();
    },
  },
  'guia/quadro-da-cobranca': { set: (page) => at(page, '/financial/collection') },
  'guia/acordos': { set: (page) => at(page, '/financial/agreements') },
  'guia/papeis-da-divida': {
    set: async (page, call) => {
      const { lates } = await call<{ lates: { proposal: { id: number } }[] }>('GET', '/financial/late?page=1');
      await at(page, `/contracts/info/${lates[0]?.proposal.id}?tab=cobranca`);
      await page.getByRole('heading', { name: 'Demonstrativo de hoje' }).waitFor();
      await page.getByText('Total em').waitFor();
    },
  },
  'guia/pagar-repasses': {
    set: async (page) => {
      await at(page, '/financial/transfers');
      const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Escolher repasse/ });
      await boxes.first().waitFor();
      for (const place of [0, 1, 2, 3]) await boxes.nth(place).check();
      await press(page, /^Pagar 4 repasses/);
      await page.getByRole('dialog', { name: 'Pagar repasses' }).getByText('O que será gerado').waitFor();
    },
  },
  'guia/reajustes': { set: (page) => at(page, '/contracts/readjustments') },
  'guia/encerrar': {
    set: async (page, call) => {
      const [invoice] = await openInvoices(call);
      await at(page, `/contracts/info/${invoice?.proposal_id}`);
      await press(page, 'Encerrar');
      await page.getByText('Data da saída').waitFor();
    },
  },
  'guia/permissoes': {
    set: async (page) => {
      await at(page, '/settings/permissions');
      await press(page, 'Novo grupo');
      await page.getByRole('dialog').getByLabel('Nome').fill('Atendimento');
    },
  },
  'guia/auditoria': { set: (page) => at(page, '/settings/audit') },
  'guia/ano-fiscal': { set: (page) => at(page, '/fiscal') },
  'guia/informes': { set: (page) => at(page, '/fiscal/statements?year=2026') },
  'guia/imposto-retido': { set: (page) => at(page, '/fiscal/withholding') },
  'guia/radar-da-reforma': { set: (page) => at(page, '/fiscal/reform') },
  'guia/notas-fiscais': {
    set: async (page) => {
      await at(page, '/settings/agency');
      await page.getByText('Como começar: preencha o que as notas').evaluate((words) => {
        words.scrollIntoView({ block: 'start' });
        scrollBy(0, -120);
      });
      await page.getByText('Nenhum certificado guardado').first().waitFor();
    },
  },
  'guia/nota-de-locacao': {
    set: async (page, call) => {
      const month = await leaseNotes(call);
      await at(page, `/fiscal/lease-notes?month=${month}`);
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Ver dados da nota/ })
        .first()
        .click();
      await page
        .getByRole('dialog', { name: /^Nota de/ })
        .getByText('Código de tributação nacional')
        .waitFor();
    },
  },
  'guia/contabilidade': { set: (page) => at(page, '/fiscal/accounting') },
  'guia/tabelas-fiscais': { set: (page) => at(page, '/fiscal/tables') },
  'guia/conciliacao': {
    set: async (page) => {
      await at(page, '/financial/reconciliation');
      await press(page, 'Importar extrato');
      const day = today();
      const movements = [
        { fitid: '1', day, amount: -4_990, memo: 'TAR PACOTE SERVICOS' },
        { fitid: '2', day, amount: 250_000, memo: 'TED JOSE CARLOS LIMA' },
      ];
      const buffer = Buffer.from(ofx(movements));
      const drawer = page.getByRole('dialog', { name: 'Importar extrato' });
      await drawer
        .getByLabel('Extrato OFX')
        .setInputFiles({ name: 'extrato.ofx', mimeType: 'application/x-ofx', buffer });
      const add = page.getByRole('dialog', { name: 'Conta nova' }).getByRole('button', { name: 'Adicionar conta' });
      await add.click();
      await page.getByRole('table', { name: 'Movimentos do banco' }).waitFor();
      // Without the notice of the import.
      await page.reload();
      await settled(page);
    },
  },
  'guia/extrato-do-banco': {
    set: async (page) => {
      await at(page, '/settings/statements');
      await press(page, 'Ler agora');
      await page.getByText('Ainda não lida').waitFor({ state: 'hidden' });
      // Without the notice of the reading.
      await page.reload();
      await settled(page);
    },
  },
  'guia/proteger-pagamentos': {
    set: async (page, call) => {
      const day = { approve_over: 5_000, daily_limit: 40_000, new_account: 'APPROVE', wait_hours: 24 };
      await call('PUT', '/payout/safeguards', day);
      await at(page, '/settings/payouts');
    },
  },
  'guia/boletos-no-banco': {
    set: async (page, call) => {
      await withBoletoBank(call);
      await at(page, '/settings/boleto-link');
    },
  },
  'guia/pix-automatico': {
    set: async (page, call) => {
      const contract = await offeredRecurrence(call);
      await at(page, `/contracts/info/${contract}`);
      await page.getByRole('tab', { name: 'Pix Automático' }).click();
      await page.getByRole('img', { name: 'QR Code que autoriza o Pix Automático' }).waitFor();
    },
  },
};

const ASKS_EVERY_MS = 500;
const banks: { close: () => Promise<void> }[] = [];
/** Ends the banks that pictures began. */
export const closeBanks = () => Promise.all(banks.splice(0).map((bank) => bank.close()));

/** Connects boletos to a bank on this machine, which is closed after the pictures. */
async function withBoletoBank(call: Call) {
  const { bank, ...fields } = AGREEMENTS['077'];
  await call('PUT', '/agency/agreement', { bank, fields });
  const inter = await startInterBoletos();
  banks.push(inter);
  const { cert: certificate, key: private_key } = inter.clientCertificate;
  await call('PUT', '/boleto-link', {
    ...{ bank, fields: {}, base_url: inter.url, token_url: inter.tokenUrl, authority: inter.ca },
    ...{ client_id: inter.clientId, client_secret: inter.clientSecret, certificate, private_key },
  });
  await call('POST', '/boleto-link/check');
}

/** A contract whose tenant may authorise debits at a bank on this machine. */
async function offeredRecurrence(call: Call): Promise<number> {
  const psp = await startPixServer();
  banks.push(psp);
  const { cert: certificate, key: private_key } = psp.clientCertificate;
  await call('PUT', '/bank-link', {
    ...{ base_url: psp.url, token_url: psp.tokenUrl, client_id: psp.clientId, client_secret: psp.clientSecret },
    ...{ certificate, private_key, authority: psp.ca, pix_key: psp.key },
  });
  await call('PUT', '/bank-link/recurring', {
    ...{ active: true, policy: 'PERMITE_3R_7D', with_minimum: false },
    ...{ branch: null, account: psp.account, account_type: 'CORRENTE' },
  });
  const [invoice] = await openInvoices(call);
  const id = invoice?.proposal_id ?? 0;
  const path = `/proposal/${id}/recurrence`;
  await call('POST', path);
  const isReady = async () =>
    (await call<{ recurrence: { code: string | null } | null }>('GET', path)).recurrence?.code;
  while (!(await isReady())) await pause(ASKS_EVERY_MS);
  return id;
}

const SHEET = [
  ['Nome', 'Tipo', 'CPF', 'Celular', 'E-mail'],
  ['Teresa Vilela', 'Inquilino', cpf(810_000), '(32) 98841-2076', 'teresa@exemplo.com.br'],
  ['Jorge Amaral', 'Proprietário', cpf(810_001), '(32) 99112-4455', 'jorge@exemplo.com.br'],
  ['Iara Lins', 'Fiador', '111.111.111-11', '', ''],
];

/** Three unpaid boletos. */
async function boletos(call: Call): Promise<Boleto[]> {
  const data = await call<Boleto[]>('GET', '/boleto');
  if (data.length >= 3) return data;
  const made: Boleto[] = [];
  for (const { id, proposal_id, user_id } of (await openInvoices(call)).slice(0, 3)) {
    made.push(await call<Boleto>('POST', '/boleto/manual', { invoice_id: id, proposal_id, user_id }));
  }
  return made;
}

/** A payment of the boleto, as in the bank's file. */
const paid = (boleto: Boleto, amount = boleto.amount) => ({
  nosso_numero: numberOf(boleto),
  amount: Math.round(boleto.amount * 100),
  paid: Math.round(amount * 100),
  paid_on: today(),
  credited_on: today(),
  fee: 210,
});

/** Today in the browser's time zone. */
const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format() as `${number}-${number}-${number}`;
const thisMonth = () => referenceOf(today());
