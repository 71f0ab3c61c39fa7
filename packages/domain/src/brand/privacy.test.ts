import { expect, test } from 'vitest';
import { privacyParts, privacyText } from './privacy.ts';

const SERRA = {
  name: 'Imobiliária Serra',
  cnpj: '12ABC34501DE35',
  email: 'contato@serra.example',
  phone: '3232321400',
  address: 'Rua Halfeld, 100, Juiz de Fora/MG',
};

test('the text names the agency and how to reach it', () => {
  const text = privacyText(SERRA);
  expect(text).toContain(
    'Imobiliária Serra, CNPJ 12.ABC.345/01DE-35, Rua Halfeld, 100, Juiz de Fora/MG, é a controladora',
  );
  expect(text).toContain('proteção de dados: contato@serra.example ou (32) 3232-1400.');
});

test('what isn’t registered leaves no gap', () => {
  const text = privacyText({ name: 'Serra', cnpj: null, email: null, phone: null, address: '' });
  expect(text).toContain('Serra, é a controladora');
  expect(text).toContain('pelos contatos deste site');
  expect(text).not.toMatch(/null|undefined|, ,| ,/);
});

test('headings and paragraphs are told apart', () => {
  expect(privacyParts('# Um\nprimeira\nsegunda\r\n\r\noutra\n\n\n# Dois\n\n# não é <b>título</b>?')).toEqual([
    { heading: 'Um' },
    { lines: ['primeira', 'segunda'] },
    { lines: ['outra'] },
    { heading: 'Dois' },
    { heading: 'não é <b>título</b>?' },
  ]);
  expect(privacyParts(privacyText(SERRA)).filter((part) => 'heading' in part)).toHaveLength(5);
});
