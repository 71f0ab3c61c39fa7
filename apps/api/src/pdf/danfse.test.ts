import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { printed, readCodes } from '#test/pages.ts';
import { pdfText } from '#test/pdf-text.ts';
import { readNote } from '../outside/nfse/note.ts';
import { danfsePdf } from './danfse.ts';

const XML = readFileSync(new URL('../../test/lease-note.xml', import.meta.url), 'utf8');
const KEY = '31367022211222333000181000000000000126120361843534';
const CITIES: Readonly<Record<string, string>> = { 3136702: 'Juiz de Fora/MG' };

function drawn(xml: string, cancelled = false) {
  const note = readNote(xml);
  if (!note) throw new Error('no note');
  return buffer(danfsePdf({ note, cancelled, cityOf: (code) => CITIES[code] ?? code }));
}

test('the paper has the blocks of a note in their order, on one page, and dashes for what is absent', async () => {
  const text = await pdfText(await drawn(XML));
  const titles = [
    ...['DANFSe v2.0', 'DADOS DA NFS-e', 'PRESTADOR DO SERVIÇO', 'TOMADOR DO SERVIÇO', 'DESTINATÁRIO DA OPERAÇÃO'],
    ...[
      'INTERMEDIÁRIO DO SERVIÇO',
      'SERVIÇO PRESTADO',
      'TRIBUTAÇÃO MUNICIPAL (ISSQN)',
      'TRIBUTAÇÃO FEDERAL (EXCETO CBS)',
    ],
    ...['TRIBUTAÇÃO IBS / CBS', 'VALOR TOTAL DA NFS-e', 'INFORMAÇÕES COMPLEMENTARES'],
  ];
  const places = titles.map((title) => text.indexOf(title));
  expect(places).not.toContain(-1);
  expect(places.toSorted((one, other) => one - other)).toEqual(places);
  for (const said of [
    `Chave de acesso da NFS-e ${KEY}`,
    ...['Inscrição municipal -', 'Município Juiz de Fora/MG', '99.03.01', 'Base de cálculo R$ 1.440,00'],
    ...['Copropriedade 60%', 'CBS: alíquota / efetiva 0,9% / 0,27%', 'CBS total R$ 3,89', 'Código do emitente: N42'],
  ])
    expect(text).toContain(said);
  expect(text).not.toMatch(/CANCELADA|HOMOLOGAÇÃO|VALIDADE/);
});

test('a note of the restricted environment, and one that is cancelled, are marked', LONG, async () => {
  const trial = XML.replace('<tpAmb>1', '<tpAmb>2');
  expect(await pdfText(await drawn(trial))).toMatch(/SEM VALIDADE JURÍDICA.*HOMOLOGAÇÃO/);
  expect(await pdfText(await drawn(XML, true))).toContain('CANCELADA');
  expect(await pdfText(await drawn(trial, true))).toMatch(/SEM VALIDADE JURÍDICA.*CANCELADA/);
});

test('texts that are too long end in an ellipsis and stay on the page', async () => {
  const long = XML.replace(/<xNome>João[^<]*/, `<xNome>${'Nome '.repeat(60)}`).replace(
    /<xDescServ>[^<]*/,
    `<xDescServ>${'palavra '.repeat(250)}`,
  );
  const text = await pdfText(await drawn(long));
  expect(text).toMatch(/Nome Nome [Nome]*…/);
  expect(text).toMatch(/palavra [palvr]*…/);
  expect(text).toContain('INFORMAÇÕES COMPLEMENTARES');
});

test('the QR code leads to the public page of the note', LONG, async () => {
  const { png, pages } = await printed(await drawn(XML));
  const [code, ...others] = await readCodes(png);
  expect({ pages, others, text: code?.text }).toEqual({
    ...{ pages: 1, others: [] },
    text: `https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=${KEY}`,
  });
  expect(code?.width).toBeCloseTo(15.2, 0);
});
