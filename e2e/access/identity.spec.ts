import type { Page } from '@playwright/test';
import { codeOf } from '../../apps/api/test/authenticator.ts';
import { expect, follow, notice, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { secretShown } from '../second-factor.ts';

const WIDTHS = [
  { width: 1366, height: 860 },
  { width: 390, height: 844 },
];
const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function atTheDoor(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

async function leave(page: Page) {
  await page.getByRole('button', { name: 'Sair da conta' }).click();
  await expect(page.getByRole('heading', { name: 'Autentifique-se' })).toBeVisible();
}

test.describe('a second factor', () => {
  test('is enabled, asked for at the sign-in, and has recovery codes', LONG, async ({ page, enter, staffWith }) => {
    const person = await staffWith('CLIENT_VIEW');
    await enter('/', person);
    await page.getByRole('link', { name: 'Olá, Otávio' }).click();
    await expect(main(page).getByRole('heading', { name: 'Minha conta' })).toBeVisible();
    await expect(main(page).getByText('Desativada')).toBeVisible();
    await main(page).getByRole('button', { name: 'Ativar' }).click();
    const setting = dialog(page, 'Verificação em duas etapas');
    const secret = await secretShown(page);
    await setting.getByLabel('Código do aplicativo').fill('000000');
    await setting.getByRole('button', { name: 'Confirmar código' }).click();
    await expect(setting.getByText('Código incorreto. Confira a hora do celular')).toBeVisible();
    await setting.getByLabel('Código do aplicativo').fill(codeOf(secret));
    await setting.getByRole('button', { name: 'Confirmar código' }).click();
    const codes = setting.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const [written = ''] = await codes.allTextContents();
    await setting.getByRole('button', { name: 'Já guardei' }).click();
    await expect(setting).toHaveCount(0);
    await expect(main(page).getByText('Ativada', { exact: true })).toBeVisible();
    await expect(main(page).getByText('Restam 10 códigos de recuperação.')).toBeVisible();

    await leave(page);
    await atTheDoor(page, person);
    await expect(page.getByLabel('Senha', { exact: true })).toHaveCount(0);
    await page.getByLabel('Código').fill('000000');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Código incorreto ou já usado')).toBeVisible();
    // A code can be used once: the next one signs in.
    await page.getByLabel('Código').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Olá, Otávio')).toBeVisible();

    await leave(page);
    await atTheDoor(page, person);
    await page.getByLabel('Código').fill(written);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Olá, Otávio')).toBeVisible();
    await follow(page, '/account');
    await expect(main(page).getByText('Restam 9 códigos de recuperação.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Desativar' }).click();
    await dialog(page, 'Desativar a verificação').getByRole('button', { name: 'Desativar' }).click();
    await expect(main(page).getByText('Desativada')).toBeVisible();
  });

  test('a lost one is removed by a user who may edit users', LONG, async ({ page, enter, call, staffWith }) => {
    const person = await staffWith('CLIENT_VIEW');
    const opened = await page.request.post('/api/user/admin/session', { data: person });
    const headers = { authorization: `Bearer ${(await opened.json()).token}` };
    const { secret } = await (await page.request.put('/api/user/admin/second-factor', { headers })).json();
    await page.request.patch('/api/user/admin/second-factor', { headers, data: { code: codeOf(secret) } });
    const people = await call<{ id: number; email: string }[]>('GET', '/user/admin/users');
    await enter(`/settings/users?open=${people.find(({ email }) => email === person.email)?.id}`);
    const drawer = dialog(page, 'Otávio Lima');
    await expect(drawer.getByText('Conectado em 1 lugar')).toBeVisible();
    await drawer.getByRole('button', { name: 'Redefinir' }).click();
    await dialog(page, 'Redefinir verificação').getByRole('button', { name: 'Redefinir verificação' }).click();
    await expect(notice(page, 'Verificação redefinida')).toBeVisible();
    await expect(drawer.getByText('Verificação em duas etapas desativada')).toBeVisible();
    await expect(drawer.getByText('Sem sessão aberta')).toBeVisible();
  });
});

test(
  'a user’s sessions are listed, and ended one by one or all at once',
  LONG,
  async ({ page, enter, staffWith, request }) => {
    const person = await staffWith('CLIENT_VIEW');
    const agents = [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
    ];
    for (const agent of agents)
      await request.post('/api/user/admin/session', { data: person, headers: { 'user-agent': agent } });
    await enter('/account', person);
    const sessions = main(page).getByRole('list', { name: 'Sessões' }).getByRole('listitem');
    await expect(sessions).toHaveCount(4);
    await expect(sessions.first()).toContainText('esta sessão');
    await main(page).getByRole('button', { name: 'Encerrar a sessão de Safari no iPhone' }).click();
    await dialog(page, 'Encerrar sessão').getByRole('button', { name: 'Encerrar sessão' }).click();
    await expect(sessions).toHaveCount(3);
    await expect(main(page).getByText('Safari no iPhone')).toHaveCount(0);
    await main(page).getByRole('button', { name: 'Encerrar as outras sessões' }).click();
    await dialog(page, 'Encerrar as outras sessões').getByRole('button', { name: 'Encerrar as outras' }).click();
    await expect(sessions).toHaveCount(1);
    await page.reload();
    await expect(sessions).toHaveCount(1);
  },
);

test(
  'changing permissions asks for the password again, once, and is then applied',
  LONG,
  async ({ page, enter, staffWith, call, agedSession }) => {
    const [boss, clerk] = [await staffWith('*'), await staffWith('CLIENT_VIEW')];
    const people = await call<{ id: number; email: string }[]>('GET', '/user/admin/users');
    await enter(`/settings/users?open=${people.find(({ email }) => email === clerk.email)?.id}`, boss);
    await agedSession(boss.email);
    const drawer = dialog(page, 'Otávio Lima');
    const address = `nova-${clerk.email}`;
    await drawer.getByLabel('E-mail').fill(address);
    await drawer.getByRole('button', { name: 'Salvar alterações' }).click();
    const window = dialog(page, 'Confirme sua senha');
    await expect(window.getByLabel('E-mail')).toHaveValue(boss.email);
    await window.getByRole('button', { name: 'Cancelar' }).click();
    await expect(window).toHaveCount(0);
    await expect(drawer.getByLabel('E-mail')).toHaveValue(address);
    await drawer.getByRole('button', { name: 'Salvar alterações' }).click();
    await window.getByLabel('Senha', { exact: true }).fill('não é esta');
    await window.getByRole('button', { name: 'Confirmar' }).click();
    await expect(window.getByText('Senha incorreta')).toBeVisible();
    await window.getByLabel('Senha', { exact: true }).fill(boss.password);
    await window.getByRole('button', { name: 'Confirmar' }).click();
    await expect(notice(page, 'Dados atualizados')).toBeVisible();
    await expect(main(page).getByText(address)).toBeVisible();
  },
);

for (const viewport of WIDTHS)
  test.describe(`a session that ends at ${viewport.width}`, formOf(viewport.width), () => {
    test.use({ viewport });

    test('asks for the password in place in the middle of a form, which keeps its values', async ({
      page,
      enter,
      staffWith,
      endedSession,
    }) => {
      const person = await staffWith('CLIENT_VIEW', 'USER_CREATE', 'CLIENT_EDIT');
      await enter('/clients/create', person);
      const name = `Cliente da sessão ${viewport.width}`;
      await page.getByLabel('Nome', { exact: false }).first().fill(name);
      await endedSession(person.email);
      await page.getByLabel('CEP').fill('36025000');
      const window = dialog(page, 'Sua sessão terminou');
      await expect(window.getByLabel('E-mail')).toHaveValue(person.email);
      // Escape does not close the window, and does not reach the one below.
      await page.keyboard.press('Escape');
      await window.getByLabel('Senha', { exact: true }).fill('não é esta');
      await window.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(window.getByText('E-mail ou senha incorretos.')).toBeVisible();
      await window.getByLabel('Senha', { exact: true }).fill(person.password);
      await window.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(window).toHaveCount(0);
      await expect(page).toHaveURL(/\/clients\/create$/);
      await expect(page.getByLabel('Nome', { exact: false }).first()).toHaveValue(name);
    });

    test(
      'asks once for several failed calls, and loads the list',
      LONG,
      async ({ page, enter, staffWith, endedSession }) => {
        const person = await staffWith('*');
        await enter('/clients', person);
        await endedSession(person.email);
        await page.reload();
        const window = dialog(page, 'Sua sessão terminou');
        await expect(window).toHaveCount(1);
        await window.getByLabel('Senha', { exact: true }).fill(person.password);
        await window.getByRole('button', { name: 'Entrar', exact: true }).click();
        await expect(window).toHaveCount(0);
        await expect(main(page).getByRole('heading', { name: 'Clientes' })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(main(page).getByRole('alert')).toHaveCount(0);
      },
    );

    test('may be left for another account', LONG, async ({ page, enter, staffWith, endedSession }) => {
      const person = await staffWith('CLIENT_VIEW');
      await enter('/clients', person);
      await endedSession(person.email);
      await page.reload();
      await dialog(page, 'Sua sessão terminou').getByRole('button', { name: 'Entrar com outra conta' }).click();
      await expect(page.getByRole('heading', { name: 'Autentifique-se' })).toBeVisible();
      await expect(page).toHaveURL(/redirect=.*clients/);
      await page.goto('/app/clients');
      await expect(page.getByRole('heading', { name: 'Autentifique-se' })).toBeVisible();
    });
  });
