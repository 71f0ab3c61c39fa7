import { describe, expect, test } from 'vitest';
import { acceptsElectronicSignature, SIGNATURE_CLAUSE } from './signature-clause.ts';

const FAR = 'Cláusula que fala de outra coisa. '.repeat(20);

describe('a paper whose parties accept to sign electronically', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string]>([
    ['our own clause',         SIGNATURE_CLAUSE.text],
    ['in capitals',            'AS PARTES ACEITAM A ASSINATURA ELETRÔNICA DESTE CONTRATO.'],
    ['broken over lines',      'As partes reconhecem como\nválida a assinatura\neletrônica deste\ninstrumento.'],
    ['a provider named',       'As partes concordam que este contrato seja assinado eletronicamente pela Clicksign.'],
    ['the same force',         'O contrato assinado por meio eletrônico tem a mesma validade do assinado em papel.'],
    ['after many other words', `${FAR}As partes admitem a assinatura eletrônica.${FAR}`],
    ['after one that has none', `Envie pelo correio eletrônico. ${FAR}As partes aceitam assinar por meio eletrônico.`],
  ])('%s', (_, text) => {
    expect(acceptsElectronicSignature(text)).toBe(true);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string]>([
    ['nothing at all',            ''],
    ['another matter',            'O locatário paga o aluguel até o dia 5.'],
    ['an e-mail alone',           'Avisos valem por correio eletrônico.'],
    ['signed, not accepted',      'Este contrato vai assinado eletronicamente.'],
    ['refused',                   'As partes não aceitam assinatura eletrônica.'],
    ['forbidden',                 'É vedada a assinatura eletrônica, que as partes reconhecem inválida.'],
    ['the words far apart',       `Avisos por meio eletrônico. ${FAR}As partes aceitam e assinam.`],
  ])('not %s', (_, text) => {
    expect(acceptsElectronicSignature(text)).toBe(false);
  });
});
