import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, notice, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { tag } from '../properties.ts';

const SCREENS = {
  desktop: { width: 1366, height: 860 },
  phone: { width: 390, height: 844 },
};

const confirm = (page: Page, verb: string) =>
  page.getByRole('dialog', { name: verb }).getByRole('button', { name: verb }).click();

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone });
    const rowOf = (page: Page, text: string) => page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: text });

    test('a group is created, with single permissions or all of them, and deleted', LONG, async ({ page, enter }) => {
      const group = `Recepção ${tag()}`;
      await enter('/settings/permissions');
      await page.getByRole('button', { name: 'Novo grupo' }).click();
      const made = page.getByRole('dialog', { name: 'Novo grupo' });
      await made.getByRole('button', { name: 'Cadastrar grupo' }).click();
      await expect(made.getByText('Informe o nome do grupo!')).toBeVisible();
      await expect(made.getByText('Informe as permissões do grupo!')).toBeVisible();
      await made.getByLabel('Todas as permissões').check();
      await expect(made.getByLabel('Ver clientes')).toBeDisabled();
      await expect(made.getByLabel('Ver clientes')).toBeChecked();
      await made.getByLabel('Todas as permissões').uncheck();
      await made.getByLabel('Nome').fill(group);
      await made.getByLabel('Ver clientes').check();
      await made.getByLabel('Contatos', { exact: true }).check();
      await expect(made.getByLabel('Remover mensagens do site')).toBeChecked();
      await expectAccessible(page);
      await made.getByRole('button', { name: 'Cadastrar grupo' }).click();
      await expect(notice(page, 'Grupo cadastrado')).toBeVisible();
      await expect(rowOf(page, group)).toContainText('Clientes (1), Contatos (5)');
      await page.getByRole('button', { name: `Deletar grupo ${group}` }).click();
      await confirm(page, 'Deletar grupo');
      await expect(notice(page, 'Grupo deletado')).toBeVisible();
      await expect(rowOf(page, group)).toHaveCount(0);
    });

    test('a group in use keeps its delete button, disabled with the reason', LONG, async ({ page, enter }) => {
      await enter('/settings/permissions');
      const removal = page.getByRole('button', { name: /^Deletar grupo .+: \d+ usuários? neste grupo\./ }).first();
      await expect(removal).toBeDisabled();
      await expect(removal).toHaveAttribute('title', /Passe-os para outro antes de deletar\.$/);
      await removal.click({ force: true });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('a user is added, edited and removed', LONG, async ({ page, enter, call }) => {
      const [group, person] = [`Recepção ${tag()}`, `Bruna ${tag()}`];
      await call('POST', '/user/admin/group', { name: group, permissions: ['CLIENT_VIEW'] });
      await enter('/settings/users');
      await page.getByRole('button', { name: 'Novo usuário' }).click();
      const drawer = page.getByRole('dialog', { name: 'Novo usuário' });
      await drawer.getByRole('switch', { name: 'Convidar por link' }).uncheck();
      await drawer.getByRole('button', { name: 'Cadastrar usuário' }).click();
      for (const words of [
        'Informe o nome do usuário!',
        'Informe um e-mail válido',
        'Informe a senha do usuário!',
        'Informe o grupo do usuário!',
      ])
        await expect(drawer.getByText(words)).toBeVisible();
      await drawer.getByLabel('Nome').fill(person);
      await drawer.getByLabel('E-mail').fill(`bruna${tag().replace(/\D/g, '')}@morada.test`);
      await drawer.getByLabel(/^Senha/).fill('uma-senha-boa');
      await drawer
        .getByLabel(/^Grupo/)
        .first()
        .click();
      await page.getByRole('option', { name: group }).click();
      await expectAccessible(page);
      await drawer.getByRole('button', { name: 'Cadastrar usuário' }).click();
      await expect(notice(page, 'Usuário cadastrado')).toBeVisible();
      await expect(rowOf(page, person)).toContainText(group);

      await page.getByRole('button', { name: `Editar ${person}` }).click();
      const record = page.getByRole('dialog', { name: person });
      await record.getByLabel('Nome').fill(`${person} Reis`);
      await record.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(notice(page, 'Dados atualizados!')).toBeVisible();
      await expect(rowOf(page, `${person} Reis`)).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('button', { name: `Deletar ${person} Reis` }).click();
      await confirm(page, 'Deletar usuário');
      await expect(notice(page, 'Usuário deletado')).toBeVisible();
      await expect(rowOf(page, person)).toHaveCount(0);
    });

    test('a notification appears under the bell, and is dismissed', LONG, async ({ page, enter, call }) => {
      const name = `Recesso ${tag()}`;
      await enter('/settings/notifications');
      await page.getByRole('button', { name: 'Nova notificação' }).click();
      const drawer = page.getByRole('dialog', { name: 'Nova notificação' });
      await drawer.getByRole('button', { name: 'Enviar a todos' }).click();
      await expect(drawer.getByText('Informe o nome da notificação!')).toBeVisible();
      await drawer.getByLabel('Nome').fill(name);
      await drawer.getByLabel('Mensagem').fill('Fechamos de 24/12 a 2/1.');
      await drawer.getByRole('button', { name: 'Enviar a todos' }).click();
      await expect(notice(page, 'Notificação cadastrada!')).toBeVisible();
      await expect(rowOf(page, name)).toContainText('Fechamos de 24/12 a 2/1.');
      await expect(drawer).toBeHidden();

      await page.getByRole('button', { name: /^Notificações: \d+ não lida/ }).click();
      const panel = page.getByRole('dialog', { name: 'Notificações' });
      await expect(panel).toContainText(name);
      await expectAccessible(page);
      await panel.getByRole('button', { name: `Dispensar ${name}` }).click();
      await expect(panel.getByText(name)).toHaveCount(0);
      await page.getByRole('button', { name: /^Notificações/ }).click();
      await expect(panel).toBeHidden();

      // A notice from another page appears without a reload.
      const other = await call<{ id: number }>('POST', '/notification/system', {
        name: `Aviso ${name}`,
        message: 'Oi',
      });
      await expect(rowOf(page, `Aviso ${name}`)).toBeVisible();
      await call('DELETE', `/notification/system/${other.id}`);
      await page.getByRole('button', { name: `Deletar ${name}`, exact: true }).click();
      await confirm(page, 'Deletar notificação');
      await expect(notice(page, 'Notificação deletada')).toBeVisible();
    });

    test(
      'the password needs one field, and the current password after a while',
      LONG,
      async ({ page, enter, staffWith, agedSession }) => {
        const person = await staffWith('CLIENT_VIEW');
        await enter('/settings/password-change', person);
        await page.getByRole('button', { name: 'Alterar senha' }).click();
        await expect(page.getByText('Informe sua nova senha')).toBeVisible();
        await page.getByLabel('Nova senha').fill('outra-senha-boa');
        await page.getByRole('button', { name: 'Alterar senha' }).click();
        await expect(notice(page, 'Senha alterada com sucesso')).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);

        await agedSession(person.email);
        await page.getByLabel('Nova senha').fill('mais-uma-senha');
        await page.getByRole('button', { name: 'Alterar senha' }).click();
        const confirming = page.getByRole('dialog', { name: 'Confirme sua senha' });
        await expect(confirming).toBeVisible();
        await expectAccessible(page);
        await confirming.getByLabel('Senha', { exact: true }).fill('outra-senha-boa');
        await confirming.getByRole('button', { name: 'Confirmar' }).click();
        await expect(confirming).toHaveCount(0);
        await expect(page.getByLabel('Nova senha')).toHaveValue('');
      },
    );

    test('the trail shows user, action and changes', LONG, async ({ page, enter, call }) => {
      const name = `Equipe ${tag()}`;
      const group = await call<{ id: number }>('POST', '/user/admin/group', { name, permissions: ['FEED_VIEW'] });
      await call('PATCH', `/user/admin/group/${group.id}`, { name: `${name} B` });
      await enter(`/settings/audit?record=permission_group&id=${group.id}`);
      const changed = rowOf(page, 'alterou');
      await expect(changed).toContainText('Mariana Dias');
      await expect(changed).toContainText(`alterou: Grupo de permissões ${group.id}`);
      await expect(changed).toContainText(`Nome ${name} → ${name} B`);
      await expect(rowOf(page, 'cadastrou')).toContainText('Permissões Ver notícias');
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Remover filtro Cadastro' }).click();
      await page.getByRole('button', { name: /^Filtrar/ }).click();
      // Uses the keyboard: the first field's list may cover the next.
      await page.getByLabel('Ação').first().press('ArrowDown');
      await page.getByRole('option', { name: 'cadastrou', exact: true }).click();
      await expect(page).toHaveURL(/action=create/);
    });
  });
}

test('read-only users see no button that would be refused', LONG, async ({ page, enter, staffWith }) => {
  await enter('/settings/users', await staffWith('ADMIN_USER_VIEW', 'GROUP_VIEW', 'SYSTEM_NOTIFICATION_VIEW'));
  await expect(page.getByText('Mariana Dias')).toBeVisible();
  for (const name of [/^Novo/, /^Editar/, /^Deletar/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.goto('/app/settings/permissions');
  await page.getByRole('button', { name: 'Abrir grupo Administradores' }).click();
  await expect(page.getByLabel('Todas as permissões')).toBeDisabled();
  await page.goto('/app/settings/notifications');
  await expect(page.getByRole('heading', { name: 'Notificações personalizadas' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Nova|Deletar)/ })).toHaveCount(0);
  await page.goto('/app/settings/audit');
  await expect(page).toHaveURL(/\/app\/$/);
});
