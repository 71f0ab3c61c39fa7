import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Page } from '@playwright/test';
import { connect } from '../../apps/api/src/db/connection/connect.ts';
import { expectAccessible } from '../accessible.ts';
import { linesOf } from '../clients.ts';
import { lease, pdf } from '../contracts.ts';
import { expect, notice, pressInBar, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

type Call = Parameters<typeof lease>[0];

/** The transfer of a rent of 1.500,00 that was paid without charges: 1.350,00 after 10%. */
async function transfer(call: Call, due: string) {
  const { id: proposal_id, property_id } = await lease(call);
  const [{ name: owner } = { name: '' }] = await call<{ name: string }[]>(
    'GET',
    `/property/${property_id}/members/OWNER`,
  );
  const { id: invoice } = await call<{ id: number }>('POST', '/financial/invoice', {
    proposal_id,
    reference: '2026-11',
  });
  const paid = await call<{ transfers: { id: number }[] }>('PATCH', `/invoice/${invoice}/down`, {
    paid_amount: 1_500,
    fine: 0,
    interest: 0,
  });
  const id = paid.transfers[0]?.id ?? 0;
  await dueOn(id, due as CalendarDate);
  return { id, owner };
}

/** Sets the due date of a transfer in the database, since calls refuse a past day. */
async function dueOn(id: number, due_date: CalendarDate) {
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  await db.updateTable('transfer').set({ due_date }).where('id', '=', id).execute();
  await db.destroy();
}

/** Backdates the audit trail of the owner's account, whose timestamps come from the database's clock. */
async function accountSince(owner: string, day: string) {
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  const accounts = db
    .selectFrom('bank_account')
    .innerJoin('client', 'client.id', 'bank_account.client_id')
    .select('bank_account.id')
    .where('client.name', '=', owner);
  await db
    .updateTable('trail')
    .set({ at: new Date(`${day}T15:00:00Z`) })
    .where('record', '=', 'bank_account')
    .where('record_id', 'in', accounts)
    .execute();
  await db.destroy();
}
const dueOf = async (call: Call, id: number) => (await call<{ due_date: string }>('GET', `/transfer/${id}`)).due_date;

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test.describe('desktop', () => {
  test.use({ viewport: { width: 1366, height: 860 } });

  /** Far enough into a day's cell that the grid doesn't scroll when the day is its first or last row in sight. */
  const MIDDLE = 60;
  const dayCell = (page: Page, day: string) =>
    page
      .getByRole('table', { name: /^Calendário/ })
      .getByRole('cell')
      .filter({ has: page.locator(`time[datetime="${day}"]`) });
  const chip = (page: Page, owner: string) => page.getByRole('button', { name: new RegExp(owner) }).first();

  /** Carries as a person does: the pointer follows the day while the grid scrolls, and lets go once the day is marked. */
  async function carry(page: Page, owner: string, day: string) {
    await drag(page, owner, day);
    const to = dayCell(page, day);
    const marked = async () => {
      const end = await to.boundingBox();
      if (end) await page.mouse.move(end.x + end.width / 2, end.y + MIDDLE);
      return to.getAttribute('data-over');
    };
    await expect.poll(marked).toBe('true');
    await page.mouse.up();
  }

  async function drag(page: Page, owner: string, day: string) {
    const [from, to] = [chip(page, owner), dayCell(page, day)];
    await to.scrollIntoViewIfNeeded();
    await from.hover();
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    if (!start || !end) throw new Error('Not on the screen');
    await page.mouse.move(start.x + 20, start.y + 12);
    await page.mouse.down();
    await page.mouse.move(start.x + 40, start.y + 20, { steps: 4 });
    await page.mouse.move(end.x + end.width / 2, end.y + MIDDLE, { steps: 8 });
  }

  test(
    'a transfer is moved to another day, by mouse and by keyboard; a concluded one is not',
    LONG,
    async ({ page, call, enter }) => {
      const { id, owner } = await transfer(call, '2027-03-16');
      await enter('/financial/transfers?month=2027-03');
      await expect(dayCell(page, '2027-03-16')).toContainText(owner);

      await test.step('by mouse', async () => {
        await carry(page, owner, '2027-03-18');
        await expect(notice(page, 'Repasse reagendado')).toBeVisible();
        await expect(dayCell(page, '2027-03-18')).toContainText(owner);
        expect(await dueOf(call, id)).toBe('2027-03-18');
      });

      await test.step('dropped on a Saturday it moves to Monday, and Desfazer restores it', async () => {
        await carry(page, owner, '2027-03-20');
        const said = notice(page, 'Repasse reagendado para 22/03/2027, o dia útil seguinte a 20/03/2027');
        await expect(dayCell(page, '2027-03-22')).toContainText(owner);
        await said.getByRole('button', { name: 'Desfazer' }).click();
        await expect(dayCell(page, '2027-03-18')).toContainText(owner);
        expect(await dueOf(call, id)).toBe('2027-03-18');
      });

      await test.step('by keyboard: a week on and a day back', async () => {
        await chip(page, owner).focus();
        const held = (day: string) => page.getByText(`Repasse de ${owner} em mãos: ${day} de março de 2027.`);
        await page.keyboard.press('Space');
        await expect(held('18')).toBeAttached();
        await page.keyboard.press('ArrowDown');
        await expect(held('25')).toBeAttached();
        await page.keyboard.press('ArrowLeft');
        await expect(held('24')).toBeAttached();
        await page.keyboard.press('Space');
        await expect(dayCell(page, '2027-03-24')).toContainText(owner);
        await expect.poll(() => dueOf(call, id)).toBe('2027-03-24');
      });

      await test.step('twice, the second time before the first response', async () => {
        const again = page.waitForRequest(
          (request) => request.method() === 'PATCH' && /03-17/.test(request.postData() ?? ''),
        );
        await page.route(
          '**/financial/transfers/*/date',
          async (route) => {
            const first = await route.fetch();
            await again;
            await route.fulfill({ response: first });
          },
          { times: 1 },
        );
        await carry(page, owner, '2027-03-11');
        await expect(dayCell(page, '2027-03-11')).toContainText(owner);
        await expect.poll(() => dueOf(call, id)).toBe('2027-03-11');
        await carry(page, owner, '2027-03-17');
        await expect.poll(() => dueOf(call, id)).toBe('2027-03-17');
        await expect(dayCell(page, '2027-03-17')).toContainText(owner);
      });

      await test.step('a concurrent change wins', async () => {
        // The other change is saved once the page has sent its own: until then it may read the month again.
        await page.route(
          '**/financial/transfers/*/date',
          async (route) => {
            await call('PATCH', `/financial/transfers/${id}/date`, { date: '2027-03-10' });
            await route.continue();
          },
          { times: 1 },
        );
        await carry(page, owner, '2027-03-25');
        await expect(notice(page, 'alterou este repasse antes')).toBeVisible();
        await expect(dayCell(page, '2027-03-10')).toContainText(owner);
        expect(await dueOf(call, id)).toBe('2027-03-10');
      });

      await test.step('a concluded transfer is not movable, and opens', async () => {
        await call('PATCH', `/transfer/${id}`, { status: 'DONE' });
        await page.getByRole('button', { name: 'Atualizar calendário' }).click();
        await expect(chip(page, owner)).toContainText('Efetuado');
        await drag(page, owner, '2027-03-12');
        await page.mouse.up();
        await expect(dayCell(page, '2027-03-10')).toContainText(owner);
        await chip(page, owner).click();
        await expect(page.getByRole('dialog', { name: `Repasse ${id}` })).toContainText('Efetuado');
      });
      await expectAccessible(page);
    },
  );
});

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('another day is picked from the list of days', LONG, async ({ page, call, enter }) => {
    const { id, owner } = await transfer(call, '2027-04-14');
    await enter('/financial/transfers?month=2027-04');
    await page.getByRole('button', { name: `Reagendar repasse ${id}, ${owner}` }).click();
    const window = page.getByRole('dialog', { name: `Reagendar repasse ${id}` });
    await expect(window).toContainText('R$ 1.350,00');
    await window.getByLabel('Prazo de Repasse').fill('20/04/2027');
    await window.getByRole('button', { name: 'Reagendar' }).click();
    await expect(notice(page, 'Repasse reagendado')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Terça, 20 de abril' })).toBeVisible();
    expect(await dueOf(call, id)).toBe('2027-04-20');
    await expectAccessible(page);
  });
});

for (const [screen, viewport] of Object.entries({
  desktop: { width: 1366, height: 860 },
  phone: { width: 390, height: 844 },
})) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport });
    const phone = screen === 'phone';
    /** On a phone less frequent actions are behind "⋯". */
    const press = async (page: Page, name: string) => {
      if (phone) await page.getByRole('dialog').getByRole('button', { name: 'Mais ações' }).click();
      await page.getByRole(phone ? 'menuitem' : 'button', { name, exact: true }).click();
    };

    test(
      'found by a search kept in the address; its total, its files, concluded and reopened',
      LONG,
      async ({ page, call, enter }) => {
        test.setTimeout(90_000);
        const { id, owner } = await transfer(call, '2027-05-11');
        await accountSince(owner, '2026-11-17');
        await enter('/financial/transfers');
        const search = page.getByRole('searchbox', { name: 'Proprietário, inquilino, imóvel, contrato ou ID' });
        await search.fill('ninguém com este nome');
        await expect(page.getByText('A busca olha proprietário, inquilino, imóvel, contrato e ID')).toBeVisible();
        await search.fill(owner);
        await expect(page).toHaveURL(({ searchParams }) => searchParams.get('query') === owner);
        await page.reload();
        await expect(page.getByRole('searchbox')).toHaveValue(owner);
        if (!phone) {
          await page
            .getByRole('row')
            .filter({ hasText: owner })
            .getByRole('button', { name: /^R\$\s1\.350,00.*por quê/ })
            .click();
          await expect(page.getByRole('dialog', { name: 'Repasse de R$ 1.350,00' })).toContainText(
            'Taxa de administração',
          );
          await page.keyboard.press('Escape');
        }
        await page
          .getByRole('definition')
          .getByRole('button', { name: /por quê/ })
          .click();
        const why = page.getByRole('dialog', { name: /^Valor total de/ });
        const [late = 0, coming = 0, whole] = ((await why.innerText()).match(/^[\d.]+,\d\d$/gm) ?? []).map((amount) =>
          Number(amount.replace(/\D/g, '')),
        );
        expect(whole).toBe(late + coming);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: `Abrir repasse ${id}, ${owner}` }).click();
        const window = page.getByRole('dialog', { name: `Repasse ${id}` });
        await expect(window).toContainText('Conta ou titular alterado há 3 dias por ');
        await window.getByRole('button', { name: /^Por quê\? Taxa de administração/ }).click();
        await expect(page.getByText('10% × 1.500,00 = 150,00')).toBeVisible();
        await page.keyboard.press('Escape');

        await test.step('a file is uploaded, opened and removed', async () => {
          await window.getByRole('tab', { name: 'Anexos' }).click();
          await window.locator('input[type=file]').setInputFiles(pdf('comprovante.pdf'));
          await expect(notice(page, 'Arquivo enviado!')).toBeVisible();
          await expect(window.getByRole('list', { name: 'Anexos' })).toContainText('comprovante.pdf');
          const [file] = await Promise.all([
            page.context().waitForEvent('response', (answer) => answer.url().includes('/api/files/')),
            window.getByRole('button', { name: 'Abrir comprovante.pdf, em outra aba' }).click(),
          ]);
          expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
          await window.getByRole('button', { name: 'Deletar comprovante.pdf' }).click();
          await page.getByRole('button', { name: 'Deletar documento' }).click();
          await expect(notice(page, 'Documento deletado')).toBeVisible();
          await expect(window.getByText('Nenhum anexo')).toBeVisible();
          await expectAccessible(page);
        });

        await test.step('concluded, then back to pending', async () => {
          await window.getByRole('button', { name: 'Concluir transfereência' }).click();
          await page
            .getByRole('dialog', { name: 'Concluir transfereência' })
            .getByRole('button', { name: 'Concluir transfereência' })
            .click();
          await expect(window.getByText('Efetuado', { exact: true })).toBeVisible();
          await press(page, 'Estornar');
          await expect(
            page.getByText('Você tem certeza que deseja estornar essa transação para pendente?'),
          ).toBeVisible();
          await page
            .getByRole('dialog', { name: 'Estornar repasse' })
            .getByRole('button', { name: 'Estornar' })
            .click();
          await expect(window.getByText('Pendente', { exact: true })).toBeVisible();
        });
      },
    );

    test(
      'several are paid at once: previewed, listed, concluded; one is released',
      LONG,
      async ({ page, call, startSession }) => {
        test.setTimeout(90_000);
        const both = [await transfer(call, '2026-11-02'), await transfer(call, '2026-11-03')];
        await accountSince(both[0]?.owner ?? '', '2026-10-01');
        await accountSince(both[1]?.owner ?? '', '2026-11-20');
        await startSession();
        await test.step('chosen over two searches', async () => {
          await page.goto('/app/financial/transfers');
          for (const { id, owner } of both) {
            await page.getByRole('searchbox').fill(owner);
            await page.getByRole('checkbox', { name: `Escolher repasse ${id}, ${owner}` }).check();
          }
          await expect(page.getByRole('status').filter({ hasText: '2 selecionados' })).toContainText('R$ 2.700,00');
          await pressInBar(page, 'Pagar 2 repasses');
        });

        await test.step('grouped by bank, with warnings', async () => {
          const preview = page.getByRole('dialog', { name: 'Pagar repasses' });
          await expect(preview).toContainText('001 Banco do Brasil S.A. (2)');
          await expect(preview).toContainText('ag. 0024-8, c/c 51.782-8');
          await expect(preview.getByText('Conta ou titular alterado hoje')).toHaveCount(1);
          await preview.getByLabel('Prazo até').fill('02/11/2026');
          await expect(preview).toContainText('001 Banco do Brasil S.A. (1)');
          await preview.getByLabel('Prazo até').fill('03/11/2026');
          await expect(preview).toContainText('001 Banco do Brasil S.A. (2)');
          await preview.getByLabel('Prazo até').press('Tab'); // Its calendar closes.
          await preview.getByRole('switch', { name: 'Um pagamento por proprietário' }).check();
          await expectAccessible(page);
          await preview.getByRole('button', { name: /^Gerar/ }).click();
          await page.getByRole('button', { name: 'Já confirmei, gerar' }).click();
          await expect(notice(page, 'Pagamento de R$ 2.700,00 montado')).toBeVisible();
        });

        const payment = page.getByRole('dialog', { name: /^Pagamento \d+/ });
        await expect(payment).toContainText('Um pagamento por proprietário');
        await test.step('its list is saved', async () => {
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            payment.getByRole('button', { name: 'Planilha por banco' }).click(),
          ]);
          expect(file.suggestedFilename()).toMatch(/^pagamentos-[\d-]+-2700\.00\.xlsx$/);
          const lines = await linesOf(file);
          expect(lines).toHaveLength(5);
          expect([lines.at(-1)?.[0], lines.at(-1)?.[8]]).toEqual(['Total', '2700']);
        });

        await test.step('the bank paid one of them', async () => {
          const [one, other] = both;
          await payment.getByRole('checkbox', { name: `Escolher repasse ${other?.id}, ${other?.owner}` }).uncheck();
          await payment.getByRole('button', { name: 'Concluir 1 repasse' }).click();
          await page
            .getByRole('dialog', { name: 'Concluir 1 repasse' })
            .getByRole('button', { name: 'Concluir 1 repasse' })
            .click();
          await expect(notice(page, '1 repasse efetuado.')).toBeVisible();
          await expect(payment).toContainText('1 de 2 efetuados');
          expect((await call<{ status: string }>('GET', `/transfer/${one?.id}`)).status).toBe('DONE');
          await press(page, 'Liberar pendentes');
          await page
            .getByRole('dialog', { name: 'Liberar pendentes' })
            .getByRole('button', { name: 'Liberar pendentes' })
            .click();
          await expect(payment.getByText('Retirado', { exact: true })).toBeVisible();
          expect((await call<{ payment_id: number | null }>('GET', `/transfer/${other?.id}`)).payment_id).toBeNull();
        });

        await test.step('and it stays in the list of payments', async () => {
          const title = await payment.getByRole('heading').first().innerText();
          const number = title.match(/\d+/)?.[0];
          await payment.getByRole('button', { name: 'Fechar' }).first().click();
          await expect(page.getByRole('button', { name: `Abrir pagamento ${number}`, exact: true })).toBeVisible();
          await expectAccessible(page);
        });
      },
    );
  });
}
