import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Browser } from '@playwright/test';
import { type Call, openContext, settled, signedIn, type Theme, type Width } from './camera.ts';
import { type Screen, screens } from './screens.ts';

type Wanted = { folder: string; only?: string | undefined; widths: readonly Width[]; themes: readonly Theme[] };
type Shot = { file: string; width: Width; theme: Theme };

const THEMES: Record<Theme, string> = { light: 'claro', dark: 'escuro' };

/** Every screen in every look, and a page to leaf through them. */
export async function takeGallery(browser: Browser, origin: string, call: Call, wanted: Wanted) {
  const { folder, only = '', widths, themes } = wanted;
  await mkdir(folder, { recursive: true });
  const all = (await screens(call)).filter(({ path }) => path.includes(only));
  if (all.length === 0) throw new Error(`nenhuma página com “${only}” no endereço`);
  const titles = new Map<string, string>();
  const shots = new Map<string, Shot[]>(all.map(({ path }) => [path, []]));
  for (const theme of themes) {
    for (const width of widths) {
      const context = await openContext(browser, origin, width, theme);
      const page = await signedIn(context);
      for (const screen of all) {
        await page.goto(STAFF_PATH + screen.address);
        await settled(page);
        titles.set(screen.path, (await page.getByRole('heading', { level: 1 }).first().innerText()).trim());
        const file = `${fileName(screen)}-${width}-${theme}.png`;
        await page.screenshot({ path: join(folder, file) });
        shots.get(screen.path)?.push({ file, width, theme });
      }
      console.log(`${width} px, tema ${THEMES[theme]}: ${all.length} páginas`);
      await context.close();
    }
  }
  await writeFile(join(folder, 'index.html'), indexOf(all, titles, shots));
}

const fileName = ({ path }: Screen) => path.slice(1).replaceAll('/', '-').replace('$', '') || 'inicio';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('>', '&gt;');

function indexOf(all: Screen[], titles: Map<string, string>, shots: Map<string, Shot[]>): string {
  const sections = all.map(({ path }) => {
    const title = escaped(titles.get(path) ?? path);
    const figures = (shots.get(path) ?? []).map(({ file, width, theme }) => {
      const words = `${width} px, tema ${THEMES[theme]}`;
      const picture = `<img src="${file}" alt="${title}, ${words}" width="${width}" loading="lazy">`;
      return `<figure class="w${width}"><a href="${file}">${picture}</a><figcaption>${words}</figcaption></figure>`;
    });
    return `<section><h2>${title} <small>${escaped(path)}</small></h2><div>${figures.join('\n')}</div></section>`;
  });
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Morada: todas as telas</title>
<style>
body { margin: 24px; font: 15px/1.5 system-ui, sans-serif; }
h2 { margin: 32px 0 8px; font-size: 18px; }
small { color: GrayText; font-weight: 400; }
section div { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
figure { margin: 0; width: 460px; }
figure.w390 { width: 142px; }
img { width: 100%; height: auto; outline: 1px solid ButtonBorder; }
figcaption { font-size: 13px; color: GrayText; }
</style>
<h1>Todas as telas</h1>
<p>${all.length} telas da imobiliária de demonstração. Uma imagem abre inteira quando se clica nela.</p>
${sections.join('\n')}
</html>
`;
}
