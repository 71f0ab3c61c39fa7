import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { selfMadeCertificate } from '../../apps/api/test/signing/certificate.ts';
import { browserLaunch } from '../browser.ts';
import { expect, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { openAgency } from '../own-agency.ts';
import { ADMIN } from '../people.ts';
import { property } from '../properties.ts';

/** What Google's tag does with its queue, in short: a page view for each id, and events as they come. */
const GTAG = `
const tags = [];
const send = (name) => tags.forEach((tag) =>
  navigator.sendBeacon('https://region1.google-analytics.com/g/collect?v=2&tid=' + tag + '&en=' + name));
function hear([command, ...given]) {
  if (command === 'config') { tags.push(given[0]); send('page_view'); }
  if (command === 'event') send(given[0]);
}
const { dataLayer } = window;
[...dataLayer].forEach(hear);
dataLayer.push = (one) => hear(one);
const script = document.createElement('script');
script.src = 'https://stranger.example/more.js';
document.head.append(script);
`;
/** What Meta's pixel does with its queue: a picture for each event. */
const PIXEL = `
let id;
const { fbq } = window;
fbq.callMethod = (command, given) => {
  if (command === 'init') id = given;
  if (command === 'track') new Image().src = 'https://www.facebook.com/tr/?id=' + id + '&ev=' + given;
};
fbq.queue.splice(0).forEach((words) => fbq.callMethod(...words));
`;

/** Stands in for every host that measures, and for one that nobody let in; notes what each is asked. */
async function openStandIn() {
  const heard: string[] = [];
  const day = 24 * 60 * 60_000;
  const server = createServer(
    selfMadeCertificate({ from: new Date(Date.now() - day), until: new Date(Date.now() + day) }),
    ({ url = '', headers }, answer) => {
      const { host, pathname, searchParams } = new URL(url, `https://${headers.host}`);
      const id = searchParams.get('tid') ?? searchParams.get('id');
      heard.push([host + pathname, id, searchParams.get('en') ?? searchParams.get('ev')].filter(Boolean).join(' '));
      const script = pathname === '/gtag/js' ? GTAG : pathname.endsWith('/fbevents.js') ? PIXEL : undefined;
      answer.writeHead(script ? 200 : 204, { 'content-type': 'text/javascript' }).end(script);
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hosts = ['*.googletagmanager.com', '*.google-analytics.com', '*.facebook.net', '*.facebook.com', '*.example'];
  return {
    heard,
    rules: hosts.map((host) => `MAP ${host} 127.0.0.1:${port}`).join(','),
    close: () => server.close().closeAllConnections(),
  };
}

test('visitors are measured after their yes alone, by the hosts of the ids and no others', LONG, async () => {
  test.setTimeout(120_000);
  const standIn = await openStandIn();
  const { url, runtime, close } = await openAgency();
  const { args = [], ...launch } = await browserLaunch();
  const browser = await chromium.launch({ ...launch, args: [...args, `--host-resolver-rules=${standIn.rules}`] });
  try {
    const { db } = runtime.deps;
    await db.updateTable('agency').set({ analytics_id: 'G-MORADA1234', meta_pixel: '123456789012345' }).execute();
    const signedIn = await fetch(`${url}/api/user/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    const { token } = await signedIn.json();
    const id = await property(async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
      return answer.json();
    });
    await db.updateTable('property').set({ status: 'AVAILABLE', advertised: true }).where('id', '=', id).execute();

    const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const banner = page.getByRole('region', { name: 'Medição de visitas' });
    const ask = () => page.getByRole('button', { name: 'Medição de visitas' }).click();
    const policy = String((await page.goto('/'))?.headers()['content-security-policy']);
    const [, scripts] = /script-src ([^;]*)/.exec(policy) ?? [];
    expect(scripts).toBe("'self' https://www.googletagmanager.com https://connect.facebook.net");
    await expect(banner).toContainText(
      'com o Google e a Meta, e guardar com o que você nos enviar os últimos imóveis que viu?',
    );
    await banner.getByRole('button', { name: 'Recusar' }).click();
    await page.goto('/imoveis?para=alugar');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toBeHidden();
    expect(standIn.heard).toEqual([]);

    await ask();
    await banner.getByRole('button', { name: 'Aceitar' }).click();
    const seen = [
      'connect.facebook.net/en_US/fbevents.js',
      'region1.google-analytics.com/g/collect G-MORADA1234 page_view',
      'www.facebook.com/tr/ 123456789012345 PageView',
      'www.googletagmanager.com/gtag/js G-MORADA1234',
    ];
    await expect.poll(() => standIn.heard.toSorted()).toEqual(seen);

    // The message keeps the campaign of the address that led to it, though it isn't the listing's own.
    await page.goto(`/imovel/alugar/${id}?utm_source=google&utm_medium=cpc&utm_campaign=verao`);
    const form = page.locator('#mensagem');
    const leads = () => standIn.heard.filter((asked) => /generate_lead|Lead$/.test(asked)).toSorted();
    // Neither another day nor a refused form is a lead.
    await page.locator('#visita').getByRole('button', { name: 'Mais dias' }).click();
    await expect(page).toHaveURL(/revisar=visita/);
    await form.getByRole('button', { name: 'Enviar mensagem' }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await form.getByLabel('Nome').fill('Otávio Reis');
    await form.getByLabel('E-mail').fill('otavio@exemplo.com.br');
    await form.getByLabel('Mensagem').fill('Aceita cachorro?');
    // Refused again, it leads to the page that it is on.
    await form.getByRole('button', { name: 'Enviar mensagem' }).click();
    await expect(form.getByText('Marque que concorda')).toBeVisible();
    await form.getByLabel('Concordo').check();
    await form.getByRole('button', { name: 'Enviar mensagem' }).dblclick();
    await expect(form.getByRole('status')).toContainText('Mensagem enviada');
    const lead = ['region1.google-analytics.com/g/collect G-MORADA1234 generate_lead'];
    const pixel = ['www.facebook.com/tr/ 123456789012345 Lead'];
    await expect.poll(leads).toEqual([...lead, ...pixel]);

    // A click of an ad alone is kept too. A visit is a lead, whose own page nobody measures.
    await page.goto(`/imovel/alugar/${id}?gclid=AbC-1`);
    const visit = page.locator('#visita');
    await visit.getByRole('radio').first().check({ force: true });
    await visit.getByLabel('Nome').fill('Otávio Reis');
    await visit.getByLabel('Telefone com DDD').fill('(32) 98841-2076');
    await visit.getByLabel('Concordo').check();
    await visit.getByRole('button', { name: 'Pedir visita' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sua visita' })).toBeVisible();
    await expect(page.locator('script[data-analytics]')).toHaveCount(0);
    await expect.poll(leads).toEqual([...lead, ...lead, ...pixel, ...pixel]);
    const [message, asked] = await Promise.all([
      db.selectFrom('contact_message').select('campaign').execute(),
      db.selectFrom('schedule').select('campaign').execute(),
    ]);
    expect([message, asked]).toEqual([
      [{ campaign: 'google / cpc / verao' }],
      [{ campaign: 'Google Ads / gclid AbC-1' }],
    ]);

    // With the yes the listing that was looked at goes with each form.
    expect(await db.selectFrom('lead_seen').select('property_id').execute()).toEqual([
      { property_id: id },
      { property_id: id },
    ]);

    // Pages whose address may hold a secret are measured by nobody.
    for (const path of ['/cliente/entrar', '/senha']) {
      expect((await page.goto(path))?.headers()['content-security-policy']).not.toContain('google');
      await expect(page.locator('script[data-analytics]')).toHaveCount(0);
    }

    // A no in another tab ends it in the first, with the cookies that it set. The stranger that the tag asked for was never let in.
    await page.goto('/');
    const other = await context.newPage();
    await other.goto('/');
    const set = ['_ga', '_ga_MORADA1234', '_fbp', 'outro'].map((name) => ({ name, value: '1', url }));
    await context.addCookies(set);
    const loads = [page, other].map((tab) => tab.waitForEvent('load'));
    await other.getByRole('button', { name: 'Medição de visitas' }).click();
    await other.getByRole('region', { name: 'Medição de visitas' }).getByRole('button', { name: 'Recusar' }).click();
    await Promise.all(loads);
    expect(await page.evaluate(() => [document.cookie, 'gtag' in window, 'fbq' in window])).toEqual([
      ...['outro=1', false, false],
    ]);
    const { length } = standIn.heard;
    await page.goto('/imoveis?para=alugar');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(standIn.heard.slice(length)).toEqual([]);
    expect(standIn.heard.filter((asked) => asked.includes('stranger'))).toEqual([]);
  } finally {
    await browser.close();
    await close();
    standIn.close();
  }
});
