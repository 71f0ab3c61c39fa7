import { expect, test } from 'vitest';
import {
  CONSENT_VERSION,
  consentText,
  formLinkMessage,
  missingMessage,
  refusalMessage,
} from './application-messages.ts';

const TOLD = { name: 'Ana Prado', agency: 'Imobiliária Serra', property: 'Rua das Flores, 10' };

test('a refusal says neither why nor anything of debts', () => {
  const { subject, body } = refusalMessage(TOLD);
  expect(`${subject} ${body}`).not.toMatch(/d[íi]vida|cr[ée]dito|renda|apontamento|restri|score|nega/i);
  expect(body).toContain('180 dias');
});

test('the link and what is missing are told by name', () => {
  expect(formLinkMessage(TOLD, { url: 'https://x.br/ficha/1/w', until: '2026-03-25' }).body).toContain(
    'abre até 25/03/2026',
  );
  expect(missingMessage(TOLD, { url: 'https://x.br', missing: ['Sua renda', 'Referências'] }).body).toContain(
    'ainda falta: Sua renda e Referências.',
  );
});

test('the consent says what for and how long', () => {
  const text = consentText(CONSENT_VERSION, { agency: TOLD.agency }).join(' ');
  for (const part of ['a Imobiliária Serra', '180 dias', '90 dias', 'Lei 13.709/2018']) expect(text).toContain(part);
  // Each version names the consultation of credit, for which it is asked.
  for (const version of [1, CONSENT_VERSION])
    expect(consentText(version, { agency: 'x' }).join(' ')).toContain('consultar o meu crédito');
  expect(() => consentText(CONSENT_VERSION + 1, { agency: 'x' })).toThrow(RangeError);
});
