import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { app, db, property, empty, stop } = await startApp({ today: '2026-12-10' });
afterAll(stop);
beforeEach(() => empty());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const CODE = 'K7QM-2XTB-9RFD-H3WZ';
const [PAPER, SIGNED] = [sha256('o papel'), sha256('o papel assinado')];
/** 14:32 in Brasília. */
const AT = new Date('2026-11-29T17:32:05Z');

type Envelope = {
  code?: string;
  corrects_id?: number;
  accepted?: boolean;
  sealed?: boolean;
  name?: string;
  open?: boolean;
};

/** An envelope that two people signed; `open`: its file is not closed yet. */
async function signedPaper({ code = CODE, name = 'Maria da Conceição', open = false, ...more }: Envelope = {}) {
  const { id: property_id } = await property({ street: 'Rua São Mateus', number: '915' });
  const [file] = await db
    .insertInto('stored_file')
    .values({ key: `papers/${code}.pdf`, name: 'contrato.pdf', media_type: 'application/pdf', bytes: 10 })
    .returning('id')
    .execute();
  const file_id = file?.id ?? 0;
  const { id } = await db
    .insertInto('signature_envelope')
    .values({
      ...{
        kind: 'MANDATE',
        title: 'Administração do imóvel de Maria da Conceição',
        property_id,
        deadline: '2026-12-20',
      },
      ...{
        remind_days: 3,
        file_id,
        sha256: PAPER,
        pages: JSON.stringify([{ width: 595, height: 842 }]),
        check_code: code,
      },
      ...{ sent_at: AT, state: open ? 'SEALING' : 'SIGNED' },
      ...(!open && { signed_file_id: file_id, signed_sha256: code === CODE ? SIGNED : sha256(code), ended_at: AT }),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const signer = { envelope_id: id, channel: 'SMS', state: 'SIGNED', asked_at: AT } as const;
  await db
    .insertInto('signature_signer')
    .values([
      { ...signer, role: 'OWNER', name, cpf: '52998224725', signed_at: new Date('2026-11-29T17:30:00Z') },
      { ...signer, role: 'AGENCY', name: 'Bruno <b>Sales</b>', cpf: null, signed_at: AT },
    ])
    .execute();
  return id;
}

const open = (url: string) => app.inject({ url });
const wordsOf = (body: string) =>
  body
    .slice(body.indexOf('<main'), body.indexOf('</main>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the page of a signed paper', () => {
  test('says what was signed, when, by whom and how, and no more of them than the paper does', async () => {
    await signedPaper({ accepted: true, sealed: true });
    const answer = await open(`/conferir/${CODE}`);
    expect(answer.statusCode).toBe(200);
    const words = wordsOf(answer.body);
    for (const text of [
      'Contrato de administração Assinado por 2 pessoas, a última em 29/11/2026 às 14:32 (horário de Brasília)',
      'Maria Proprietário, CPF ***.982.247-** 29/11/2026 às 14:30',
      'Bruno Imobiliária 29/11/2026 às 14:32',
      'Assinatura eletrônica avançada',
      'selo do certificado digital da imobiliária (ICP-Brasil)',
      `SHA-256 do arquivo assinado ${SIGNED.slice(0, 32)} ${SIGNED.slice(32)}`,
      `SHA-256 do documento antes das assinaturas ${PAPER.slice(0, 32)} ${PAPER.slice(32)}`,
    ])
      expect(words).toContain(text);
    for (const secret of ['Conceição', 'Sales', 'São Mateus', '529.982', '52998224725'])
      expect(answer.body).not.toContain(secret);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answer.body).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  test('of a simple signature without a seal says so', async () => {
    await signedPaper();
    const words = wordsOf((await open(`/conferir/${CODE.toLowerCase().replaceAll('-', '')}`)).body);
    expect(words).toContain('Assinatura eletrônica simples');
    expect(words).not.toContain('selo');
  });

  test('names the newer one that corrects it, and the one that it corrects', async () => {
    const id = await signedPaper();
    const code = 'ABCD-EFGH-JKLM-NPQR';
    await signedPaper({ code, corrects_id: id });
    const before = (await open(`/conferir/${CODE}`)).body;
    expect(wordsOf(before)).toContain(
      `Há um documento mais novo, que corrige este, assinado em 29/11/2026 às 14:32: ver o documento ${code}`,
    );
    expect(before).toContain(`href="/conferir/${code}"`);
    expect((await open(`/conferir/${code}`)).body).toContain(
      `Corrige um documento anterior: <a href="/conferir/${CODE}"`,
    );
  });

  test('of a file that is still being closed has no hash to compare', async () => {
    await signedPaper({ open: true });
    const { body } = await open(`/conferir/${CODE}`);
    expect(wordsOf(body)).toContain('o arquivo está sendo fechado');
    expect(body).not.toContain('data-check');
  });

  test('is not there before all have signed', async () => {
    const id = await signedPaper({ open: true });
    await db.updateTable('signature_envelope').set({ state: 'OUT' }).where('id', '=', id).execute();
    for (const url of [`/conferir/${CODE}`, `/conferir?busca=${CODE}`, `/conferir?busca=${PAPER}`]) {
      const answer = await open(url);
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.body).not.toContain('Maria');
    }
  });
});

describe('a file is compared', () => {
  test.each([
    ['the signed one', SIGNED, 'Confere: o arquivo é o documento assinado'],
    ['the one before', PAPER, 'O arquivo é o documento antes das assinaturas'],
    ['one with a byte changed', sha256('o papel assinadO'), 'Não confere: o arquivo não é o documento assinado'],
    ['no hash', 'abc', 'O SHA-256 tem 64 caracteres'],
  ])('by its hash: %s', async (_, hash, words) => {
    await signedPaper();
    const { body } = await open(`/conferir/${CODE}?sha256=${hash.toUpperCase()}`);
    expect(wordsOf(body)).toContain(words);
  });

  test('by its hash alone: the paper is found, and one that is nobody’s is said to be so', async () => {
    await signedPaper();
    for (const hash of [SIGNED, PAPER]) {
      const found = await open(`/conferir?busca=${hash}`);
      expect([found.statusCode, found.headers.location]).toEqual([303, `/conferir/${CODE}?sha256=${hash}`]);
    }
    const other = await open(`/conferir?busca=${sha256('outro')}`);
    expect(wordsOf(other.body)).toContain('Nenhum documento assinado aqui é este arquivo');
    const code = await open('/conferir?busca=k7qm+2xtb+9rfd+h3wz');
    expect([code.statusCode, code.headers.location]).toEqual([303, `/conferir/${CODE}`]);
    expect(wordsOf((await open('/conferir?busca=%3Cb%3E')).body)).toContain('Digite os 16 caracteres do código');
  });

  test('in the browser, by a script that sends nothing, and by hand without it', async () => {
    await signedPaper();
    const { body } = await open(`/conferir/${CODE}`);
    expect(body).toContain(`data-signed="${SIGNED}" data-paper="${PAPER}"`);
    expect(body).not.toMatch(/<form[^>]*post|<input type="file"[^>]* name=/);
    expect(wordsOf(body)).toMatch(/certutil -hashfile documento\.pdf SHA256.*sha256sum documento\.pdf/);
    const script = await readFile(new URL('../kit/public/check.js', import.meta.url), 'utf8');
    expect(script).not.toMatch(/fetch\(|XMLHttpRequest|sendBeacon|FormData/);
    const [, path = ''] = /src="(\/site\/check-[^"]+)"/.exec(body) ?? [];
    expect((await open(path)).body).toBe(script);
  });
});
