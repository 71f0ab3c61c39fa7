import { randomInt } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { jpeg } from '../../apps/api/test/pictures.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, notice, pressInHead, settled, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { ADMIN } from '../people.ts';
import { photograph } from '../properties.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

const titleIn = (page: Page) => page.getByRole('textbox', { name: 'Título' });
const editorIn = (page: Page) => page.getByRole('textbox', { name: 'Texto da notícia' });

/** Clipboard data as a browser provides it. */
const paste = (editor: Locator, html: string) =>
  editor.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

/** Moves the cursor to the end; the editor is notified in the next frame. */
async function goToEnd(page: Page) {
  await page.keyboard.press('ControlOrMeta+End');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** A concurrent change by another user. */
async function rename(request: APIRequestContext, id: string, title: string) {
  const session = await request.post(`${process.env.E2E_URL}/api/user/admin/session`, { data: ADMIN });
  const { token } = await session.json();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request.patch(`${process.env.E2E_URL}/api/feed/${id}`, { headers, multipart: { title } });
  expect(answer.status()).toBe(200);
}

/** Executed code sets a flag; blocked code causes console errors. */
async function ranSomething(page: Page) {
  return page.evaluate(() => 'ran' in window);
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test(
      'a post is published with its picture, read on the site, changed and deleted',
      LONG,
      async ({ page, startSession, request }) => {
        test.setTimeout(120_000);
        const title = `Vistoria de entrada ${randomInt(1e9)}`;
        const editor = editorIn(page);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await startSession();

        await test.step('refused without title, picture and text', async () => {
          await page.goto('/app/blog');
          await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
          if (screen === 'phone') await page.getByRole('button', { name: 'Nova notícia' }).click();
          await expect(editor).toBeVisible();
          await settled(page);
          await page.getByRole('button', { name: 'Publicar' }).click();
          await expect(page.getByText('Informe o título da notícia!')).toBeVisible();
          await expect(page.getByText('Insira uma imagem!')).toBeVisible();
          await expect(page.getByText('Escreva o texto da notícia', { exact: true })).toBeVisible();
          await expect(titleIn(page)).toBeFocused();
          await expectAccessible(page);
        });

        await test.step('a file other than an image is refused at its field', async () => {
          await page
            .getByLabel('Escolher imagem')
            .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('nenhuma figura') });
          await expect(page.getByText('Arquivo não suportado')).toBeVisible();
        });

        await test.step('pasted scripts neither run nor remain', async () => {
          await titleIn(page).fill(title);
          await page.getByLabel('Escolher imagem').setInputFiles(await photograph('capa.jpg', '#3a7ca5'));
          await expect(page.getByRole('img', { name: 'Imagem de capa escolhida' })).toBeVisible();
          await expect(page.getByText('Arquivo não suportado')).toBeHidden();
          await editor.click();
          await paste(
            editor,
            `<h2>O que conferir</h2><p onclick="window.ran=1">Abra as <b>torneiras</b>.</p>
          <script>window.ran = 1</script><img src="x" onerror="window.ran=1"><a href="javascript:window.ran=1">aqui</a>`,
          );
          await expect(editor.getByRole('heading', { name: 'O que conferir' })).toBeVisible();
          await expect(editor.locator('script, a, [onclick], img:not(.ProseMirror-separator)')).toHaveCount(0);
          await expectAccessible(page);
        });

        await test.step('published: the form is reset and the post is in the list', async () => {
          await page.getByRole('button', { name: 'Publicar' }).click();
          await expect(notice(page, 'Notícia publicada!')).toBeVisible();
          await expect(titleIn(page)).toHaveValue('');
          await expect(editor).toHaveText('');
          await expect(page.getByText('Escolher imagem')).toBeVisible();
          await expect(page.getByRole('link', { name: `Editar ${title}` })).toBeVisible();
          expect(await ranSomething(page)).toBe(false);
        });

        await page.getByRole('link', { name: `Editar ${title}` }).click();
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

        await test.step('the site shows it with its picture', async () => {
          const site = await page.context().newPage();
          await site.goto('/blog');
          await expectAccessible(site);
          // Other stories' posts are in the list too, and their pictures may be deleted at any time.
          const complaints: string[] = [];
          await site.getByRole('link', { name: title }).click();
          await expect(site).toHaveURL(/\/blog\/\d+\/vistoria-de-entrada-\d+$/);
          site.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
          await site.reload();
          await expect(site.getByRole('heading', { level: 1, name: title })).toBeVisible();
          await expect(site.getByRole('heading', { level: 2, name: 'O que conferir' })).toBeVisible();
          const picture = site.getByRole('article').locator('img');
          await expect(picture).toHaveJSProperty('complete', true);
          expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
          await expectAccessible(site);
          expect(await site.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
          expect([await ranSomething(site), complaints]).toEqual([false, []]);
          await site.close();
        });

        await test.step('changed while another user renames it', async () => {
          await settled(page);
          await editor.click();
          await goToEnd(page);
          await page.keyboard.type(' Guarde o laudo.');
          await rename(request, id, `${title} e de saída`);
          await page.getByRole('button', { name: 'Salvar alterações' }).click();
          await expect(page.getByText(/Mariana Dias salvou esta notícia/)).toBeVisible();
          await page.getByRole('button', { name: 'Comparar' }).click();
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} e de saída`);
          await page.getByRole('button', { name: 'Salvar alterações' }).click();
          await expect(notice(page, 'Notícia atualizada!')).toBeVisible();
          await expect(page.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();
        });

        await test.step('leaving asks for confirmation with unsaved changes', async () => {
          await titleIn(page).fill('Outro título');
          await page.getByRole('navigation', { name: 'Caminho' }).getByRole('link', { name: 'Blog' }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
          await page.getByRole('button', { name: 'Descartar' }).click();
          await expect(titleIn(page)).toHaveValue(`${title} e de saída`);
        });

        await test.step('another picture replaces the first', async () => {
          const before = await page.getByRole('img', { name: 'Imagem de capa escolhida' }).getAttribute('src');
          await page.getByLabel('Trocar imagem').setInputFiles(await photograph('outra.jpg', '#934d2c'));
          await expect(page.getByRole('button', { name: 'Salvar alterações' })).toBeVisible();
          await expectAccessible(page);
          await page.getByRole('button', { name: 'Salvar alterações' }).click();
          await expect(page.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();
          const after = page.getByRole('img', { name: 'Imagem de capa escolhida' });
          await expect(after).toHaveAttribute('src', /^\/api\/image\/full\//);
          await expect(after).not.toHaveAttribute('src', before ?? '');
          const answer = await request.get(`${process.env.E2E_URL}/blog/${id}`);
          const html = await answer.text();
          expect(html).toContain('Guarde o laudo.');
          expect(html).toContain(await after.getAttribute('src'));
        });

        await test.step('deleted from the list and from the site', async () => {
          await pressInHead(page, 'Deletar');
          const question = page.getByRole('dialog', { name: 'Deletar notícia' });
          await expect(question).toContainText('Esta ação não poderá ser desfeita.');
          await question.getByRole('button', { name: 'Deletar notícia' }).click();
          await expect(notice(page, 'Notícia deletada')).toBeVisible();
          await expect(page).toHaveURL(/\/blog$/);
          await settled(page);
          await expect(page.getByText(title)).toHaveCount(0);
          const answer = await request.get(`${process.env.E2E_URL}/blog/${id}`);
          expect(answer.status()).toBe(404);
          await page.goto(`/app/blog/${id}`);
          await expect(page.getByText('Não encontramos esta notícia')).toBeVisible();
        });
      },
    );

    test(
      'read-only users see the posts and no controls that change them',
      LONG,
      async ({ page, signIn, staffWith, request }) => {
        const session = await request.post(`${process.env.E2E_URL}/api/user/admin/session`, { data: ADMIN });
        const { token } = await session.json();
        const title = `Reajuste ${randomInt(1e9)}`;
        const answer = await request.post(`${process.env.E2E_URL}/api/feed`, {
          headers: { authorization: `Bearer ${token}` },
          multipart: {
            title,
            body: '<p>Uma vez por ano.</p>',
            image: { name: 'capa.jpg', mimeType: 'image/jpeg', buffer: await jpeg() },
          },
        });
        expect(answer.status()).toBe(201);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await signIn(await staffWith('FEED_VIEW'));
        await page.goto('/app/blog');
        await expect(page.getByRole('link', { name: `Abrir ${title}` })).toBeVisible();
        await expect(page.getByRole('button', { name: /Publicar|Deletar/ })).toHaveCount(0);
        await page.getByRole('link', { name: `Abrir ${title}` }).click();
        await expect(page.getByRole('article', { name: title })).toContainText('Uma vez por ano.');
        await expect(page.getByRole('textbox')).toHaveCount(0);
        await expectAccessible(page);
      },
    );
  });
}
