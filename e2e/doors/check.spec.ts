import { test } from '../demo.ts';
import { faultsOf } from '../everybody.ts';
import { expect } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { PHONE } from '../looks.ts';
import { signedPaper } from '../signatures.ts';

const SHOTS = process.env.SIGNING_SHOTS;

const asPdf = (buffer: Buffer) => ({ name: 'documento.pdf', mimeType: 'application/pdf', buffer });

test.describe.configure({ timeout: 240_000 });

test('a stranger compares a file that never leaves the browser', LONG, async ({ page, demo }) => {
  const { path, code, file } = await signedPaper(demo);
  await page.setViewportSize(PHONE);
  await page.goto('/conferir');
  await page.getByLabel('Código ou SHA-256').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { name: 'Contrato de locação' })).toBeVisible();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/check-390.png`, fullPage: true });

  // Nothing is asked of the server while the file is compared.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const chooser = page.getByLabel('Arquivo em PDF');
  const said = page.getByRole('status');
  await chooser.setInputFiles(asPdf(file));
  await expect(said).toHaveText(/^Confere/);
  const changed = Buffer.from(file);
  changed[4] = (changed[4] ?? 0) ^ 1;
  await chooser.setInputFiles(asPdf(changed));
  await expect(said).toHaveText(/^Não confere/);
  expect(asked).toEqual([]);

  await test.step('by the file alone', async () => {
    await page.goto('/conferir');
    await page.getByLabel('Arquivo em PDF').setInputFiles(asPdf(file));
    await expect(page).toHaveURL(new RegExp(`${path}\\?sha256=`));
    await expect(page.getByRole('status').first()).toHaveText(/^Confere/);
    await page.goto('/conferir');
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/check-search-390.png`, fullPage: true });
    await page.getByLabel('Arquivo em PDF').setInputFiles(asPdf(changed));
    await expect(page.getByText('Nenhum documento assinado aqui é este arquivo.')).toBeVisible();
  });
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(path);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/check-wide.png`, fullPage: true });
  expect(await faultsOf(page)).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says how to compare by hand', LONG, async ({ page, demo }) => {
    const { path } = await signedPaper(demo);
    await page.goto(path);
    await expect(page.getByLabel('Arquivo em PDF')).toBeHidden();
    await expect(page.getByText('certutil -hashfile documento.pdf SHA256')).toBeVisible();
    await page.getByLabel('SHA-256 do seu arquivo').fill('0'.repeat(64));
    await page.getByRole('button', { name: 'Comparar' }).click();
    await expect(page.getByRole('status')).toHaveText(/^Não confere/);
  });
});
