import { expect, test } from 'vitest';
import { listingsIn, mailHtml } from './mail-html.ts';

const TEXT = [
  'Dois imóveis novos:',
  'Casa em São Mateus\nR$ 1.500,00 por mês\nhttps://serra.example/imovel/alugar/12/rua-a-uba',
  'Loja <b>no Centro</b>\nhttps://serra.example/imovel/comprar/7/rua-b-uba.',
].join('\n\n');

test('the listings of a text are those whose pages it leads to', () => {
  expect(listingsIn(TEXT)).toEqual([12, 7]);
  expect(listingsIn('https://serra.example/imoveis?para=alugar e /imovel/alugar/3/x')).toEqual([]);
});

test('a mail has the logo, links and photographs, and keeps what is text a text', () => {
  const agency = { name: 'Imobiliária "Serra"', logo: 'https://serra.example/logo.png', accent: null };
  const page = mailHtml({ agency, text: TEXT, photographs: new Map([[12, 'https://serra.example/12.jpg']]) });
  expect(page).toContain('<img src="https://serra.example/logo.png" alt="Imobiliária &quot;Serra&quot;"');
  expect(page.match(/<img /g)).toHaveLength(2);
  expect(page).toContain('<a href="https://serra.example/imovel/comprar/7/rua-b-uba" ');
  expect(page).toContain('</a>.</p>');
  expect(page).toContain('Loja &lt;b&gt;no Centro&lt;/b&gt;<br>');
  expect(page.indexOf('12.jpg')).toBeLessThan(page.indexOf('Casa em São Mateus'));
  expect(mailHtml({ agency: { ...agency, logo: undefined }, text: 'x', photographs: new Map() })).not.toContain('<img');
});
