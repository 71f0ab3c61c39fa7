import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Page } from '@playwright/test';
import { startMailServer } from '../../apps/api/test/servers/mail-server.ts';
import { GLOSSARY, type TermName } from '../../apps/web/src/ui/display/terms/glossary.ts';
import { expectAccessible } from '../accessible.ts';
import { numberOf, returnFile } from '../boletos.ts';
import { document } from '../clients.ts';
import { expect, follow } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { test } from '../new-agency.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'Primeiros passos' });

const mailing = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  mail: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.close();
  },
});

mailing(
  'one person takes an empty agency to the first boleto in the tenant’s hands',
  async ({ page, enter, browser, mail, agency: { db } }) => {
    mailing.setTimeout(120_000);
    const step = (words: string) => steps(page).getByRole('listitem').filter({ hasText: words });
    const pick = async (label: string, typed: string, option: RegExp) => {
      await page.getByRole('combobox', { name: label }).fill(typed);
      await page.getByRole('option', { name: option }).first().click();
    };
    const choose = async (label: string, option: string | RegExp) => {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const fillAddress = async (number: string) => {
      await page.getByLabel('CEP').fill('36025-000');
      await page.getByRole('textbox', { name: 'Número', exact: true }).fill(number);
      await choose('Estado', 'MG');
      await page.getByLabel('Rua').fill('Rua Halfeld');
      await page.getByLabel('Bairro').fill('Centro');
      await page.getByLabel('Cidade').fill('Juiz de Fora');
    };
    await enter('/');
    await expect(steps(page)).toContainText('0 de 8');
    await expect(steps(page).getByRole('listitem')).toHaveCount(8);
    await expectAccessible(page);

    // A list is imported from here.
    await steps(page).getByRole('button', { name: 'Importar planilha' }).first().click();
    // The result stays until it is closed, though the step is completed.
    const dialog = page.getByRole('dialog', { name: 'Importar planilha' });
    await dialog.getByLabel('Planilha').setInputFiles({
      name: 'clientes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Nome;Tipo;CPF;E-mail\nTeresa Vilela;Inquilino;${document()};teresa@nova.test\nOtávio Reis;Proprietário;${document()};\nIara Lins;Fiador;111.111.111-11;\n`,
      ),
    });
    await page.getByRole('button', { name: 'Conferir linhas' }).click();
    await page.getByRole('button', { name: 'Importar 2 clientes' }).click();
    await expect(page.getByText('2 clientes entraram')).toBeVisible();
    await expect(steps(page)).toContainText('1 de 8');
    await expect(page.getByRole('button', { name: 'Baixar linhas recusadas' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click();
    await expect(dialog).toBeHidden();

    await steps(page).getByRole('link', { name: 'Configurar' }).click();
    await expect(page.getByRole('region', { name: 'Salvar' })).toContainText('Tudo salvo');
    await page.getByRole('textbox', { name: 'CNPJ' }).fill('11.222.333/0001-81');
    await page.getByRole('textbox', { name: 'Telefone' }).first().fill('(32) 3232-1400');
    await fillAddress('10');
    await choose('Banco', /Itaú/);
    await page.getByRole('textbox', { name: 'Agência' }).fill('0057');
    await page.getByRole('textbox', { name: 'Conta corrente' }).fill('12345');
    await page.getByRole('textbox', { name: 'Dígito da conta' }).fill('7');
    await expect(page.getByRole('switch', { name: 'Gerar o boleto junto com cada fatura' })).toBeChecked();
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByText('Dados atualizados')).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(steps(page)).toContainText('2 de 8');
    await expect(step('aluguéis entram')).toContainText('Feito');
    await expect(step('dados da imobiliária')).toContainText('Falta: logotipo.');

    await steps(page).getByRole('link', { name: 'Cadastrar imóvel' }).click();
    await choose('Transação', 'Aluguel');
    await choose('Categoria', 'Apartamento');
    await page.getByLabel('Preço').fill('2350');
    await pick('Proprietário', 'Otavio', /Otávio Reis/);
    await fillAddress('414');
    await page.getByRole('button', { name: 'Cadastrar imóvel' }).click();
    await expect(page.getByText('Imóvel adicionado, o código dele é')).toBeVisible();

    await follow(page, '/');
    await steps(page).getByRole('link', { name: 'Cadastrar contrato' }).click();
    await pick('Imóvel', '414', /Halfeld/);
    await pick('Inquilino', 'Teresa', /Teresa Vilela/);
    await page.getByLabel('Início').fill('01/12/2026');
    await page.getByLabel('Término').fill('31/05/2029');
    await expect(page.getByText('Prazo de 30 meses')).toBeVisible();
    await page.getByLabel('Dia do pagamento').fill('5');
    await choose('Tipo de garantia', 'Seguro fiança');
    await page.getByLabel('Titular', { exact: true }).fill('Otávio Reis');
    await page.getByRole('textbox', { name: 'CPF/CNPJ do titular' }).fill(document());
    await page.getByLabel('Chave Pix').fill('otavio@nova.test');
    await page.getByRole('button', { name: 'Adicionar contrato' }).click();
    await expect(page.getByText('Em andamento').first()).toBeVisible();

    await follow(page, '/');
    await expect(steps(page)).toContainText('4 de 8');
    await steps(page).getByRole('link', { name: 'Gerar faturas' }).click();
    await page.getByRole('button', { name: 'Antecipar fatura', exact: true }).first().click();
    await pick('Cliente', 'Teresa', /Teresa Vilela/);
    await choose('Mês da fatura', /dezembro de 2026/);
    await page.getByRole('dialog').getByRole('button', { name: 'Antecipar fatura', exact: true }).click();
    await expect(page.getByText('A fatura foi antecipada.')).toBeVisible();

    // An invoice that reached nobody is no charge yet: the step says what is missing.
    await follow(page, '/');
    await expect(step('primeira cobrança')).toContainText('o aviso “Fatura disponível” está desativado');

    await follow(page, '/financial/boletos');
    await expect(page.getByRole('row', { name: /Teresa Vilela/ })).toContainText('Sem registro');
    await page.getByRole('button', { name: 'Gerar remessa' }).click();
    const remittance = page.getByRole('dialog', { name: 'Gerar remessa' });
    await Promise.all([
      page.waitForEvent('download'),
      remittance.getByRole('button', { name: 'Gerar remessa' }).click(),
    ]);

    await follow(page, '/');
    await expect(steps(page)).toContainText('5 de 8');
    await expect(step('primeira cobrança')).toContainText('Feito');

    // The bank confirms the boleto, and the tenant gets it.
    const boleto = await db.selectFrom('boleto').select(['nosso_numero', 'amount']).executeTakeFirstOrThrow();
    const confirmed = { ...{ amount: boleto.amount, paid: 0 }, occurrence: '02', paid_on: '2026-11-20' } as const;
    await follow(page, '/financial/boletos?down=new');
    const down = page.getByRole('dialog', { name: /^Efetuar baixa/ });
    await down
      .getByLabel('Arquivo do banco')
      .setInputFiles(
        returnFile('CN20116.RET', [
          { ...confirmed, nosso_numero: numberOf({ nosso_numero: boleto.nosso_numero ?? '' }) },
        ]),
      );
    await down.getByRole('button', { name: 'Registrar 1 aviso do banco' }).click();
    await expect
      .poll(() => db.selectFrom('boleto').select('registration').execute())
      .toEqual([{ registration: 'REGISTERED' }]);
    const arrival = mail?.next(({ to }) => to.includes('teresa@nova.test'));
    const { id: invoice } = await db.selectFrom('invoice').select('id').executeTakeFirstOrThrow();
    await follow(page, `/financial/invoices?open=${invoice}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar link por e-mail' }).click();
    await page.getByRole('button', { name: 'Enviar por e-mail', exact: true }).click();
    const link = /http:\S+\/f\/\S+/.exec((await arrival)?.text ?? '')?.[0] ?? '';
    const tenant = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await tenant.goto(link);
    await expect(tenant.locator('main')).toContainText('2.350,00');
    const slip = await tenant.getByRole('link', { name: 'Abrir o boleto em PDF' }).getAttribute('href');
    const printed = await tenant.request.get(new URL(slip ?? '', link).href);
    expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await tenant.close();

    await follow(page, '/');
    await steps(page).getByRole('button', { name: 'Dispensar' }).click();
    await expect(steps(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();
    await expect(steps(page)).toBeHidden();
    await follow(page, '/settings/agency');
    await page.getByRole('switch', { name: 'Mostrar os primeiros passos' }).check();
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByText('Dados atualizados')).toBeVisible();
    await follow(page, '/');
    await expect(steps(page)).toContainText('5 de 8');

    // Logotype, colleague and safeguard are the last three.
    await db.updateTable('agency').set({ logo: 'logo/1.png' }).execute();
    const { group_id } = await db.selectFrom('admin_user').select('group_id').executeTakeFirstOrThrow();
    await db
      .insertInto('admin_user')
      .values({ name: 'Rui Lima', email: 'rui@nova.test', password_hash: 'x', group_id })
      .execute();
    await page.reload();
    await expect(steps(page)).toContainText('7 de 8');
    await db.updateTable('payout_safeguard').set({ new_account: 'WAIT' }).execute();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();
    await expect(steps(page)).toBeHidden();
  },
);

test('the demonstration is added and removed with one click each', LONG, async ({ page, enter, agency: { db } }) => {
  test.setTimeout(300_000);
  await enter('/');
  await steps(page).getByRole('button', { name: 'Usar dados de demonstração' }).click();
  await expect(page.getByRole('progressbar', { name: 'Dados de demonstração' })).toBeVisible();
  const banner = page.getByRole('complementary', { name: 'Demonstração' });
  await expect(banner).toContainText('Você está vendo dados de demonstração', { timeout: 200_000 });
  // Demonstration records do not complete the agency's own steps.
  await expect(steps(page)).toContainText('0 de 8');
  await page.goto(`/app/contracts`);
  await expect(
    page
      .getByRole('button', { name: /Abrir|Ver/ })
      .or(page.getByRole('row'))
      .nth(5),
  ).toBeVisible();
  await expect(banner).toBeVisible();
  await expectAccessible(page);

  await banner.getByRole('button', { name: 'Remover demonstração' }).click();
  const asked = page.getByRole('dialog', { name: 'Remover dados de demonstração' });
  await expect(asked).toContainText('46 contratos');
  await expect(asked).toContainText('Ficam os dados da imobiliária, os usuários, os grupos e as configurações');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Remover demonstração' }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByText('Dados de demonstração removidos')).toBeVisible();
  expect(await db.selectFrom('proposal').select('id').execute()).toEqual([]);
  await page.goto(`/app`);
  await expect(steps(page).getByRole('button', { name: 'Usar dados de demonstração' })).toBeVisible();
});

const HELP: Record<TermName, string> = {
  lead: '/contacts/indicators',
  median: '/contacts/indicators',
  repasse: '/financial/transfers',
  administration: '/contracts/create',
  commission: '/financial/comissions',
  guarantee: '/contracts/create',
  index: '/contracts/readjustments',
  readjustment: '/contracts/create',
  proRata: '/contracts/create',
  late: '/financial/shall',
  defaulting: '/financial/shall',
  invoice: '/financial/invoices',
  reference: '/financial/invoices',
  boleto: '/financial/boletos',
  ourNumber: '/financial/boletos',
  agreement: '/settings/agency',
  remittance: '/financial/boletos',
  reconciliation: '/financial/boletos?state=PAID',
  pix: '/settings/agency',
  bankCredentials: '/settings/bank-link',
  bankCertificate: '/settings/bank-link',
  bankScopes: '/settings/bank-link',
  bankNotice: '/settings/bank-link',
  automaticPix: '/contracts/info/:contract?tab=automatico',
  fine: '/contracts/info/:contract',
  cashBook: '/financial/reports',
  movimentation: '/financial/movimentations',
  income: '/financial',
  extra: '/contracts/info/:contract?tab=deducoes',
  iptu: '/properties/info/:property?tab=taxas',
  share: '/properties/info/:property',
  statement: '/financial/statements',
  exclusivity: '/properties/register',
  withholding: '/contracts/create',
  dimob: '/fiscal',
  nfse: '/fiscal/notes',
  reform: '/fiscal/reform',
  socialReducer: '/fiscal/reform/:owner',
  bankReconciliation: '/financial/reconciliation',
  ofx: '/financial/reconciliation',
  doubleEntry: '/fiscal/accounting',
  chart: '/fiscal/accounting',
};

/** Terms inside a window. */
const OPENED_BY: Partial<Record<TermName, string>> = {
  share: 'Proprietários do imóvel',
  fine: 'Encerrar',
  reconciliation: 'Efetuar baixa',
  ofx: 'Importar extrato',
};

test('every glossary term is explained in place, by keyboard', LONG, async ({ page, enter, agency: { make } }) => {
  test.setTimeout(240_000);
  const { proposal_id, property_id } = await make.invoice({ property: { fees: [{ name: 'IPTU', price: 9_000 }] } });
  const { id: owner } = await make.owner();
  await enter('/');
  const byPage = Map.groupBy(Object.keys(GLOSSARY) as TermName[], (term) => HELP[term]);
  for (const [address, terms] of byPage) {
    const records = { ':contract': proposal_id, ':property': property_id, ':owner': owner };
    const path = Object.entries(records).reduce((path, [name, id]) => path.replace(name, `${id}`), address);
    await page.goto(STAFF_PATH + path);
    for (const term of terms) {
      const opens = OPENED_BY[term];
      if (opens) await page.getByRole('button', { name: opens, exact: true }).click();
    }
    for (const term of terms) {
      const { name, body } = GLOSSARY[term];
      const button = page.getByRole('button', { name: new RegExp(`^O que é: (.*[, ])?${name}`) }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      const explanation = page.getByRole('dialog').filter({ hasText: body });
      await expect(explanation, `${term} on ${address}`).toBeVisible();
      if (term === 'repasse') await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(explanation).toBeHidden();
      await expect(button).toBeFocused();
    }
  }
});
