import type { Page } from '@playwright/test';
import { systemContext } from '../../apps/api/src/context.ts';
import { codeOf } from '../../apps/api/test/authenticator.ts';
import { factories } from '../../apps/api/test/factories.ts';
import { settingsFor, startStubServer } from '../../apps/api/test/outside.ts';
import { picture } from '../../apps/api/test/pictures.ts';
import { selfMadeCertificate } from '../../apps/api/test/signing/certificate.ts';
import { expectAccessible } from '../accessible.ts';
import { test as base, expect, follow, notice, pressInHead, removeSession } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { openAgency } from '../own-agency.ts';
import { ADMIN, TODAY } from '../people.ts';
import { secretShown } from '../second-factor.ts';

/** On a server of its own, since these stories change the agency that all others share. */
async function openOwn() {
  const neighbour = await startStubServer();
  const settings = { CLOCK: TODAY, ...settingsFor(neighbour.url) };
  const { url, runtime, close } = await openAgency({ settings, frozenDay: TODAY });
  return { url, runtime, close: () => close().then(neighbour.close) };
}

/** Opened by the first story, and the same for all. */
let agency: Awaited<ReturnType<typeof openOwn>>;
const test = base.extend<{ own: typeof agency; runtime: typeof agency.runtime }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  own: async ({}, use) => {
    agency ??= await openOwn();
    await use(agency);
  },
  runtime: ({ own }, use) => use(own.runtime),
  baseURL: ({ own }, use) => use(own.url),
});
test.describe.configure({ mode: 'default', timeout: 120_000 });
test.afterAll(() => agency.close());

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

const save = (page: Page) => page.getByRole('button', { name: 'Salvar alterações' }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function chooseBank(page: Page, bank: string) {
  await page.getByRole('combobox', { name: 'Banco' }).click();
  await page.getByRole('option', { name: bank }).click();
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test.beforeEach(async ({ page, enter, runtime: { deps } }) => {
      await deps.db.deleteFrom('boleto').execute();
      await deps.db.deleteFrom('bank_agreement').execute();
      await deps.db
        .updateTable('agency')
        .set({ name: 'Morada Imóveis', cnpj: null, creci: null, pix_key: null, logo: null, street: null, cep: null })
        .set({ accent: null, hours_weekdays: null, instagram: null, icon: null, privacy: null })
        .execute();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await enter('/settings/agency');
      await expect(field(page, 'Nome')).toHaveValue('Morada Imóveis');
    });

    test(
      'a required second factor is set up before any page, at the next sign-in',
      LONG,
      async ({ page, runtime: { deps } }) => {
        const leave = async () => {
          if (screen === 'phone') await page.getByRole('button', { name: 'Abrir menu' }).click();
          await page.getByRole('button', { name: 'Sair da conta' }).filter({ visible: true }).click();
        };
        try {
          await page.getByRole('switch', { name: 'Exigir segundo fator' }).check();
          await save(page);
          await expect(notice(page, 'Dados atualizados')).toBeVisible();
          await follow(page, '/clients');
          await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
          await leave();
          await page.getByLabel('E-mail').fill(ADMIN.email);
          await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
          await page.getByRole('button', { name: 'Entrar' }).click();
          const first = page.getByRole('heading', { name: 'Proteja o seu acesso' });
          await expect(first).toBeVisible();
          // No other address bypasses it.
          await page.goto('/app/clients');
          await expect(first).toBeVisible();
          await expectAccessible(page);
          const secret = await secretShown(page);
          await page.getByLabel('Código do aplicativo').fill(codeOf(secret));
          await page.getByRole('button', { name: 'Confirmar código' }).click();
          await page.getByRole('button', { name: 'Já guardei' }).click();
          await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
          await follow(page, '/account');
          await expect(page.getByText('A imobiliária exige a verificação de todos.')).toBeVisible();
          await expect(page.getByRole('button', { name: 'Desativar' })).toHaveCount(0);
        } finally {
          await deps.db.updateTable('agency').set({ require_second_factor: false }).execute();
          await deps.db.deleteFrom('second_factor').execute();
        }
      },
    );

    test('a password set by another user is changed before any page', LONG, async ({ page, enter }) => {
      const email = `nova-${screen}@morada.test`;
      await page.goto('/app/settings/users');
      await page.getByRole('button', { name: 'Novo usuário' }).click();
      const drawer = page.getByRole('dialog', { name: 'Novo usuário' });
      await drawer.getByRole('switch', { name: 'Convidar por link' }).uncheck();
      await drawer.getByLabel('Nome').fill('Bruno Lima');
      await drawer.getByLabel('E-mail').fill(email);
      await drawer.getByRole('combobox', { name: 'Grupo' }).click();
      await page.getByRole('option', { name: 'Administradores' }).click();
      await drawer.getByLabel(/^Senha/).fill('janela-azul-7');
      const another = drawer.getByLabel('Pedir outra senha no próximo acesso');
      await expect(another).not.toBeChecked();
      await another.check();
      await drawer.getByRole('button', { name: 'Cadastrar usuário' }).click();
      await expect(notice(page, 'Usuário cadastrado')).toBeVisible();
      await removeSession(page);
      await enter('/clients', { email, password: 'janela-azul-7' });
      await expect(page.getByRole('heading', { name: 'Escolha a sua senha' })).toBeVisible();
      await page.getByLabel('Nova senha').fill('janela-azul-7');
      await page.getByRole('button', { name: 'Alterar senha' }).click();
      await expect(page.getByText('Escolha uma senha diferente da que deram a você')).toBeVisible();
      await page.getByLabel('Nova senha').fill('quintal com jabuticaba');
      await page.getByRole('button', { name: 'Alterar senha' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
    });

    test(
      'the bank is connected with its certificate, tested, and disconnected',
      LONG,
      async ({ page, runtime: { deps } }) => {
        const { cert, key } = selfMadeCertificate({ from: new Date('2026-01-01'), until: new Date('2027-12-31') });
        const connect = () => page.getByRole('button', { name: 'Conectar ao banco' }).click();
        await page.goto('/app/settings/bank-link');
        await expect(page.getByText('Nenhum banco está conectado')).toBeVisible();
        await expectAccessible(page);

        await field(page, 'Endereço da API').fill('https://127.0.0.1:1/api/v2');
        await field(page, 'Endereço do token').fill('https://127.0.0.1:1/oauth/token');
        await field(page, 'Client id').fill('imobiliaria');
        await page.getByLabel('Client secret').fill('segredo-do-banco');
        await field(page, 'Certificado').fill('isto não é um certificado');
        await field(page, 'Chave Pix').fill('pix@morada.test');
        await connect();
        await expect(field(page, 'Certificado')).toHaveAccessibleDescription(/^Cole o certificado em PEM/);
        await expect(field(page, 'Chave do certificado')).toHaveAccessibleDescription(/^Cole a chave em PEM/);

        await page
          .getByLabel('Escolher arquivo do certificado')
          .setInputFiles({ name: 'banco.pem', mimeType: 'text/plain', buffer: Buffer.from(`${key}\n${cert}`) });
        await expect(field(page, 'Chave do certificado')).toHaveValue(key.trim());
        await connect();
        await expect(notice(page, 'Banco conectado')).toBeVisible();
        await expect(page.getByText('31/12/2027')).toBeVisible();
        for (const name of ['Certificado', 'Chave do certificado', 'Client secret']) {
          const secret = name === 'Client secret' ? page.getByLabel(name) : field(page, name);
          await expect(secret).toHaveValue('');
          await expect(secret).toHaveAccessibleDescription(/^Guardad[oa]\./);
        }

        await pressInHead(page, 'Testar agora');
        const failing = page.getByRole('alert').filter({ hasText: 'Falhando desde' });
        await expect(failing).toContainText('O banco não respondeu.');
        await expectAccessible(page);

        const { id: link_id } = await deps.db
          .selectFrom('bank_link')
          .select('id')
          .where('active', '=', true)
          .executeTakeFirstOrThrow();
        const { id: invoice_id, due_date } = await factories(systemContext(deps)).invoice({ reference: '2026-11' });
        await deps.db
          .insertInto('pix_charge')
          .values({
            ...{ link_id, invoice_id, due_date, invoice_version: 1, amount: 150_000, valid_days: 4, state: 'REFUSED' },
            txid: `F${String(invoice_id).padStart(30, '0')}`,
            problem: 'Falta o CPF ou CNPJ do inquilino no cadastro.',
          })
          .execute();
        await page.reload();
        const refused = page.getByRole(screen === 'phone' ? 'listitem' : 'row').filter({ hasText: 'Falta o CPF' });
        await expect(refused).toContainText('R$\u00a01.500,00');
        await expect(refused).toContainText('10/2026');
        await refused.getByRole('button', { name: /^Tentar de novo/ }).click();
        await expect(notice(page, 'A cobrança vai de novo ao banco')).toBeVisible();
        await expectAccessible(page);
        await refused.getByRole('link', { name: /^Abrir fatura de/ }).click();
        await expect(page.getByRole('dialog', { name: `Fatura ${invoice_id}` })).toBeVisible();
        await page.goBack();

        await pressInHead(page, 'Desconectar');
        const dialog = page.getByRole('dialog', { name: 'Desconectar' });
        await expect(dialog).toContainText('As faturas continuam em aberto');
        await dialog.getByRole('button', { name: 'Desconectar' }).click();
        await expect(notice(page, 'Banco desconectado')).toBeVisible();
        await expect(page.getByText('Nenhum banco está conectado')).toBeVisible();
      },
    );

    test('the form refuses a wrong digit, saves, and shows the saved values', LONG, async ({ page }) => {
      await field(page, 'Nome').fill('Imobiliária Mantiqueira');
      await field(page, 'CNPJ').pressSequentially('12abc34501de35');
      await expect(field(page, 'CNPJ')).toHaveValue('12.ABC.345/01DE-35');
      await field(page, 'CRECI').fill('MG-PJ 1234');
      await field(page, 'CEP').fill('01001000');
      await expect(field(page, 'Rua')).toHaveValue('Praça da Sé');
      await field(page, 'Chave Pix').fill('(32) 98841-2076');
      await expect(page.getByText('Telefone: +55 (32) 98841-2076')).toBeVisible();
      await expect(page.getByRole('img', { name: 'QR Code Pix da chave, sem valor' })).toBeVisible();

      await chooseBank(page, '033 Santander');
      await expect(page.getByText('Santander: a remessa não é gerada aqui.')).toBeVisible();
      await chooseBank(page, '341 Itaú');
      await expect(page.getByText('Itaú: a remessa que registra os boletos (CNAB) é gerada aqui')).toBeVisible();
      await expect(field(page, 'Carteira')).toHaveValue('109');
      await field(page, 'Agência').fill('0810');
      await field(page, 'Conta corrente').fill('53678');
      await field(page, 'Dígito da conta').fill('8');
      await field(page, 'Prazo do repasse (dias úteis)').fill('2');
      // 20 November 2026 is a Friday, and a holiday.
      await expect(page.getByText('Pago em 20/11/2026: repasse até 24/11/2026.')).toBeVisible();
      await save(page);
      await expect(page.getByText('O dígito da conta não confere')).toBeVisible();
      await expect(field(page, 'Dígito da conta')).toBeFocused();
      await expectAccessible(page);

      await field(page, 'Dígito da conta').fill('9');
      await save(page);
      await expect(notice(page, 'Dados atualizados')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();

      await page.reload();
      await expect(field(page, 'Nome')).toHaveValue('Imobiliária Mantiqueira');
      await expect(field(page, 'CNPJ')).toHaveValue('12.ABC.345/01DE-35');
      await expect(field(page, 'Rua')).toHaveValue('Praça da Sé');
      await expect(field(page, 'Chave Pix')).toHaveValue('+5532988412076');
      await expect(field(page, 'Conta corrente')).toHaveValue('53678');
      await expect(field(page, 'Prazo do repasse (dias úteis)')).toHaveValue('2');
    });

    test(
      'the colour is corrected before it is saved, and the site takes it with the icon and the hours',
      LONG,
      async ({ page, own }) => {
        await field(page, 'Cor de destaque').fill('#ffd400');
        await expect(
          page.getByText(/^Para que todos leiam bem, a cor é ajustada: no modo claro, textos em #/),
        ).toBeVisible();
        await field(page, 'De segunda a sexta').fill('18h às 8h');
        await field(page, 'Instagram').fill('@serra');
        await save(page);
        await expect(field(page, 'De segunda a sexta')).toHaveAccessibleDescription(/Informe como 8h30 às 12h/);
        await field(page, 'De segunda a sexta').fill('8:30-18:00');
        await page
          .getByRole('group', { name: 'Ícone' })
          .locator('input[type="file"]')
          .setInputFiles({
            name: 'icone.png',
            mimeType: 'image/png',
            buffer: await picture(512, 512).png().toBuffer(),
          });
        await expect(notice(page, 'Ícone atualizado')).toBeVisible();
        await page.getByRole('button', { name: 'Começar do modelo' }).click();
        await expect(field(page, 'Texto')).toHaveValue(
          /^# Quem cuida dos seus dados\n\nMorada Imóveis, é a controladora/,
        );
        await expectAccessible(page);
        await save(page);
        await expect(notice(page, 'Dados atualizados')).toBeVisible();
        await expect(field(page, 'De segunda a sexta')).toHaveValue('8h30 às 18h');

        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
          await page.goto(`${own.url}`);
          await expect(page.getByRole('contentinfo')).toContainText('8h30 às 18h');
          await expect(page.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', /instagram\.com\/serra$/);
          await expectAccessible(page);
        }
        await page.getByRole('link', { name: 'Aviso de privacidade' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aviso de privacidade');
        await expectAccessible(page);
      },
    );

    test('the logo appears after the upload and disappears when removed', LONG, async ({ page }) => {
      const logo = page.getByRole('img', { name: 'Logotipo de Morada Imóveis' });
      const choose = page.getByRole('group', { name: 'Logotipo', exact: true }).locator('input[type="file"]');
      await choose.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('nenhuma figura') });
      await expect(page.getByRole('alert').filter({ hasText: 'Arquivo não suportado' })).toBeVisible();
      await choose.setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: await picture(1200, 300).png().toBuffer(),
      });
      await expect(notice(page, 'Logotipo atualizado')).toBeVisible();
      await expect(logo).toHaveJSProperty('naturalWidth', 600);
      await page.reload();
      await expect(logo).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remover', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remover logotipo' }).click();
      await expect(notice(page, 'Logotipo removido')).toBeVisible();
      await expect(logo).toHaveCount(0);
    });

    test('a concurrent save in another tab offers a choice by field', LONG, async ({ page, context }) => {
      await chooseBank(page, '341 Itaú');
      await field(page, 'Agência').fill('0810');
      await field(page, 'Conta corrente').fill('53678');
      await field(page, 'Dígito da conta').fill('9');
      await save(page);
      await expect(notice(page, 'Dados atualizados')).toBeVisible();
      const other = await context.newPage();
      await other.goto('/app/settings/agency');
      await field(other, 'Carteira').fill('175');
      await save(other);
      await expect(notice(other, 'Dados atualizados')).toBeVisible();
      await other.close();

      await field(page, 'Carteira').fill('112');
      await save(page);
      await expect(page.getByText(/^Mariana Dias salvou estes dados às \d\d:\d\d\.$/)).toBeVisible();
      await page.getByRole('button', { name: 'Comparar' }).click();
      const choice = page.getByRole('radiogroup', { name: 'Carteira' });
      await expect(choice.getByRole('radio', { name: 'Você 112' })).toBeChecked();
      await choice.getByRole('radio', { name: 'Mariana Dias 175' }).check();
      await expect(field(page, 'Carteira')).toHaveValue('175');
      await choice.getByRole('radio', { name: 'Você 112' }).check();
      await save(page);
      await expect(page.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();
      await page.reload();
      await expect(field(page, 'Carteira')).toHaveValue('112');
    });

    test('changing an agreement with issued boletos shows a warning', LONG, async ({ page, runtime: { deps } }) => {
      const { id } = await deps.db
        .insertInto('bank_agreement')
        .values({
          bank: '341',
          fields: JSON.stringify({ agency: '0810', account: '53678', account_digit: '9', wallet: '109' }),
          last_number: 7,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: invoice_id, proposal_id } = await factories(systemContext(deps)).invoice({ reference: '2026-11' });
      await deps.db
        .insertInto('boleto')
        .values({
          ...{ invoice_id, proposal_id, agreement_id: id, number: 7, nosso_numero: '00000007' },
          ...{ issued_on: TODAY, due_date: TODAY, amount: 150_000, slip: '{}' },
          ...{ barcode: '3'.repeat(44), digitable_line: '3'.repeat(47) },
        })
        .execute();
      await page.reload();
      await expect(field(page, 'Último nosso número')).toHaveValue('7');
      await field(page, 'Último nosso número').fill('6');
      await save(page);
      await expect(page.getByText('Já foram emitidos boletos além deste número')).toBeVisible();
      await page.getByRole('button', { name: 'Descartar' }).click();

      const warning = page.getByText('Há 1 boleto emitido neste convênio. Ele continua valendo');
      await expect(warning).toHaveCount(0);
      await chooseBank(page, '756 Sicoob');
      await expect(warning).toBeVisible();
      await chooseBank(page, '341 Itaú');
      await expect(warning).toHaveCount(0);
      await expect(field(page, 'Conta corrente')).toHaveValue('53678');
      await expect(page.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();
    });
  });
}

test('an agency on plain HTTP is warned of the limits', LONG, async ({ page, own }) => {
  // A browser counts this address of the machine as plain HTTP, and 127.0.0.1 as secure.
  const plain = own.url.replace('127.0.0.1', '0.0.0.0');
  const warning = page.getByText('Este endereço não usa HTTPS.');
  await page.goto('/app/login');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expect(warning).toHaveCount(0);
  await page.goto(`${plain}/app/login?redirect=/settings/agency`);
  await expect(warning).toBeVisible();
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('switch', { name: 'Exigir segundo fator' })).toBeVisible();
  await expect(warning).toBeVisible();
});
