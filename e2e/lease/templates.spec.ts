import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { lease } from '../contracts.ts';
import { expect, follow, notice, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { goByMenu } from '../menu.ts';
import { tag } from '../properties.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

type Template = { id: number; name: string; body: string };

const editorIn = (page: Page) => page.getByRole('textbox', { name: 'Texto do modelo' });
const check = (page: Page) => page.getByRole('region', { name: 'Conferência do texto' });

/** Moves the cursor to the end of the text; the editor is notified in the next frame. */
async function goToEnd(page: Page) {
  await page.keyboard.press('ControlOrMeta+End');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Pastes HTML as a browser does with content copied elsewhere. */
const paste = (editor: Locator, html: string) =>
  editor.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test.beforeEach(async ({ page, startSession }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await startSession();
    });

    /** Inserts an entry of the list beside the text; on a phone the list is in a drawer. */
    async function insert(page: Page, label: string, search?: string) {
      if (screen === 'phone') await page.getByRole('button', { name: 'Variável' }).click();
      const list = page.getByRole('region', { name: 'Variáveis e blocos' });
      if (search) await list.getByRole('searchbox', { name: 'Buscar variável' }).fill(search);
      await list
        .getByRole('button', { name: label, exact: true })
        .or(list.getByRole('button', { name: `${label} ` }))
        .first()
        .click();
      await expect(editorIn(page)).toBeFocused();
    }

    test('a template is written, checked, saved, changed and deleted', LONG, async ({ page, call }) => {
      test.setTimeout(120_000);
      const name = `Locação ${tag()}`;
      const editor = editorIn(page);

      await page.goto('/app/settings/contracts');
      await page.getByRole('link', { name: 'Novo modelo' }).click();
      await expect(editor).toBeVisible();

      await test.step('refused without a name and a text', async () => {
        await page.getByRole('button', { name: 'Cadastrar modelo' }).click();
        await expect(page.getByText('Informe o nome do contrato!')).toBeVisible();
        await expect(page.getByText('Escreva o texto do modelo', { exact: true })).toBeVisible();
      });

      await test.step('a variable from the list, another by two braces', async () => {
        await page.getByLabel('Nome').fill(name);
        await editor.click();
        await page.keyboard.type('Locatário: ');
        await insert(page, 'Nome do inquilino', 'nome inquilino');
        await page.keyboard.type(', aluguel de {{aluguel por ext');
        await expect(page.getByRole('option', { name: /^Aluguel por extenso/ })).toBeVisible();
        await page.keyboard.press('Enter');
        await page.keyboard.type('.');
        await expect(editor).toContainText('Locatário: Nome do inquilino, aluguel de Aluguel por extenso.');
      });

      await test.step('an unclosed block is reported, with a link to its position', async () => {
        await page.keyboard.press('Enter');
        await page.keyboard.type('{{#conjuge}}');
        await page.keyboard.type('Casado(a) com {{conjuge.nome}}.');
        await page.keyboard.press('Enter');
        await expect(check(page).getByRole('status')).toHaveText('1 problema no texto');
        const problem = check(page).getByRole('button', {
          name: 'O bloco {{#conjuge}} não foi fechado: falta {{/conjuge}}',
        });
        await expectAccessible(page);
        await problem.click();
        await expect(editor).toBeFocused();
        await expect(editor.getByText('Se o inquilino tem cônjuge')).toBeInViewport();

        await goToEnd(page);
        await page.keyboard.type('{{/');
        await page.getByRole('option', { name: /^Fim: se o inquilino tem cônjuge/ }).click();
        await expect(check(page).getByRole('status')).toHaveText('Nenhum problema no texto');
      });

      await test.step('an unknown name', async () => {
        await page.keyboard.type('{{inquilino.nme}}');
        await expect(
          check(page).getByRole('button', { name: 'A variável {{inquilino.nme}} não existe' }),
        ).toBeVisible();
        await page.keyboard.press('Backspace');
        await expect(check(page).getByRole('status')).toHaveText('Nenhum problema no texto');
      });

      await test.step('the example, with a spouse and without', async () => {
        await page.getByText('Exemplo', { exact: true }).click();
        const example = page.getByRole('region', { name: 'Exemplo' });
        await expect(example).toContainText('Locatário: Ana Prado, aluguel de dois mil trezentos e cinquenta reais.');
        await expect(example).toContainText('Casado(a) com Paulo Prado.');
        await example.getByRole('switch', { name: 'Com cônjuges, fiadores, desconto e caução' }).click();
        await expect(example).not.toContainText('Casado(a)');
        await page.getByText('Texto', { exact: true }).click();
      });

      const id = await test.step('saved as the server reads it', async () => {
        await page.getByRole('button', { name: 'Cadastrar modelo' }).click();
        await expect(notice(page, 'Modelo cadastrado!')).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
        const [kept] = (await call<Template[]>('GET', '/contract/templates')).filter((one) => one.name === name);
        expect(kept?.body).toContain(
          'Locatário: <span data-variable="inquilino.nome">Nome do inquilino</span>, aluguel',
        );
        expect(kept?.body).toContain(
          '<p><span data-variable="#conjuge">Se o inquilino tem cônjuge</span></p><p>Casado(a)',
        );
        return kept?.id;
      });

      await test.step('changed while another user renames it', async () => {
        await editor.click();
        await goToEnd(page);
        await page.keyboard.type('Juiz de Fora.');
        await call('PATCH', `/contract/template/${id}`, { name: `${name} 2026` });
        await page.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(page.getByText(/Mariana Dias salvou este modelo/)).toBeVisible();
        await page.getByRole('button', { name: 'Comparar' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} 2026`);
        await page.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(notice(page, 'Dados atualizados!')).toBeVisible();
        const kept = await call<Template>('GET', `/contract/template/${id}`);
        expect(kept.name).toBe(`${name} 2026`);
        expect(kept.body).toContain('Juiz de Fora.');
        await expect(page.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();
      });

      await test.step('leaving asks for confirmation with unsaved changes', async () => {
        await page.getByLabel('Nome').fill('Outro nome');
        await page.getByRole('link', { name: 'Modelos de contrato' }).last().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
        await page.getByRole('button', { name: 'Descartar' }).click();
        await expect(page.getByLabel('Nome')).toHaveValue(`${name} 2026`);
      });

      await test.step('deleted from the list', async () => {
        await follow(page, '/settings/contracts');
        await expectAccessible(page);
        await page.getByRole('button', { name: `Deletar ${name} 2026` }).click();
        const question = page.getByRole('dialog', { name: 'Deletar modelo' });
        await expect(question).toContainText('Os que já foram gerados ficam como estão.');
        await question.getByRole('button', { name: 'Deletar modelo' }).click();
        await expect(notice(page, 'Modelo deletado')).toBeVisible();
        await expect(page.getByText(`${name} 2026`)).toHaveCount(0);
      });
    });

    test('a block wraps the selection, and is removed as a whole', LONG, async ({ page }) => {
      const editor = editorIn(page);
      await page.goto('/app/settings/contracts/create');
      await editor.click();
      await page.keyboard.type('Aluguel com desconto');
      for (let letter = 0; letter < ' com desconto'.length; letter += 1) await page.keyboard.press('Shift+ArrowLeft');
      // On a busy machine the selection lags behind the keys.
      await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(' com desconto');
      await insert(page, 'Se houver desconto', 'se houver desconto');
      await expect(editor).toHaveText('AluguelSe houver desconto com descontofim');
      await expect(check(page).getByRole('status')).toHaveText('Nenhum problema no texto');

      // One press selects the mark, the second takes both ends away and leaves the words.
      await goToEnd(page);
      await page.keyboard.press('Backspace');
      await expect(editor).toHaveText('AluguelSe houver desconto com descontofim');
      await page.keyboard.press('Backspace');
      await expect(editor).toHaveText('Aluguel com desconto');
    });

    test('text pasted from a word processor keeps supported formats', LONG, async ({ page }) => {
      const editor = editorIn(page);
      await page.goto('/app/settings/contracts/create');
      await editor.click();
      await paste(
        editor,
        `<html xmlns:o="urn:x"><head><style>p.MsoNormal { color: red }</style></head><body><!--StartFragment-->
        <h1 style="text-align:center"><b>CONTRATO</b></h1>
        <p class="MsoNormal" style="mso-margin-top-alt:auto"><o:p>&nbsp;</o:p><b>Cláusula</b> <a href="https://mau.example">1ª</a> {{inquilino.nome}}</p>
        <p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">a)<span>&nbsp;&nbsp;&nbsp;&nbsp;</span></span>item</p>
        <table><tr><td><p>célula</p></td></tr></table><img src="https://mau.example/x.png"><script>alert(1)</script>
        <!--EndFragment--></body></html>`,
      );
      await expect(editor.getByRole('heading', { name: 'CONTRATO' })).toBeVisible();
      await expect(editor.locator('[data-variable="inquilino.nome"]')).toHaveText('Nome do inquilino');
      await expect(editor.locator('strong')).toHaveText('Cláusula');
      await expect(editor).toContainText('a) item');
      await expect(editor).toContainText('célula');
      await expect(
        editor.locator('a, table, style, script, [class^="Mso"], img:not(.ProseMirror-separator)'),
      ).toHaveCount(0);
      await expect(editor).not.toContainText('color: red');
    });

    test(
      'the example template is complete, and a contract is generated from it',
      LONG,
      async ({ page, call, context }) => {
        test.setTimeout(120_000);
        const name = `Residencial ${tag()}`;
        await page.goto('/app/settings/contracts/create?from=example');
        await expect(check(page).getByRole('status')).toHaveText('Nenhum problema no texto');
        await page.getByText('Exemplo', { exact: true }).click();
        const example = page.getByRole('region', { name: 'Exemplo' });
        await expect(example).toContainText('FIADOR(A): Carlos Prado');
        await expect(example.locator('mark')).toHaveCount(0);
        await page.getByLabel('Nome').fill(name);
        await page.getByRole('button', { name: 'Cadastrar modelo' }).click();
        await expect(notice(page, 'Modelo cadastrado!')).toBeVisible();

        const { id: contract } = await lease(call);
        await follow(page, `/contracts/info/${contract}?tab=documentos`);
        await page.getByRole('tabpanel').getByRole('button', { name: 'Gerar contrato' }).click();
        const dialog = page.getByRole('dialog', { name: 'Gerar contrato' });
        await dialog.getByRole('combobox', { name: 'Modelo' }).click();
        await page.getByRole('option', { name, exact: true }).click();
        const missing = dialog.getByRole('region', { name: 'O que falta' });
        await expect(missing.getByRole('listitem').filter({ hasText: 'Endereço do inquilino' })).toBeVisible();
        await expect(dialog.getByRole('region', { name: 'Como o contrato ficará' })).toContainText(
          'Cláusula 4ª. Do aluguel',
        );
        await expectAccessible(page);

        const opened = context.waitForEvent('response', (response) => response.url().includes('/api/files/'));
        await dialog.getByRole('button', { name: 'Gerar com pendências' }).click();
        await expect(notice(page, 'Contrato gerado: ele está entre os documentos.')).toBeVisible();
        const file = await opened;
        expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
        await expect(page.getByText(`${name}, contrato ${contract}.pdf`)).toBeVisible();
      },
    );
  });
}

test('read-only users see the text and no controls that change it', LONG, async ({ page, signIn, staffWith, call }) => {
  const name = `Leitura ${tag()}`;
  const { id } = await call<Template>('POST', '/contract/template', {
    name,
    body: '<p>Locatário: {{inquilino.nome}}{{#conjuge}} e {{conjuge.nome}}{{/conjuge}}</p>',
  });
  await signIn(await staffWith('PROPOSAL_VIEW'));
  await goByMenu(page, 'Modelos de contrato');
  await expect(page.getByRole('link', { name: 'Novo modelo' })).toBeHidden();
  await expect(page.getByRole('button', { name: `Deletar ${name}` })).toBeHidden();
  await page.getByRole('link', { name: `Abrir ${name}` }).click();
  await expect(page.getByRole('region', { name: 'Texto do modelo' })).toContainText('Locatário: Nome do inquilino');
  await expect(editorIn(page)).toBeHidden();
  await expectAccessible(page);
  await page.getByText('Exemplo', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Exemplo' })).toContainText('Locatário: Ana Prado e Paulo Prado');
  await page.goto('/app/settings/contracts/create');
  await expect(page).toHaveURL('/app/');
  await page.goto(`/app/settings/contracts/${id + 1_000_000}`);
  await expect(page.getByText('Não encontramos este modelo de contrato')).toBeVisible();
});
