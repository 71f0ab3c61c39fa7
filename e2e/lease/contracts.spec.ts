import type { Locator, Page } from '@playwright/test';
import { picture } from '../../apps/api/test/pictures.ts';
import { expectAccessible } from '../accessible.ts';
import { house, lateInvoice, lease, leftOn, pdf, person } from '../contracts.ts';
import { expect, notice, pressInHead, settled, settleRemoval, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };
const TABS = [
  'Detalhes do contrato',
  'Fiadores',
  'Partes',
  'Documentos',
  'Faturas',
  'Transferências',
  'Deduções e Acréscimos',
  'Histórico',
];

// The stories are long and include accessibility checks.
test.describe.configure({ timeout: 120_000 });

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const choose = async (page: Page, label: string, typed: string, option: string) => {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).click();
};
const select = async (page: Page, label: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
};
/** An action of a window: a button where there is room, else behind "⋯". */
const act = async (window: Locator, label: string) => {
  const button = window.getByRole('button', { name: label, exact: true });
  if (await button.isVisible()) return button.click();
  await window.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await window.getByRole('menuitem', { name: label }).click();
};
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });
    const desktop = screen === 'desktop';

    test.beforeEach(async ({ page, startSession }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await startSession();
    });

    test('parties: who is included, who leaves, and another principal tenant', LONG, async ({ page, call }) => {
      const { id, tenant } = await lease(call);
      const [other, spouse] = [await person(call, 'TENANT'), await person(call, 'TENANT')];
      await page.goto(`/app/contracts/info/${id}?tab=partes`);
      await expect(page.getByText('Inquilino principal', { exact: true }).first()).toBeVisible();
      const add = async (role: string, name: string, of?: string) => {
        await page.getByRole('button', { name: 'Incluir parte' }).click();
        const window = page.getByRole('dialog', { name: 'Incluir parte no contrato' });
        await select(page, 'Papel', role);
        await choose(page, 'Pessoa', name, name);
        if (of) await select(page, 'Cônjuge de', of);
        await window.getByRole('button', { name: 'Incluir', exact: true }).click();
        await expect(notice(page, 'Parte incluída no contrato!')).toBeVisible();
        await expect(window).toBeHidden();
      };
      await add('Inquilino', other.name);
      await add('Cônjuge', spouse.name, other.name);
      await expect(page.getByText(`Cônjuge de ${other.name}`).first()).toBeVisible();
      expect(await fits(page)).toBe(true);
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Trocar inquilino principal' }).click();
      await choose(page, 'Novo inquilino principal', other.name, other.name);
      await page.getByRole('button', { name: 'Trocar', exact: true }).click();
      await expect(notice(page, 'Inquilino principal trocado!')).toBeVisible();
      await page.getByRole('button', { name: `Encerrar a participação de ${tenant.name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Encerrar', exact: true }).click();
      await expect(notice(page, 'Participação encerrada!')).toBeVisible();
      await expect(page.getByRole('button', { name: `Reabrir a participação de ${tenant.name}` })).toBeVisible();
    });

    test('a new contract: defaults, missing fields, legal warnings', async ({ page, call }) => {
      const { id: houseId, street, ownerName } = await house(call, { price: 1_500 });
      const { property_id: let_id } = await lease(call);
      const [tenant, guarantor] = [await person(call, 'TENANT'), await person(call, 'GUARANTOR')];
      await page.goto('/app/contracts/create');
      const save = page.getByRole('button', { name: 'Adicionar contrato' });

      const expectMessages = async (...messages: string[]) => {
        for (const message of messages) await expect(page.getByText(message, { exact: true })).toBeVisible();
      };
      await page.getByLabel('Taxa de administração').fill('');
      await save.click();
      await expectMessages(
        'Informe o inquilino',
        'Informe o imóvel',
        'Informe a data final do contrato',
        'Informe o preço atual de cobrança',
        'Informe a quantidade',
        'Informe o dia do pagamento',
        'Informe a garantia',
      );
      await page.getByLabel('Término').fill('31/05/2029');
      await page.getByLabel('Agência').fill('0024-8');
      await save.click();
      await expectMessages('Informe o banco', 'Informe a conta', 'Informe o nome do titular');
      await expectAccessible(page);

      // A let property is found by its number as well, with the reason why it can't be chosen.
      await page.getByRole('combobox', { name: 'Imóvel' }).fill(String(let_id));
      const taken = page.getByRole('option').filter({ hasText: `ID ${let_id} ` });
      await expect(taken).toContainText('Alugado: não pode ser escolhido');
      await expect(taken).toHaveAttribute('data-combobox-disabled', 'true');
      await choose(page, 'Imóvel', String(houseId), street);
      await expect(page.getByLabel('Valor atual')).toHaveValue(/1\.500,00/);
      await expect(page.getByLabel('Desconto')).toHaveValue(/0,00/);
      await expect(page.getByLabel('Início')).toHaveValue('20/11/2026');
      await expect(page.getByRole('combobox', { name: 'Índice de reajuste' })).toHaveValue('IGP-M');
      await expect(page.getByLabel('Multa por rescisão')).toHaveValue('3 aluguéis');
      await expect(page.getByText(ownerName, { exact: true })).toBeVisible();
      await page.getByLabel('Taxa de administração').fill('10');
      await choose(page, 'Inquilino', tenant.name, tenant.name);
      await page.getByLabel('Dia do pagamento').fill('5');
      await select(page, 'Conta do proprietário', /51\.782-8/);
      await expect(page.getByLabel('Agência')).toHaveValue('0024-8');
      await expect(page.getByLabel('Titular', { exact: true })).toHaveValue(ownerName);

      const above = page.getByText('A caução passa de três aluguéis (R$ 4.500,00), o limite da Lei 8.245');
      await select(page, 'Tipo de garantia', 'Caução');
      await page.getByLabel('Valor da caução').fill('4500');
      await expect(above).toBeHidden();
      await page.getByLabel('Valor da caução').fill('4500,01');
      await expect(above).toBeVisible();

      await select(page, 'Tipo de garantia', 'Fiador');
      await expect(page.getByText('O contrato tem caução e outra garantia.')).toBeVisible();
      await page.getByLabel('Valor da caução').fill('');
      await save.click();
      await expect(page.getByText('Selecione o fiador', { exact: true })).toBeVisible();
      await choose(page, 'Fiador', guarantor.name, guarantor.name);
      await select(page, 'Tipo de garantia', 'Seguro fiança');
      await expect(page.getByText('O contrato tem fiador e outra garantia.')).toBeVisible();
      await expectAccessible(page);
      await select(page, 'Tipo de garantia', 'Fiador');

      await save.click();
      // The title says who and where.
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(/^Contrato \d+ · .+, .+/);
      await expect(title).toContainText(tenant.name);
      await expect(page.getByText('Em andamento').first()).toBeVisible();
      await tab(page, 'Fiadores').click();
      await expect(page.getByRole('tabpanel')).toContainText(guarantor.name);
    });

    test(
      'the list: filters, the account behind the number, the accounts of a contract',
      LONG,
      async ({ page, call }) => {
        const ending = { start_date: '2024-06-01', end_date: '2026-11-30', next_readjustment: '2026-11-01' };
        const { id, property_id, street, tenant } = await lease(call, ending);
        await page.goto(`/app/contracts?query=${encodeURIComponent(street)}&ending=PAST`);
        await expect(page.getByText('Nenhum contrato com estes filtros')).toBeVisible();
        await page.getByRole('button', { name: 'Remover filtro Término' }).click();
        const row = desktop
          ? page.getByRole('row', { name: new RegExp(tenant.name) })
          : page.getByRole('listitem').filter({ hasText: tenant.name });
        await expect(row).toContainText('R$ 1.500,00');
        await expect(row).toContainText('Contrato não foi reajustado!');

        await page.getByRole('button', { name: 'Filtrar' }).click();
        await select(page, 'Reajuste', 'Em atraso');
        await select(page, 'Término', 'Nos próximos 30 dias');
        if (desktop) await page.keyboard.press('Escape');
        else await page.getByRole('button', { name: 'Ver resultado' }).click();
        await expect(page).toHaveURL(/readjustment=LATE/);
        await expect(page).toHaveURL(/ending=SOON/);
        await expect(page.getByText('Término: Nos próximos 30 dias')).toBeVisible();
        await expect(row).toBeVisible();
        await page.getByRole('button', { name: 'Remover filtro Reajuste' }).click();
        await page.getByRole('button', { name: 'Remover filtro Término' }).click();
        await expect(page).not.toHaveURL(/readjustment=|ending=/);
        await expectAccessible(page);
        expect(await fits(page)).toBe(true);

        if (desktop) {
          await expect(row.getByRole('link', { name: street })).toHaveAttribute(
            'href',
            `/app/properties/info/${property_id}`,
          );
          await row.getByRole('button', { name: tenant.name }).click();
          const register = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
          await expect(register.getByText(tenant.name).first()).toBeVisible();
          await register.getByRole('button', { name: 'Fechar' }).last().click();
          await expect(register).toBeHidden();
          await row.getByRole('button', { name: `${id}, conta e imóvel` }).click();
          await expect(page.getByRole('dialog', { name: `${id}, conta e imóvel` })).toContainText(street);
          await page.keyboard.press('Escape');
          await row.getByRole('button', { name: `Mais ações do contrato ${id}` }).click();
          await page.getByRole('menuitem', { name: 'Contas do contrato' }).click();
        } else await page.goto(`/app/contracts?query=${encodeURIComponent(street)}&accounts=${id}`);
        const accounts = page.getByRole('dialog', { name: `Contas do contrato ${id}` });
        await expect(accounts.getByText('Ainda não há faturas')).toBeVisible();
        await accounts.getByRole('tab', { name: /^Transferências/ }).click();
        await expect(accounts.getByText('Ainda não há transferências')).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(accounts).toBeHidden();

        await call('PATCH', `/proposal/${id}/close`);
        await page.goto(`/app/contracts?query=${encodeURIComponent(street)}`);
        await expect(page.getByText('Situação: Em andamento')).toBeVisible();
        await expect(page.getByText('Há 1 contrato encerrado nesta busca.')).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Todos', exact: true }).click();
        await expect(page).toHaveURL(/status=ALL/);
        await expect(row).toContainText('Encerrado');
        await page.goto(`/app/contracts?id=${id}`);
        await expect(row).toContainText('Encerrado');

        await pressInHead(page, 'Reajustes do mês');
        await expect(page.getByRole('heading', { level: 1, name: 'Reajustes do mês' })).toBeVisible();
      },
    );

    test('documents: the type first, then pictures and PDFs', LONG, async ({ page, call }) => {
      const { id } = await lease(call);
      await page.goto(`/app/contracts/info/${id}?tab=documentos`);
      await page.getByRole('button', { name: 'Enviar documento' }).click();
      const drawer = page.getByRole('dialog', { name: 'Enviar documento' });
      await expect(drawer.getByRole('button', { name: 'Escolher arquivo' })).toHaveCount(0);
      await select(page, 'Tipo do documento', 'RG (frente)');
      const files = drawer.locator('input[type="file"]');
      await files.setInputFiles({ name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') });
      await expect(notice(page, 'Arquivo não suportado')).toBeVisible();
      await files.setInputFiles({ name: 'falso.pdf', mimeType: 'application/pdf', buffer: Buffer.from('nada') });
      const sending = drawer.getByRole('list', { name: 'Arquivos em envio' });
      await expect(sending).toContainText('Arquivo não suportado');
      await drawer.getByRole('button', { name: 'Cancelar envio de falso.pdf' }).click();
      await files.setInputFiles({ name: 'rg.png', mimeType: 'image/png', buffer: await picture().png().toBuffer() });
      await expect(notice(page, 'Arquivo enviado!')).toBeVisible();
      await select(page, 'Tipo do documento', 'Contrato');
      await files.setInputFiles(pdf('assinado.pdf'));
      await expect(drawer.getByRole('list', { name: 'Arquivos enviados' })).toContainText('assinado.pdf');
      await expectAccessible(page);
      await drawer.getByRole('button', { name: 'Fechar' }).last().click();
      await expect(drawer).toBeHidden();

      const list = desktop
        ? page.getByRole('table', { name: 'Documentos' })
        : page.getByRole('list', { name: 'Documentos' });
      await expect(list).toContainText(/RG \(frente\).*rg\.png.*Contrato.*assinado\.pdf.*1 KB/);
      await page.getByRole('button', { name: 'Ver RG (frente), rg.png' }).click();
      const shown = page.getByRole('dialog').getByRole('img', { name: 'rg.png' });
      await expect(shown).toHaveJSProperty('complete', true);
      await expect(shown).toHaveAttribute('src', /^blob:/);
      await page.keyboard.press('Escape');
      await expect(shown).toBeHidden();
      const [answer] = await Promise.all([
        page.context().waitForEvent('response', (one) => one.url().includes('/api/files/')),
        page.getByRole('button', { name: 'Abrir Contrato, assinado.pdf, em outra aba' }).click(),
      ]);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Baixar RG (frente), rg.png' }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('rg.jpg');

      await page.getByRole('button', { name: 'Deletar RG (frente), rg.png' }).click();
      await page.getByRole('button', { name: 'Deletar documento' }).click();
      await expect(notice(page, 'Documento deletado')).toBeVisible();
      await expect(list).not.toContainText('rg.png');
      await expectAccessible(page);
    });

    test('an extra value in instalments, each waiting for its month', LONG, async ({ page, call }) => {
      const { id } = await lease(call);
      await page.goto(`/app/contracts/info/${id}?tab=deducoes`);
      await page.getByRole('button', { name: 'Adicionar dedução ou acréscimo' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('Descrição').fill('IPTU');
      await drawer.getByLabel('Valor').fill('1200,04');
      await drawer.getByText('Acréscimo', { exact: true }).click();
      await drawer.getByText('Despesa', { exact: true }).click();
      await drawer.getByLabel('Parcelas').fill('10');
      // The window has a line of its own that says whether something is not saved.
      const preview = drawer.getByRole('status').filter({ hasText: /\S/ });
      await expect(preview).toContainText('IPTU 1/10 … 10 × R$ 120,00, a primeira R$ 120,04');
      await expect(preview).toContainText('De outubro de 2026 a julho de 2027.');
      await select(page, 'A partir de', 'janeiro de 2027, vence 05/02/2027');
      await expect(preview).toContainText('De janeiro de 2027 a outubro de 2027.');
      await expectAccessible(page);
      await drawer.getByRole('button', { name: 'Adicionar', exact: true }).click();
      await expect(drawer).toBeHidden();

      const rows = desktop
        ? page.getByRole('row', { name: /IPTU/ })
        : page.getByRole('list', { name: 'Deduções e acréscimos' }).getByRole('listitem');
      await expect(rows).toHaveCount(10);
      await expect(rows.first()).toContainText(/IPTU 1\/10.*R\$\s120,04.*Aguarda o mês 01\/2027/);
      await expect(rows.last()).toContainText(/IPTU 10\/10.*R\$\s120,00.*Aguarda o mês 10\/2027/);
      await page.getByRole('button', { name: 'Deletar IPTU 10/10' }).click();
      await expect(rows).toHaveCount(9);
      await settleRemoval(page, /IPTU 10\/10/);
      await expect
        .poll(async () => (await call<{ extraValues: unknown[] }>('GET', `/proposal/${id}`)).extraValues.length)
        .toBe(9);
      await expect(rows).toHaveCount(9);
    });

    // IPCA from March 2025 to February 2026: 0,56 0,43 0,26 0,24 0,26 −0,11 0,48 0,09 0,18 0,33 0,33 0,70 = 3,8125%.
    test('Prorrogar, with the readjustment that was overdue, and how it was before', LONG, async ({ page, call }) => {
      const { id } = await lease(call, {
        ...{ start_date: '2024-03-20', end_date: '2026-11-30', next_readjustment: '2026-03-20' },
        readjustment_index: 'IPCA',
      });
      await leftOn(id, ['create'], '2024-03-20');
      await page.goto(`/app/contracts/info/${id}`);
      await expect(page.getByText('Contrato não foi reajustado!').first()).toBeAttached();
      await pressInHead(page, 'Prorrogar');
      const dialog = page.getByRole('dialog', { name: `Prorrogar contrato ${id}` });
      await expect(dialog.getByLabel('Novo término')).toHaveValue('30/11/2027');
      await expect(dialog.getByRole('switch', { name: 'Reajustar o aluguel' })).toBeChecked();
      await expect(dialog.getByRole('radio', { name: /^IPCA/ })).toBeChecked();
      await expect(dialog).toContainText('IPCA de março de 2025 a fevereiro de 2026: 3,81%.');
      await expect(dialog).toContainText('R$ 1.500,00 para R$ 1.557,15');
      await expect(dialog).toContainText('20/03/2026 para 20/03/2027');
      await expectAccessible(page);

      await test.step('an index that fell keeps the rent; a percentage by hand lowers it', async () => {
        await dialog.getByRole('radio', { name: /^IGP-M/ }).check();
        await expect(dialog).toContainText('O índice acumulado é negativo: o aluguel continua R$ 1.500,00.');
        await dialog.getByRole('radio', { name: /^Percentual manual/ }).check();
        await dialog.getByRole('button', { name: 'Prorrogar' }).click();
        await expect(dialog.getByText('Informe o percentual do reajuste')).toBeVisible();
        await dialog.getByRole('textbox', { name: 'Percentual' }).fill('-5');
        await expect(dialog).toContainText('R$ 1.500,00 para R$ 1.425,00');
        await dialog.getByRole('radio', { name: /^IPCA/ }).check();
      });

      await dialog.getByRole('button', { name: 'Prorrogar' }).click();
      await expect(notice(page, 'Contrato atualizado')).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(page.getByLabel('Término')).toHaveValue('30/11/2027');
      await expect(page.getByLabel('Valor atual')).toHaveValue(/1\.557,15/);
      await leftOn(id, ['extend'], '2026-11-10');
      await call('PATCH', `/proposal/${id}`, { discount: 57.15 });
      await leftOn(id, ['update'], '2026-11-15');

      await page.reload();
      await tab(page, 'Histórico').click();
      const panel = page.getByRole('tabpanel');
      const entries = panel.getByRole('list', { name: 'Alterações do contrato' }).getByRole('listitem');
      await expect(entries).toHaveCount(3);
      await expect(entries.nth(0)).toContainText(/Alterou o contrato.*Mariana Dias.*R\$\s0,00 para R\$\s57,15/);
      await expect(entries.nth(1)).toContainText(/Prorrogou o contrato.*Aditivo.*30\/11\/2026 para 30\/11\/2027/);
      await expect(entries.nth(1)).toContainText('R$ 1.500,00 para R$ 1.557,15');
      await expect(entries.nth(2)).toContainText('Cadastrou o contrato');
      const rents = desktop ? panel.getByRole('row') : panel.getByRole('list').first().getByRole('listitem');
      await expect(rents.filter({ hasText: '1.557,15' })).toContainText('10/11/2026');
      await expect(rents.filter({ hasText: '1.500,00' })).toContainText('09/11/2026');

      const terms = panel.locator('section').filter({ hasText: 'Como era em' });
      const then = (label: string) => terms.getByText(label, { exact: true }).locator('..');
      await panel.getByLabel('Dia', { exact: true }).fill('12/11/2026');
      await expect(then('Desconto')).toHaveText('DescontoR$ 0,00hoje R$ 57,15');
      await expect(then('Valor atual')).toHaveText('Valor atualR$ 1.557,15');
      await panel.getByLabel('Dia', { exact: true }).fill('09/11/2026');
      await expect(then('Valor atual')).toHaveText('Valor atualR$ 1.500,00hoje R$ 1.557,15');
      await expect(then('Término')).toHaveText('Término30/11/2026hoje 30/11/2027');
      await expectAccessible(page);
    });

    test('Reajustar alone, where it is due', LONG, async ({ page, call }) => {
      const { id } = await lease(call, { start_date: '2025-03-20', next_readjustment: '2026-03-20' });
      await page.goto(`/app/contracts/info/${id}`);
      await page.getByRole('button', { name: 'Reajustar' }).click();
      const dialog = page.getByRole('dialog', { name: `Reajustar contrato ${id}` });
      await expect(dialog.getByLabel('Novo término')).toHaveCount(0);
      // INPC over the same months: 3,36%.
      await dialog.getByRole('radio', { name: /^INPC/ }).check();
      await expect(dialog).toContainText('R$ 1.500,00 para R$ 1.550,40');
      await dialog.getByRole('button', { name: 'Reajustar' }).click();
      await expect(notice(page, 'Contrato atualizado')).toBeVisible();
      await expect(page.getByLabel('Valor atual')).toHaveValue(/1\.550,40/);
      await expect(page.getByLabel('Próximo reajuste')).toHaveValue('20/03/2027');
      await expect(page.getByRole('button', { name: 'Reajustar' })).toHaveCount(0);
    });

    // October whole and November by 10 of 30 days, since the contract was registered in November; the penalty is
    // 4.500,00 × (18 months and 21 days = 561) ÷ 900.
    test('Encerrar, with its sheet', LONG, async ({ page, call }) => {
      const { id, tenant } = await lease(call, { guarantee: 'SECURITY_DEPOSIT', deposit: 4_500 });
      await page.goto(`/app/contracts/info/${id}`);
      await pressInHead(page, 'Encerrar');
      const dialog = page.getByRole('dialog', { name: `Encerrar contrato ${id}` });
      await expect(dialog.getByLabel('Data da saída')).toHaveValue('20/11/2026');
      await dialog.getByLabel('Data da saída').fill('30/11/2026');
      await expect(dialog.getByText('Simulação: o contrato só se encerra nesse dia, ou depois.')).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Encerrar com folha de rescisão' })).toBeDisabled();
      await dialog.getByLabel('Data da saída').fill('10/11/2026');
      await expect(dialog.getByRole('textbox', { name: 'Multa por rescisão' })).toHaveValue(/2\.805,00/);
      await expect(dialog.getByText('10 de 30 dias, nov/2026')).toBeVisible();
      // 1.500,00 + 500,00 + 2.805,00 − 4.500,00
      await expect(dialog.getByText('O inquilino deve R$ 305,00.')).toBeVisible();
      await dialog.getByRole('button', { name: /^Por quê\? Multa por rescisão antecipada/ }).click();
      await expect(page.getByText('R$ 4.500,00 × 18 meses e 21 dias ÷ 30 meses = 2.805,00')).toBeVisible();
      await page.keyboard.press('Escape');
      await expectAccessible(page);

      await test.step('a waived penalty, and a deposit larger than the debts', async () => {
        await dialog.getByRole('switch', { name: 'Dispensar multa' }).check();
        await select(page, 'Motivo', 'Outro motivo');
        await expect(dialog.getByText('A devolver ao inquilino: R$ 2.500,00.')).toBeVisible();
        await act(dialog, 'Imprimir folha');
        await expect(dialog.getByText('Informe por que a multa foi dispensada')).toBeVisible();
        await dialog.getByLabel('Observação').fill('Obra no prédio');
        await expect(dialog.getByText('Informe por que a multa foi dispensada')).toBeHidden();
        await expect(dialog.getByText('Devolução de R$ 2.500,00 ao inquilino até 20/11/2026.')).toBeVisible();
        await dialog.getByRole('switch', { name: 'Dispensar multa' }).uncheck();
      });

      await test.step('lines of its own', async () => {
        await dialog.getByRole('button', { name: 'Adicionar linha' }).click();
        await dialog.getByLabel('Descrição').fill('Pintura');
        await dialog.getByLabel('Valor', { exact: true }).fill('800');
        await expect(dialog.getByText('O inquilino deve R$ 1.105,00.')).toBeVisible();
        await dialog.getByRole('button', { name: 'Adicionar linha' }).click();
        await dialog.getByRole('button', { name: 'Remover linha 2' }).click();
        await dialog.getByLabel('Caução a devolver').fill('4600');
        await expect(dialog.getByText('O inquilino deve R$ 1.005,00.')).toBeVisible();
      });

      const [paper] = await Promise.all([page.waitForEvent('download'), act(dialog, 'Imprimir folha')]);
      expect(paper.suggestedFilename()).toBe(`rescisao-${id}.pdf`);
      await dialog.getByLabel('Vencimento').fill('25/11/2026');
      await dialog.getByRole('button', { name: 'Encerrar com folha de rescisão' }).click();
      const question = page.getByRole('dialog', { name: `Encerrar contrato ${id}` }).last();
      await expect(question).toContainText('A última fatura, de R$ 1.005,00, vence em 25/11/2026.');
      await expect(question).toContainText('volta a ficar disponível');
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Encerrar contrato' }).click();
      await expect(notice(page, 'Contrato encerrado')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await expect(page.getByText('Encerrado', { exact: true })).toBeVisible();
      await expect(page.getByText('Encerrado em 10/11/2026.')).toBeVisible();
      await expect(page.getByRole('tabpanel')).toContainText('Multa por rescisão antecipada');
      await expect(page.getByRole('tabpanel')).toContainText('R$ 1.005,00');
      for (const gone of ['Prorrogar', 'Encerrar'])
        await expect(page.getByRole('button', { name: gone })).toHaveCount(0);
      await expect(page.getByLabel('Valor atual')).toHaveCount(0);
      const [sheet] = await Promise.all([
        page.context().waitForEvent('response', (one) => one.url().includes('/termination/pdf')),
        page.getByRole('button', { name: 'Folha de rescisão em PDF' }).click(),
      ]);
      expect([sheet.status(), sheet.headers()['content-type']]).toEqual([200, 'application/pdf']);
      await expectAccessible(page);

      await tab(page, 'Documentos').click();
      await expect(page.getByRole('button', { name: 'Enviar documento' })).toBeVisible();
      await tab(page, 'Deduções').click();
      await expect(page.getByRole('button', { name: 'Adicionar dedução ou acréscimo' })).toHaveCount(0);
      await tab(page, 'Histórico').click();
      await expect(page.getByRole('tabpanel')).toContainText('Saída em 10/11/2026. O inquilino deve R$ 1.005,00.');
      await tab(page, 'Detalhes').click();
      await page.getByRole('link', { name: /^Última fatura/ }).click();
      const invoice = page.getByRole('dialog', { name: /^Fatura \d+/ });
      await expect(invoice).toContainText(tenant.name);
      await expect(invoice).toContainText('R$ 1.005,00');
    });

    test('Encerrar without a sheet: a lease, and a sale, which has none', LONG, async ({ page, call }) => {
      const { id } = await lease(call);
      await page.goto(`/app/contracts/info/${id}`);
      await pressInHead(page, 'Encerrar');
      await page.getByRole('dialog').getByRole('button', { name: 'Encerrar agora' }).click();
      await expect(page.getByText('Não há fatura em aberto.')).toBeVisible();
      await page.getByRole('dialog').last().getByRole('button', { name: 'Encerrar contrato' }).click();
      await expect(notice(page, 'Contrato encerrado')).toBeVisible();
      await expect(page.getByText('Este contrato foi encerrado sem folha de rescisão.')).toBeVisible();

      const sold = await lease(call, { start_date: '2026-11-01' }, { type: 'SALE' });
      await page.goto(`/app/contracts/info/${sold.id}`);
      await pressInHead(page, 'Encerrar');
      await page.getByRole('dialog').getByRole('button', { name: 'Encerrar contrato' }).click();
      await expect(page.getByText('Encerrado', { exact: true })).toBeVisible();
    });

    // October and November are paid; 20 of November's 30 days are lived, so 500,00 goes back: 450,00 of the owner's.
    if (desktop)
      test(
        'Deletar offers Encerrar where money passed; the sheet says who gives back, and is undone',
        LONG,
        async ({ page, call }) => {
          const { id: october, proposal_id: id } = await lateInvoice(call, { next_readjustment: '2027-12-01' });
          await call('PATCH', `/invoice/${october}/down`, { paid_amount: 1_500, fine: 0, interest: 0 });
          const { id: november } = await call<{ id: number }>('POST', '/financial/invoice', {
            proposal_id: id,
            reference: '2026-12',
          });
          await call('PATCH', `/invoice/${november}/down`, { paid_amount: 1_500, fine: 0, interest: 0 });
          await page.goto(`/app/contracts/info/${id}`);
          await pressInHead(page, 'Deletar contrato');
          await page.getByRole('dialog').getByRole('button', { name: 'Deletar contrato' }).click();
          const offer = page.getByRole('dialog', { name: `Encerrar contrato ${id}` });
          await expect(offer).toContainText('não pode ser deletado. Ele pode ser encerrado');
          await offer.getByRole('button', { name: 'Encerrar', exact: true }).click();

          const dialog = page.getByRole('dialog', { name: `Encerrar contrato ${id}` });
          const penalty = dialog.getByRole('textbox', { name: 'Multa por rescisão' });
          // The penalty defaults to the contract's.
          await expect(penalty).toHaveValue(/2\.755,00/);
          await penalty.fill('0');
          await expect(dialog.getByText('paga: proprietário R$ 450,00 e imobiliária R$ 50,00')).toBeVisible();
          await expect(dialog.getByText(/^R\$\s450,00 saem dos próximos repasses de Sônia/)).toBeVisible();
          await dialog.getByRole('button', { name: 'Encerrar com folha de rescisão' }).click();
          await page.getByRole('dialog').last().getByRole('button', { name: 'Encerrar contrato' }).click();
          await expect(notice(page, 'Contrato encerrado')).toBeVisible();

          await page.getByRole('button', { name: 'Desfazer encerramento' }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Desfazer encerramento' }).click();
          await expect(notice(page, 'Encerramento desfeito')).toBeVisible();
          await expect(page.getByRole('button', { name: 'Prorrogar' })).toBeVisible();
        },
      );

    test('concurrent edits of the same terms', LONG, async ({ page, call }) => {
      const { id } = await lease(call);
      await page.goto(`/app/contracts/info/${id}`);
      await page.getByLabel('Desconto').fill('100');
      await call('PATCH', `/proposal/${id}`, { discount: 50, transfer_date: 8 });
      await page.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(page.getByText(/Mariana Dias salvou este contrato/)).toBeVisible();
      await page.getByRole('button', { name: 'Comparar' }).click();
      await expect(page.getByRole('radiogroup', { name: 'Desconto' })).toContainText('R$ 50,00');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Concluir' }).click();
      await page.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(notice(page, 'Contrato atualizado')).toBeVisible();
      await expect(page.getByLabel('Dia do pagamento')).toHaveValue('8');
      await expect(page.getByLabel('Desconto')).toHaveValue(/100,00/);
    });

    test('changed terms show their own messages, and a contract is deleted', LONG, async ({ page, call }) => {
      const { id } = await lease(call);
      await page.goto(`/app/contracts/info/${id}`);
      for (const label of [
        'Término',
        'Próximo reajuste',
        'Valor atual',
        'Dia do pagamento',
        'Titular',
        'CPF/CNPJ do titular',
      ])
        await page.getByLabel(label, { exact: false }).first().fill('');
      await page.getByRole('button', { name: 'Salvar alterações' }).click();
      for (const message of [
        'Informe o preço atual de cobrança',
        'Informe o dia do pagamento',
        'Informe o nome do titular',
        'Informe o CPF',
      ])
        await expect(page.getByText(message, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Descartar' }).click();
      await pressInHead(page, 'Deletar contrato');
      await page.getByRole('button', { name: 'Deletar contrato' }).click();
      await expect(notice(page, 'Contrato deletado permanentemente')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contratos');
    });
  });
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`who may only look sees no writing, on any tab, ${screen}`, LONG, async ({ page, call, enter, staffWith }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const guarantor = await person(call, 'GUARANTOR');
    const { id } = await lease(call, {
      guarantee: 'BONDSMAN',
      guarantors: [guarantor.id],
      next_readjustment: '2026-10-01',
    });
    await enter('/contracts', await staffWith('PROPOSAL_VIEW'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contratos');
    await expect(page.getByRole('link', { name: 'Adicionar contrato' })).toHaveCount(0);
    if (viewport.width > 1_000)
      for (const title of ['Início', 'Término', 'Ações'])
        await expect(page.getByRole('columnheader', { name: title, exact: true })).toBeVisible();
    await page.goto(`/app/contracts/info/${id}`);
    for (const name of TABS) {
      await tab(page, name).click();
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
      await settled(page);
      await expect(
        page.getByRole('button', {
          name: /^(Prorrogar|Reajustar|Encerrar|Enviar|Gerar|Adicionar|Remover|Deletar|Salvar|Mais ações)/,
        }),
      ).toHaveCount(0);
      await expectAccessible(page);
      expect(await fits(page)).toBe(true);
    }
  });
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(
    `who may only look opens invoices and transfers over the contract, ${screen}`,
    LONG,
    async ({ page, call, enter, staffWith }) => {
      await page.setViewportSize(viewport);
      const { proposal_id, id } = await lateInvoice(call);
      await call('PATCH', `/invoice/${id}/down`, { paid_amount: 1_654.5, pay_day: '2026-11-19' });
      const { transfers } = await call<{ transfers: { id: number }[] }>('GET', `/proposal/${proposal_id}`);
      const transfer = transfers[0]?.id;
      await call('PATCH', `/transfer/${transfer}`, { status: 'DONE' });

      await enter(`/contracts/info/${proposal_id}?tab=faturas`, await staffWith('PROPOSAL_VIEW'));
      await page.getByRole('link', { name: `Abrir fatura ${id}` }).click();
      const invoice = page.getByRole('dialog', { name: `Fatura ${id}` });
      await expect(invoice).toContainText('R$ 1.654,50');
      await expect(invoice.getByRole('button', { name: 'Estornar' })).toHaveCount(0);
      const [receipt] = await Promise.all([
        page.context().waitForEvent('response', (answer) => answer.url().includes('/api/receipt/invoice/')),
        invoice.getByRole('button', { name: 'Recibo' }).click(),
      ]);
      expect(receipt.headers()['content-type']).toBe('application/pdf');
      await page.bringToFront();
      await page.keyboard.press('Escape');
      await expect(invoice).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`/contracts/info/${proposal_id}\\?tab=faturas$`));

      await tab(page, 'Transferências').click();
      await page.getByRole('link', { name: `Abrir repasse ${transfer}` }).click();
      const window = page.getByRole('dialog', { name: `Repasse ${transfer}` });
      await expect(window).toContainText('Efetuado');
      await expect(window.getByRole('button', { name: /^(Estornar|Reagendar)$/ })).toHaveCount(0);
      await page.goBack();
      await expect(window).toBeHidden();
      await expect(tab(page, 'Transferências')).toHaveAttribute('aria-selected', 'true');
    },
  );
}
