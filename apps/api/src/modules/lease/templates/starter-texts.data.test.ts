import { acceptsElectronicSignature } from '@morada/domain/template/signature-clause';
import { renderTemplate, type TemplateData, templateProblems } from '@morada/domain/template/template';
import { EXAMPLE_DATA } from '@morada/domain/template/template-example';
import { parseTemplate } from '@morada/domain/template/template-tree';
import { TEMPLATE_VOCABULARY } from '@morada/domain/template/template-variables';
import { describe, expect, test } from 'vitest';
import { cleanTemplate, textOf } from '#api/base/rich-text.ts';
import { STARTER_TEMPLATES } from './starter-texts.data.ts';

const textFor = (name: string, data = EXAMPLE_DATA) => {
  const template = STARTER_TEMPLATES.find((one) => one.name === name);
  return textOf(renderTemplate(parseTemplate(template?.body ?? ''), data));
};

describe.each(STARTER_TEMPLATES)('$name', ({ body }) => {
  test('uses only markup of the editor', () => {
    expect(templateProblems(parseTemplate(body), TEMPLATE_VOCABULARY)).toEqual([]);
    expect(cleanTemplate(body)).toBe(body);
  });

  test('leaves no variable and no blank for a complete contract', () => {
    const text = textOf(renderTemplate(parseTemplate(body), EXAMPLE_DATA));
    expect(text).not.toContain('{{');
    // Lines for signatures are longer than a blank.
    expect(text.replaceAll(/_{20,}/g, '')).not.toContain('____');
  });
});

test.each(STARTER_TEMPLATES)('$name: the parties accept to sign electronically', ({ name }) => {
  expect(acceptsElectronicSignature(textFor(name))).toBe(true);
});

test('a residential lease names parties, property, term and rent', () => {
  const text = textFor('Locação residencial');
  for (const words of [
    'LOCADOR: José Lima',
    'LOCATÁRIO: Ana Prado',
    'FIADOR: Carlos Prado',
    'Rua São Mateus, 915, ap. 501',
    'de 01/12/2026 a 31/05/2029',
    'R$ 2.350,00',
    'tem desconto de R$ 150,00',
    'A caução é de R$ 7.050,00',
    'Fica eleito o foro da comarca de Juiz de Fora',
  ])
    expect(text).toContain(words);
});

test('an addendum says of the tax what the contract agrees on', () => {
  const { contrato } = EXAMPLE_DATA;
  const name = 'Aditivo de IBS e CBS';
  expect(textFor(name)).toContain('são pagos pelo LOCATÁRIO além do aluguel de R$ 2.350,00');
  expect(textFor(name)).not.toContain('já inclui');
  const within = { ...(contrato as TemplateData), imposto_por_fora: undefined, imposto_incluido: {} };
  expect(textFor(name, { ...EXAMPLE_DATA, contrato: within })).toContain(
    'O aluguel de R$ 2.350,00 já inclui o IBS e a CBS',
  );
});

test('without guarantors, discount and deposit the text omits them', () => {
  const { contrato } = EXAMPLE_DATA;
  const data = {
    ...EXAMPLE_DATA,
    fiadores: [],
    contrato: { ...(contrato as TemplateData), garantia: 'Seguro-fiança', desconto: '', caucao: '' },
  };
  const text = textFor('Locação residencial', data);
  for (const word of ['FIADOR', 'Fiador', 'desconto', 'caução']) expect(text).not.toContain(word);
});
