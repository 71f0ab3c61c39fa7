import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { askForVisit, clientSays, openTicket, writeMessage } from '../attendance.ts';
import { client, otherBrowser } from '../clients.ts';
import { expect, notice, pressInHead, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { ADMIN } from '../people.ts';
import { property, tag } from '../properties.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 360, height: 740 } };

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone });

    test.beforeEach(async ({ page, startSession }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await startSession();
    });

    const row = (page: Page, text: string) => page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: text });

    test('a visit is requested, confirmed, started and finished', LONG, async ({ page, call }) => {
      const street = `Rua ${tag()}`;
      const place = await property(call, { street });
      const name = `Otávio ${tag()}`;
      await page.goto('/app/schedules');
      await expect(page.getByRole('tab', { name: /Em andamento/ })).toBeVisible();
      // Appears without a reload.
      await askForVisit(name, place);
      const visit = row(page, name);
      await expect(visit).toContainText('Pendente');
      for (const words of [street, '24/11/2026', 'Manhã', '(32) 98841-2076', 'Vamos em dois.'])
        await expect(visit).toContainText(words);
      if (!phone) await expect(visit.getByText('Aguarde')).toHaveCount(2);
      await expectAccessible(page);

      await visit.getByRole('button', { name: 'Confirmar' }).click();
      await expect(visit).toContainText('Confirmado');
      await expect(notice(page, 'Atualizado!')).toBeVisible();
      await visit.getByRole('button', { name: 'Check-in' }).click();
      const otherDay = page.getByRole('dialog', { name: 'Check-in em outro dia' });
      await expect(otherDay).toContainText(/marcada para \d\d\/11\/2026, e hoje é/);
      await otherDay.getByRole('button', { name: 'Marcar check-in' }).click();
      await expect(visit).toContainText('Em visita');
      await notice(page, 'Atualizado!').getByRole('button', { name: 'Desfazer' }).click();
      await expect(visit).toContainText('Confirmado');
      await visit.getByRole('button', { name: 'Check-in' }).click();
      await otherDay.getByRole('button', { name: 'Marcar check-in' }).click();
      await expect(visit).toContainText('Em visita');
      await visit.getByRole('button', { name: 'Check-out' }).click();
      const end = page.getByRole('dialog', { name: `Check-out de ${name}` });
      await end.getByLabel('Resultado').click();
      await page.getByRole('option', { name: 'Quer o imóvel' }).click();
      await end.getByLabel('Anotação').fill('Pediu para trocar o piso.');
      await end.getByRole('button', { name: 'Marcar check-out' }).click();
      await expect(visit).toHaveCount(0);

      await page.getByRole('tab', { name: 'Histórico' }).click();
      await expect(row(page, name)).toContainText('Retornado / Finalizado');
      await expect(row(page, name)).toContainText('Quer o imóvel: Pediu para trocar o piso.');
      await expect(page).toHaveURL(/tab=history/);
    });

    test('a visit is canceled; a concurrent change is reported', LONG, async ({ page, call }) => {
      const place = await property(call);
      const name = `Otávio ${tag()}`;
      await askForVisit(name, place);
      await page.goto('/app/schedules');
      const visit = row(page, name);
      await visit.getByRole('button', { name: 'Cancelar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancelar agendamento' });
      await expect(dialog).toContainText('24/11/2026');
      const { progress } = await call<{ progress: { id: number; user: { name: string } }[] }>('GET', '/schedule/admin');
      const id = progress.find(({ user }) => user.name === name)?.id;
      await call('PATCH', `/schedule/admin/${id}/CONFIRMED/status`);
      await dialog.getByRole('button', { name: 'Cancelar agendamento' }).click();
      await expect(notice(page, 'Oopss...')).toBeVisible();
      await expect(dialog).toBeHidden();

      await expect(visit).toContainText('Confirmado');
      await visit.getByRole('button', { name: 'Cancelar' }).click();
      await dialog.getByRole('button', { name: 'Cancelar agendamento' }).click();
      await expect(notice(page, 'Agendamento cancelado')).toBeVisible();
      await expect(visit).toHaveCount(0);
    });

    test('a message from the site is listed, read and removed', LONG, async ({ page, call }) => {
      const street = `Rua ${tag()}`;
      const place = await property(call, { street });
      const name = `Célia ${tag()}`;
      await page.goto('/app/contacts');
      await expect(page.getByText('Mensagens recebidas pelo site')).toBeVisible();
      await writeMessage(name, place);
      const message = row(page, name);
      await expect(message).toContainText('não lida');
      await expectAccessible(page);

      await page.getByRole('button', { name: `Ver mensagem de ${name}`, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Mensagem de ${name}` });
      await expect(dialog).toContainText('Aceita animais?');
      await expect(dialog.getByRole('link', { name: new RegExp(street) })).toBeVisible();
      await expectAccessible(page);
      await expect(dialog.getByRole('link', { name: `Responder a ${name} por WhatsApp` })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\/5532988412076\?text=Ol%C3%A1/,
      );
      const act = async (label: string) => {
        if (phone) await dialog.getByRole('button', { name: 'Mais ações' }).click();
        await dialog.getByRole(phone ? 'menuitem' : 'button', { name: label }).click();
      };
      await act('Cadastrar como cliente');
      const newClient = page.getByRole('dialog', { name: 'Cadastrar cliente' });
      await expect(newClient.getByLabel('Celular')).toHaveValue('(32) 98841-2076');
      await newClient.getByRole('button', { name: 'Cancelar' }).click();
      await act('Agendar visita');
      const visit = page.getByRole('dialog', { name: 'Nova visita' });
      await expect(visit.getByLabel('Imóvel')).toHaveValue(new RegExp(street));
      await expectAccessible(page);
      await visit.getByLabel('Data').fill('24112026');
      await visit.getByText('Tarde').click();
      await visit.getByRole('button', { name: 'Agendar visita' }).click();
      await expect(notice(page, 'Visita agendada')).toBeVisible();
      if (phone) {
        await dialog.getByRole('button', { name: 'Mais ações' }).click();
        await dialog.getByRole('menuitem', { name: 'Remover' }).click();
      } else {
        await dialog.getByRole('button', { name: 'Fechar' }).first().click();
        await expect(message).not.toContainText('não lida');
        await message.getByRole('checkbox').check();
        await expect(page.getByText('1 selecionada')).toBeVisible();
        await message.getByRole('checkbox').uncheck();
        await page.getByRole('button', { name: `Remover mensagem de ${name}` }).click();
      }
      await page
        .getByRole('dialog', { name: 'Remover mensagem' })
        .getByRole('button', { name: 'Remover mensagem' })
        .click();
      await expect(notice(page, 'Mensagem removida')).toBeVisible();
      await expect(message).toHaveCount(0);
    });

    test("'Mensagens' of a client opens their tickets", LONG, async ({ page, call }) => {
      const person = await client(call, { name: 'Rosa Moura' });
      const [mine, other] = [
        await openTicket(person, 'Chuveiro'),
        await openTicket(await client(call, { name: 'Davi Prado' }), 'Portão'),
      ];
      await page.goto(`/app/clients/info/${person}`);
      await page.getByRole('definition').getByRole('link', { name: '1', exact: true }).click();
      await expect(page).toHaveURL(`/app/support?client=${person}`);
      await expect(page.getByRole('link', { name: `Abrir ticket ${mine}` })).toBeVisible();
      await expect(page.getByRole('link', { name: `Abrir ticket ${other}` })).toHaveCount(0);
      await page.getByRole('button', { name: 'Remover filtro Cliente' }).click();
      await expect(page.getByRole('link', { name: `Abrir ticket ${other}` })).toBeVisible();
    });

    test('a ticket is answered, and two users see the same conversation', LONG, async ({ page, call, browser }) => {
      test.setTimeout(120_000);
      const title = `Vazamento ${tag()}`;
      const id = await openTicket(await client(call, { name: 'Tereza Braga' }), title);
      await page.goto('/app/support');
      const ticket = row(page, title);
      await expect(ticket).toContainText('Aberto');
      await expect(ticket).toContainText('Alta');
      await expectAccessible(page);
      await page.getByRole('link', { name: `Abrir ticket ${id}` }).click();

      const chat = page.getByRole('log', { name: 'Conversa' });
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(chat).toContainText('A pia vaza.');
      await page.getByRole('button', { name: 'Responder' }).click();
      await expect(page.getByText('Informe uma mensagem')).toBeVisible();

      const other = await otherBrowser(browser, ADMIN, `/support/${id}`);
      const elsewhere = other.getByRole('log', { name: 'Conversa' });
      await expect(elsewhere).toContainText('A pia vaza.');

      await page.getByLabel('Resposta').fill('O encanador vai hoje.');
      await page.getByRole('button', { name: 'Responder' }).click();
      await expect(chat).toContainText('O encanador vai hoje.');
      await expect(page.getByLabel('Resposta')).toHaveValue('');
      await expect(page.getByText('Respondido')).toBeVisible();
      // Neither page is loaded again.
      await expect(elsewhere).toContainText('O encanador vai hoje.');
      await clientSays(id, 'Obrigada, estarei em casa.');
      for (const conversation of [chat, elsewhere]) await expect(conversation).toContainText('estarei em casa');
      await expectAccessible(page);
      await other.close();

      await pressInHead(page, 'Fechar ticket');
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar ticket' }).click();
      await expect(page.getByText('Este ticket foi fechado e não recebe mais mensagens.')).toBeVisible();
      await expect(page.getByLabel('Resposta')).toHaveCount(0);

      await pressInHead(page, 'Deletar ticket');
      await page.getByRole('dialog').getByRole('button', { name: 'Deletar ticket' }).click();
      await expect(notice(page, 'Ticket deletado!')).toBeVisible();
      await expect(page).toHaveURL(/\/support$/);
    });
  });
}

test('events during a list’s first load are not lost', LONG, async ({ page, signIn }) => {
  await signIn();
  const name = `Célia ${tag()}`;
  const heard = page.waitForResponse('**/api/live?age=*');
  await page.goto('/app/account');
  await heard;
  // Response read before the message was written; it arrives after the event.
  await page.route(
    /\/api\/contact\?/,
    async (route) => {
      const before = await route.fetch();
      const badges = page.waitForResponse('**/api/dashboard/badges');
      await writeMessage(name);
      await badges;
      await route.fulfill({ response: before });
    },
    { times: 1 },
  );
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: /Contatos/ })
    .click();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
});

test(
  'the badge updates in a second browser, only for users with the permission',
  LONG,
  async ({ page, signIn, staffWith, browser, call }) => {
    await signIn(await staffWith('CONTACT_VIEW'));
    const menu = (of: Page) => of.getByRole('navigation', { name: 'Menu principal' });
    await expect(menu(page).getByRole('link', { name: /Suporte|Agendamentos/ })).toHaveCount(0);
    const entry = menu(page).getByRole('link', { name: /Contatos/ });
    const other = await otherBrowser(browser, await staffWith('SUPPORT_VIEW'), '/support');
    const support = menu(other).getByRole('link', { name: /Suporte/ });

    const count = (text: string | null) => Number(/\d+$/.exec(text ?? '')?.[0] ?? 0);
    const person = await client(call);
    // Parallel stories read and close messages too, so only the direction of the change is checked.
    await expect(async () => {
      const before = count(await entry.textContent());
      await writeMessage(`Célia ${tag()}`);
      await expect.poll(async () => count(await entry.textContent())).toBeGreaterThan(before);
      const waiting = count(await support.textContent());
      await openTicket(person, `Chave ${tag()}`);
      await expect.poll(async () => count(await support.textContent())).toBeGreaterThan(waiting);
    }).toPass();
    await other.close();
  },
);
