import { type Colour, contrast } from '@morada/domain/brand/accent';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { testPayloads } from '#test/attacks/each-payload.ts';
import { foreignMarkup } from '#test/attacks/markup.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form, picture } from '#test/pictures.ts';

const { app, as, ctx, db, property, invoice, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);

const staff = as('*');
const BLANK = {
  ...{ name: 'Imobiliária Serra', cnpj: '', creci: '', phone: '', email: '', whatsapp: '', accent: '', headline: '' },
  ...{ cep: '', street: '', number: '', complement: '', neighborhood: '', city: '', state: '', about: '', privacy: '' },
  ...{
    hours_weekdays: '',
    hours_saturday: '',
    hours_sunday: '',
    hours_dates: '',
    names_product: false,
    shows_name: true,
  },
  ...{ instagram: '', facebook: '', youtube: '', linkedin: '' },
};
const FULL = {
  ...{ cnpj: '12.ABC.345/01DE-35', creci: 'MG-PJ 4187', phone: '(32) 3232-1400', email: 'contato@serra.example' },
  ...{ whatsapp: '(32) 98841-2076', cep: '36013-020', street: 'Rua Halfeld', number: '100', neighborhood: 'Centro' },
  ...{ city: 'Juiz de Fora', state: 'MG', headline: 'A sua casa na serra', about: 'Desde 1987.\n\nEm família.' },
  ...{ hours_weekdays: '8:30-12:00, 13:30-18:00', hours_saturday: '9 às 13', instagram: '@serra', linkedin: 'serra' },
  hours_dates: '31/12/2026 fechado\n24/12/2026: 8 às 12\n20/11/2026: fechado',
};
const set = async (changes: object) => {
  const answer = await staff.patch('/agency', changes);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json();
};
const send = async (kind: string, bytes: Buffer) => {
  const answer = await staff.put(kind === 'logo' ? '/agency/logo' : `/agency/picture/${kind}`, form(bytes));
  expect(answer.statusCode).toBe(201);
  return answer.json();
};
const png = (width: number, height: number) => picture(width, height).png().toBuffer();
const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
const bodyOf = async (url: string) => (await get(url)).body;
const agencyIn = (body: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}');
const pictures = { logo: null, logo_dark: null, icon: null, cover: null, cover_width: null, cover_height: null };

beforeEach(async () => {
  await set(BLANK);
  await db.updateTable('agency').set(pictures).execute();
});

/** Every public page, with an open and a closed invoice and the client area. */
async function publicPages() {
  const listing = await property({ street: 'Rua São Mateus' });
  const made = await invoice({ reference: '2026-12' });
  const { url } = (await as('FINANCIAL_INVOICE_VIEW').get(`/invoice/${made.id}/link`)).json();
  const link = url.replace(/^https?:\/\/[^/]+/, '');
  return [
    ...['/', '/imoveis?para=alugar', '/blog', '/anuncie', '/privacidade', '/nada'],
    ...[`/imovel/alugar/${listing.id}/rua-sao-mateus-juiz-de-fora`, '/imovel/alugar/9999999'],
    ...['/cliente/entrar', '/cliente/acesso', `/cliente/acesso/${'x'.repeat(43)}`, link, `${link}x`],
    ...[`/m/1/${'x'.repeat(43)}`, `/api/paper/${'x'.repeat(22)}`, '/senha', '/senha?enviado=sim'],
    ...['/manifest.webmanifest', '/sitemap.xml', '/robots.txt'],
  ];
}

describe('every public page', () => {
  test('names the agency and not the product, unless the agency wants the line at the end', LONG, async () => {
    const pages = await publicPages();
    for (const path of pages) {
      const body = await bodyOf(path);
      expect(body.match(/morada/gi) ?? [], path).toEqual([]);
      if (!/\.(?:xml|txt|webmanifest)/.test(path)) {
        expect(body, path).toContain('Imobiliária Serra');
        expect(body, path).toContain('href="/privacidade"');
      }
    }
    await set({ names_product: true });
    for (const path of pages.filter((one) => !/\.(?:xml|txt|webmanifest)/.test(one))) {
      const found = (await bodyOf(path)).match(/.{20}morada/gis) ?? [];
      expect(found, path).toEqual([expect.stringContaining('Feito com o sistema Morada')]);
    }
  });

  test('ends with who the agency is and how to reach it', LONG, async () => {
    await set(FULL);
    for (const path of ['/', '/blog', '/cliente/entrar', '/privacidade']) {
      const foot = (await bodyOf(path)).split('<footer')[1] ?? '';
      for (const text of [
        'Imobiliária Serra',
        'CNPJ 12.ABC.345/01DE-35 · CRECI MG-PJ 4187',
        'Rua Halfeld, 100, Centro, Juiz de Fora/MG, CEP 36013-020',
        '<a href="tel:+553232321400">(32) 3232-1400</a>',
        path.startsWith('/cliente')
          ? '<a href="https://wa.me/5532988412076" rel="noopener">WhatsApp (32) 98841-2076</a>'
          : '<a href="/whatsapp" rel="nofollow">WhatsApp (32) 98841-2076</a>',
        '<a href="mailto:contato@serra.example">',
        '<dt>Segunda a sexta</dt><dd>8h30 às 12h e 13h30 às 18h</dd>',
        '<dt>24/12/2026</dt><dd>8h às 12h</dd></div><div><dt>31/12/2026</dt><dd>Fechado</dd>',
        '<dt>Sábado</dt><dd>9h às 13h</dd>',
        '<dt>Domingo</dt><dd>Fechado</dd>',
        'href="https://www.instagram.com/serra"',
        'href="https://www.linkedin.com/company/serra"',
      ])
        expect(foot, path).toContain(text);
    }
  });

  test('takes the colour, corrected where it can’t be read, and a change is seen at once', async () => {
    expect(await bodyOf('/')).toMatch(/href="\/site\/site-[\w-]{10}\.css"/);
    await set({ accent: '#FFD400' });
    const body = await bodyOf('/');
    const [, path = ''] = /href="(\/site\/site-[\w-]{10}-ffd400\.css)"/.exec(body) ?? [];
    const style = await get(path);
    expect([style.statusCode, style.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    // Yellow is too light for words on white, and serves as it is on the dark page.
    expect(style.body).toMatch(/--brand:light-dark\(#[0-9a-f]{6}, #ffd400\)/);
    expect(style.body).not.toMatch(/--brand:light-dark\(#ffd400/);
    expect(body).toMatch(/<meta name="theme-color" content="#[0-9a-f]{6}" media="\(prefers-color-scheme: light\)">/);
    await set({ accent: '#123456' });
    expect(await bodyOf('/')).toContain('-123456.css"');
    for (const wrong of ['zzzzzz', '12345', '1234567', '123456;}'])
      expect((await get(path.replace('ffd400', encodeURIComponent(wrong)))).statusCode).toBe(404);
  });

  test('without an icon shows the initial on the colour', async () => {
    const [, path = ''] = /<link rel="icon" href="([^"]+)" type="image\/svg\+xml">/.exec(await bodyOf('/')) ?? [];
    expect(path).toBe('/site/inicial-0f606d-I.svg');
    const icon = await get(path);
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(icon.body).toContain('>I</text>');
    await set({ name: '***' });
    const [, dot = ''] = /<link rel="icon" href="([^"]+)"/.exec(await bodyOf('/')) ?? [];
    expect((await get(dot)).statusCode).toBe(200);
  });
});

describe('pictures', () => {
  test('reach the head, the header, the manifest and the link preview, each in its size', async () => {
    await send('logo', await png(900, 300));
    await send('logo-dark', await png(900, 300));
    await send('icon', await png(300, 200));
    const agency = await send('cover', await picture(1600, 900).jpeg().toBuffer());
    expect(agency).toMatchObject({
      logo: expect.stringMatching(/^\/api\/agency\/logo\?v=/),
      logo_dark: expect.stringMatching(/^\/api\/agency\/picture\/mark-dark\/[\w-]{22}\.png$/),
      icon: expect.stringMatching(/^\/api\/agency\/picture\/icon-192\/[\w-]{22}\.png$/),
      cover: expect.stringMatching(/^\/api\/image\/medium\/[\w-]{22}\.jpg$/),
    });
    const body = await bodyOf('/');
    const shown = [
      ...body.matchAll(/(?:src|srcset|href|content)="(?:http:\/\/localhost:80)?(\/api\/agency[^" ]+)/g),
    ].map(([, path = '']) => path);
    const sizes = new Map<string, string>();
    for (const path of shown) {
      const answer = await get(path);
      expect([path, answer.statusCode, answer.headers['cache-control']]).toEqual([
        ...[path, 200, 'public, max-age=31536000, immutable'],
      ]);
      const { width, height, format } = await sharp(answer.rawPayload).metadata();
      sizes.set(path.split('/')[4] ?? '', `${format} ${width}×${height}`);
      // The second time it comes from the storage.
      expect((await get(path)).rawPayload.equals(answer.rawPayload)).toBe(true);
    }
    expect(Object.fromEntries(sizes)).toEqual({
      'icon-32': 'png 32×32',
      'icon-180': 'png 180×180',
      'icon-192': 'png 192×192',
      mark: 'png 240×80',
      'mark-dark': 'png 240×80',
      share: 'jpeg 1200×630',
    });
    expect(body).toContain('<div class="cover">');
    expect(body).toMatch(
      /width="120" height="40" alt=""><\/picture><span class="name" title="Imobiliária Serra">Imobiliária Serra<\/span><\/a>/,
    );
    await set({ shows_name: false });
    expect(await bodyOf('/')).toContain('width="120" height="40" alt="Imobiliária Serra"></picture></a>');
    const { icons, name } = JSON.parse(await bodyOf('/manifest.webmanifest'));
    expect([name, icons.map(({ sizes: size }: { sizes: string }) => size)]).toEqual([
      'Imobiliária Serra',
      ['192x192', '512x512'],
    ]);
    for (const { src } of icons) expect((await get(src)).statusCode).toBe(200);
  });

  test('a new picture has a new address; the old one, a foreign name and another size’s name are 404', async () => {
    const first = (await send('icon', await png(64, 64))).icon;
    expect((await get(first)).statusCode).toBe(200);
    const second = (await send('icon', await png(80, 80))).icon;
    expect(second).not.toBe(first);
    for (const path of [first, second.replace('icon-192', 'mark'), second.replace('icon-192', 'share')])
      expect((await get(path)).statusCode).toBe(404);
    for (const path of ['/api/agency/picture/icon-192/..%2f..%2fsecret.png', '/api/agency/picture/icon-9/x.png'])
      expect((await get(path)).statusCode).toBe(404);
    expect((await staff.delete('/agency/picture/icon')).statusCode).toBe(204);
    expect((await get(second)).statusCode).toBe(404);
    expect((await staff.delete('/agency/picture/icon')).json().message).toBe('Esta imobiliária não tem esta figura.');
  });

  test('a file that is no picture is refused, and changes nothing', async () => {
    for (const kind of ['logo-dark', 'icon', 'cover']) {
      const answer = await staff.put(`/agency/picture/${kind}`, form(Buffer.from('<svg onload=alert(1)>')));
      expect([kind, answer.statusCode]).toEqual([kind, 422]);
    }
    expect((await staff.get('/agency')).json()).toMatchObject({ logo_dark: null, icon: null, cover: null });
  });
});

describe('structured data', () => {
  test('names a RealEstateAgent with what search engines require of it', async () => {
    await set(FULL);
    await send('logo', await png(300, 100));
    const agent = agencyIn(await bodyOf('/'));
    expect(agent).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'RealEstateAgent',
      name: 'Imobiliária Serra',
      url: 'http://localhost:80/',
      telephone: '+553232321400',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Rua Halfeld, 100, Centro',
        addressLocality: 'Juiz de Fora',
        addressRegion: 'MG',
        postalCode: '36013-020',
        addressCountry: 'BR',
      },
      openingHoursSpecification: [
        { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '08:30', closes: '12:00' },
        { opens: '13:30', closes: '18:00' },
        { dayOfWeek: ['Saturday'], opens: '09:00', closes: '13:00' },
      ],
      sameAs: ['https://www.instagram.com/serra', 'https://www.linkedin.com/company/serra'],
    });
    expect(agent.image).toMatch(/^http:\/\/localhost:80\/api\/agency\/picture\/share\//);
    const listing = await property({ street: 'Rua São Mateus' });
    const { offers } = agencyIn(await bodyOf(`/imovel/alugar/${listing.id}/rua-sao-mateus-juiz-de-fora`));
    expect(offers.offeredBy).toMatchObject({ '@type': 'RealEstateAgent', telephone: '+553232321400' });
    expect(offers.offeredBy.address.addressLocality).toBe('Juiz de Fora');
  });

  test('without an address the agency is an organisation', async () =>
    expect(agencyIn(await bodyOf('/'))['@type']).toBe('Organization'));
});

test('documents take the colour that can be read on paper', async () => {
  expect((await letterheadOf(ctx)).accent).toBeUndefined();
  await set({ accent: '#ffd400' });
  const { accent } = await letterheadOf(ctx);
  expect(accent).not.toBe('#ffd400');
  expect(contrast(accent as Colour, '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test('measurement is asked for and let in only where the agency entered ids, on pages without a secret address', async () => {
  const policyOf = async (url: string) => {
    const { headers, body } = await app.inject({ url, headers: { host: 'localhost' } });
    return { policy: String(headers['content-security-policy']), body };
  };
  const listing = await property({ street: 'Rua São Mateus' });
  const before = await policyOf('/');
  expect(before.body).not.toMatch(/measure-|data-consent|data-measurement/);
  const code = await as('*').patch('/agency', { analytics_id: 'UA-1' });
  expect([code.statusCode, code.json().errors[0].message]).toEqual([422, 'O código do Google Analytics começa com G-']);
  expect((await as('*').patch('/agency', { analytics_id: 'g-abc123', meta_pixel: '123456789012345' })).statusCode).toBe(
    200,
  );
  for (const url of ['/', '/imoveis', '/blog', `/imovel/alugar/${listing.id}/rua-sao-mateus-juiz-de-fora`]) {
    const { policy, body } = await policyOf(url);
    expect([url, policy]).toEqual([url, expect.stringContaining('https://connect.facebook.net')]);
    expect(policy).not.toContain('doubleclick');
    expect(body).toMatch(
      /<script src="\/site\/measure-[^"]+" defer data-analytics="G-ABC123" data-ads="" data-meta="123456789012345">/,
    );
    expect(body).toMatch(/<section class="consent" data-consent [^>]*hidden>/);
    expect(body).not.toMatch(/googletagmanager|facebook\.net/);
  }
  for (const url of ['/anuncie', '/nada', `/o/1/${'x'.repeat(43)}`, '/cliente/entrar', '/senha']) {
    const { policy, body } = await policyOf(url);
    expect([url, policy.includes('google'), body.includes('measure-')]).toEqual([url, false, false]);
  }
  expect((await policyOf('/privacidade')).body).toContain('o Google e a Meta medem as visitas');
  await as('*').patch('/agency', { analytics_id: '', meta_pixel: '' });
  expect((await policyOf('/')).policy).toBe(before.policy);
});

describe('the privacy notice', () => {
  test('is the template’s with the agency’s data, until the agency writes its own', async () => {
    await set(FULL);
    const body = await bodyOf('/privacidade');
    expect(body).toContain('<h2>Quem cuida dos seus dados</h2>');
    expect(body).toContain('Imobiliária Serra, CNPJ 12.ABC.345/01DE-35, Rua Halfeld, 100');
    await set({ privacy: '# Só isto\n<b>Texto</b> da casa.' });
    const own = await bodyOf('/privacidade');
    expect(own).toContain('<h2>Só isto</h2>');
    expect(own).toContain('<p>&lt;b&gt;Texto&lt;/b&gt; da casa.</p>');
    expect(own).not.toContain('LGPD');
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[field: string, value: string, message: string]>([
  ['accent',         'azul',                    'Informe a cor como #0f606d'],
  ['accent',         '#0f606d;}*{display:none', 'Informe a cor como #0f606d'],
  ['hours_dates',    '24/12: fechado',          'Escreva uma data por linha, como 24/12/2026: 8h às 12h, ou 31/12/2026: fechado'],
  ['hours_weekdays', '18h às 8h',               'Informe como 8h30 às 12h e 13h30 às 18h'],
  ['hours_sunday',   '<script>',                'Informe como 8h30 às 12h e 13h30 às 18h'],
  ['instagram',      'https://mal.example/x',   'Informe o perfil ou o endereço no Instagram'],
  ['facebook',       'javascript:canario()',    'Informe o perfil ou o endereço no Facebook'],
  ['whatsapp',       '123',                     'Informe o telefone com DDD'],
  ['headline',       'x'.repeat(81),            'Use até 80 caracteres'],
  ['privacy',        'x'.repeat(20_001),        'Use até 20000 caracteres'],
])('%s refuses %j', async (field, value, message) => {
  const answer = await staff.patch('/agency', { [field]: value });
  expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ field, message }]]);
});

testPayloads('attacks in every text of the identity are shown as text, and in every coded one refused', async (all) => {
  for (const attack of all) {
    // A line takes no line break.
    const headline = attack.replace(/\s+/g, ' ').slice(0, 80);
    const texts = { headline, about: attack, privacy: `# ${attack}\n${attack}\n\n${attack}` };
    const answer = await staff.patch('/agency', texts);
    expect([attack, answer.statusCode]).toEqual([attack, 200]);
    for (const path of ['/', '/privacidade']) expect(foreignMarkup(await bodyOf(path)), attack).toEqual([]);
    for (const field of ['accent', 'hours_weekdays', 'hours_dates', 'instagram', 'youtube', 'whatsapp']) {
      const refused = await staff.patch('/agency', { [field]: attack });
      // `@A1` is an attack on spreadsheets and a fair name of a profile.
      const isName = attack === '@A1' && ['instagram', 'youtube'].includes(field);
      expect([attack, field, refused.statusCode]).toEqual([attack, field, isName ? 200 : 422]);
    }
  }
});
