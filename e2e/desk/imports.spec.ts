import type { Page } from '@playwright/test';
import { connect } from '../../apps/api/src/db/connection/connect.ts';
import { LOCKS } from '../../apps/api/src/db/locks.ts';
import { expectAccessible } from '../accessible.ts';
import { document } from '../clients.ts';
import { house, person } from '../contracts.ts';
import { expect, notice, pressInHead, test } from '../fixtures.ts';
import { LONG } from '../long.ts';

// Serial, because the server runs one import at a time and every import window shows it.
test.describe.configure({ mode: 'default' });

const csv = (...rows: (string | number)[][]) => ({
  name: 'clientes de 2026.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((row) => row.join(';')).join('\n')),
});
const people = () =>
  csv(
    ['Nome', 'Quem é', 'CPF', 'Celular'],
    ['Teresa Vilela', 'Inquilino', document(), '(32) 98841-2076'],
    ['', 'Inquilino', document(), ''],
    ['Jorge Amaral', 'Proprietário', document(), ''],
    ['Iara Lins', 'Fiador', '111.111.111-11', ''],
  );

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Importar planilha' });
const chooseFile = (page: Page, file: ReturnType<typeof csv>) =>
  dialog(page).getByLabel('Planilha').setInputFiles(file);

async function openWindow(page: Page) {
  await page.goto('/app/clients');
  await pressInHead(page, 'Importar planilha');
  await expect(dialog(page).getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
}

for (const [size, width, height] of [
  ['a wide screen', 1366, 860],
  ['a phone', 390, 844],
] as const) {
  test(
    `on ${size} a file is mapped, previewed, imported and undone`,
    LONG,
    async ({ page, staffWith, startSession }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await startSession(await staffWith('USER_CREATE', 'CLIENT_VIEW'));
      await openWindow(page);
      await expectAccessible(page);

      await chooseFile(page, people());
      const kind = dialog(page).getByRole('combobox', { name: 'Tipo' });
      await expect(dialog(page).getByRole('combobox', { name: 'CPF/CNPJ' })).toHaveValue('CPF');
      await expect(dialog(page).getByRole('combobox', { name: 'Telefone' })).toHaveValue('Celular');
      await expect(dialog(page).getByText('Teresa Vilela · Jorge Amaral · Iara Lins')).toBeVisible();
      await expect(kind).toHaveAccessibleDescription('Escolha a coluna: este campo é obrigatório.');
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Conferir linhas' }).click();
      await expect(kind).toBeFocused();
      await kind.click();
      await page.getByRole('option', { name: 'Quem é' }).click();
      await dialog(page).getByRole('button', { name: 'Conferir linhas' }).click();

      await expect(dialog(page).getByText('Jorge Amaral')).toBeVisible();
      await expectAccessible(page);
      await dialog(page).getByRole('tab', { name: 'Recusadas 2' }).click();
      const refused = dialog(page).getByRole(width < 768 ? 'list' : 'table', { name: 'Linhas recusadas' });
      await expect(refused).toContainText(/3.*Nome.*obrigatório|Nome.*3.*obrigatório/s);
      await expect(refused).toContainText('dígito verificador inválido');
      await expectAccessible(page);
      const saved = page.waitForEvent('download');
      await dialog(page).getByRole('button', { name: 'Baixar linhas recusadas' }).click();
      expect((await saved).suggestedFilename()).toMatch(/^linhas-recusadas-\d+\.csv$/);

      await dialog(page).getByRole('button', { name: 'Importar 2 clientes' }).click();
      await expect(dialog(page).getByText('2 clientes entraram')).toBeVisible();
      await expect(dialog(page).getByText('2 linhas não entraram.')).toBeVisible();
      await expectAccessible(page);
      await dialog(page).getByRole('link', { name: 'Ver clientes' }).click();
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByText('Teresa Vilela').first()).toBeVisible();

      await pressInHead(page, 'Importar planilha');
      await dialog(page).getByRole('button', { name: 'Desfazer importação de clientes de 2026.csv' }).first().click();
      await page
        .getByRole('dialog', { name: 'Desfazer importação' })
        .getByRole('button', { name: 'Desfazer importação' })
        .click();
      await expect(notice(page, 'A importação foi desfeita.')).toBeVisible();
      await expect(dialog(page).getByText('Desfeita').first()).toBeVisible();
      await dialog(page).getByRole('button', { name: 'Fechar', exact: true }).last().click();
      await expect(page.getByText('Jorge Amaral')).toHaveCount(0);
    },
  );
}

const mess = (bad: string) =>
  csv(
    ['Nome', 'Tipo', 'CPF', 'E-mail', 'Telefone', 'Telefone'],
    ['Teresa Vilela', 'Locatária', document(), 'teresa@', '(32) 3232-1400', '(32) 98841-2076'],
    ['Iara Lins', 'Fiador', bad, '', '', '(32) 98841-2077'],
  );

for (const [size, width, height] of [
  ['a wide screen', 1366, 860],
  ['a phone', 390, 844],
] as const) {
  test(
    `on ${size} a messy file asks each question once, and is corrected in the preview`,
    LONG,
    async ({ page, startSession }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await startSession();
      await openWindow(page);
      await chooseFile(page, mess('111.111.111-11'));

      // Two columns are named Telefone: neither is mapped.
      const phone = dialog(page).getByRole('combobox', { name: 'Telefone' });
      await expect(phone).toHaveAccessibleDescription('Há mais de uma coluna com este título: escolha qual.');
      await dialog(page).getByRole('button', { name: 'Conferir linhas' }).click();
      await expect(phone).toBeFocused();
      await phone.click();
      await page.getByRole('option', { name: 'Telefone (coluna F)' }).click();
      await dialog(page).getByRole('button', { name: 'Conferir linhas' }).click();

      await expect(dialog(page).getByRole('heading', { name: 'O que estas palavras querem dizer?' })).toBeVisible();
      const meaning = dialog(page).getByRole('combobox', { name: 'Tipo: Locatária' });
      await meaning.click();
      await page.getByRole('option', { name: 'Inquilino' }).click();
      await expect(dialog(page).getByRole('button', { name: 'Importar 1 cliente' })).toBeVisible();
      await expect(meaning).toHaveValue('Inquilino');
      await expectAccessible(page);
      await dialog(page).getByRole('tab', { name: 'Entram incompletas 1' }).click();
      await expect(dialog(page).getByText('teresa@')).toBeVisible();

      await dialog(page).getByRole('tab', { name: 'Recusadas 1' }).click();
      await expect(dialog(page).getByText('111.111.111-11')).toBeVisible();
      await dialog(page).getByRole('button', { name: 'Corrigir CPF/CNPJ da linha 3' }).click();
      const mending = page.getByRole('dialog', { name: 'Corrigir linha 3' });
      await mending.getByRole('textbox', { name: 'CPF/CNPJ de Iara Lins' }).fill(document());
      await expectAccessible(page);
      await mending.getByRole('button', { name: 'Corrigir' }).click();
      await expect(mending).toBeHidden();
      await dialog(page).getByRole('button', { name: 'Importar 2 clientes' }).click();
      await expect(dialog(page).getByText('2 clientes entraram')).toBeVisible();
      await expect(dialog(page).getByText('1 linha entrou incompleta: 2 (E-mail).')).toBeVisible();
    },
  );

  test(
    `on ${size} contracts get their first due date, and a name is confirmed`,
    LONG,
    async ({ page, startSession, call }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const [{ id }, tenant] = [await house(call), await person(call, 'TENANT')];
      await startSession();
      await page.goto('/app/contracts');
      await pressInHead(page, 'Importar planilha');
      await chooseFile(
        page,
        csv(
          ['Inquilino', 'ID do imóvel', 'Vlr Aluguel', 'Tx Adm %', 'Venc.', 'Início', 'Fim', 'Situação'],
          [tenant.name.toUpperCase(), id, '1.500,00', '10', 10, '01/03/2025', '28/02/2028', 'Ativo'],
        ),
      );
      await dialog(page).getByRole('button', { name: 'Conferir linhas' }).click();
      await dialog(page).getByRole('combobox', { name: tenant.name.toUpperCase() }).click();
      await page.getByRole('option', { name: tenant.name }).click();
      await expect(dialog(page).getByText('Nenhuma fatura sai agora')).toBeVisible();
      const day = dialog(page).getByRole('textbox', { name: 'Cobrar a partir de qual vencimento?' });
      await day.fill('01/11/2026');
      await day.press('Enter');
      await expect(dialog(page).getByText('1 fatura sai em seguida, R$ 1.500,00. 1 já está vencida.')).toBeVisible();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Importar 1 contrato' }).click();
      await expect(dialog(page).getByText('1 contrato entrou')).toBeVisible();
      await expect(dialog(page).getByText(/Cobrança a partir do vencimento de .* 1 já está vencida\./)).toBeVisible();
    },
  );
}

test(
  'a file other than a spreadsheet is refused at its field, and another one can be chosen',
  LONG,
  async ({ page, signIn }) => {
    await signIn();
    await openWindow(page);
    await chooseFile(page, {
      name: 'foto.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('89504e470d0a1a0a00', 'hex'),
    });
    await expect(dialog(page).getByRole('alert')).toHaveText(/não é uma planilha/);
    await chooseFile(page, people());
    await expect(dialog(page).getByRole('combobox', { name: 'Nome' })).toHaveValue('Nome');
  },
);

test(
  'closing asks before a mapping is lost, and a discarded file leaves nothing',
  LONG,
  async ({ page, signIn, call }) => {
    await signIn();
    await openWindow(page);
    await chooseFile(page, people());
    await expect(dialog(page).getByRole('button', { name: 'Conferir linhas' })).toBeVisible();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Descartar alterações' });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Conferir linhas' })).toBeVisible();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Descartar alterações' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await call('GET', '/import?kind=people')).not.toContainEqual(expect.objectContaining({ status: 'STAGED' }));
  },
);

test('a run continues while the window is closed, and is shown again', LONG, async ({ page, startSession }) => {
  await startSession();
  await openWindow(page);
  // Blocked before its first line, as by another import.
  const { pool } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  // The pool closes an idle connection after ten seconds, which would release its lock.
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock($1)', [LOCKS.imports]);
  await chooseFile(page, csv(['Nome', 'Tipo', 'CPF'], ['Abel Rocha', 'Fiador', document()]));
  await dialog(page).getByRole('button', { name: 'Conferir linhas' }).click();
  await dialog(page).getByRole('button', { name: 'Importar 1 cliente' }).click();
  const progress = dialog(page).getByRole('progressbar', { name: 'Linhas importadas' });
  await expect(progress).toHaveAttribute('aria-valuetext', '0 de 1 linha');
  await dialog(page).getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await pressInHead(page, 'Importar planilha');
  await expect(progress).toBeVisible();
  holder.release(true);
  await pool.end();
  await expect(dialog(page).getByText('1 cliente entrou')).toBeVisible();
});

test('an import in use lists the records that use it, and is kept', LONG, async ({ page, signIn, call }) => {
  await signIn();
  await openWindow(page);
  const number = document();
  await chooseFile(page, csv(['Nome', 'Tipo', 'CPF'], ['Cecília Faria', 'Proprietário', number]));
  await dialog(page).getByRole('button', { name: 'Conferir linhas' }).click();
  await dialog(page).getByRole('button', { name: 'Importar 1 cliente' }).click();
  await expect(dialog(page).getByText('1 cliente entrou')).toBeVisible();
  const { data } = await call<{ data: { id: number }[] }>('GET', `/user?page=1&query=${number}`);
  await call('PATCH', `/user/${data[0]?.id}/update/name`, { value: 'Cecília Faria Melo' });
  await dialog(page).getByRole('button', { name: 'Importar outra planilha' }).click();
  await dialog(page).getByRole('button', { name: 'Desfazer importação de clientes de 2026.csv' }).first().click();
  await page
    .getByRole('dialog', { name: 'Desfazer importação' })
    .getByRole('button', { name: 'Desfazer importação' })
    .click();
  await expect(dialog(page).getByRole('alert')).toHaveText(/1 mudou depois de importar\. Nada mudou\.$/);
});

test('users who may not register clients cannot import them', LONG, async ({ page, staffWith, enter }) => {
  await enter('/clients', await staffWith('CLIENT_VIEW'));
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importar planilha' })).toHaveCount(0);
});
