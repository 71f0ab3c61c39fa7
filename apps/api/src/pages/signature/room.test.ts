import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openLinkOf } from '#api/modules/desk/signatures/signature-link.service.ts';
import { withoutSecrets } from '#api/operation/log.ts';
import { mailing } from '#test/applications.ts';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { startApp } from '#test/harness.ts';
import { startSmsServer } from '#test/servers/sms-server.ts';
import { signingOf } from '#test/signing/signing.ts';

const started = await startApp({ today: '2026-03-10', outside: mailing() });
const { app, db, deps, clock, stop } = started;
Object.assign(deps, { publicUrl: 'http://localhost' });
const sms = await startSmsServer();
afterAll(async () => {
  await sms.close();
  await stop();
});
const made = signingOf(started);
const { staff, browser } = made;
await staff.put('/messages/channels/sms', { base_url: sms.url, token: sms.token, deduplicates: true });
beforeEach(() => {
  clock.today = '2026-03-10';
});

const ANA = { name: 'Ana Prado' };
const RUI = { name: 'Rui Alves' };
const signerOf = (id: number) =>
  db.selectFrom('signature_signer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const eventsOf = async (signer: number) =>
  (await db.selectFrom('signature_event').select('kind').where('signer_id', '=', signer).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );
const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('There is none');
  return value;
};
const outTo = async (...people: Parameters<typeof made.out>[0]) => {
  const sent = await made.out(people);
  return { ...sent, first: present(sent.people[0]), second: sent.people[1] ?? present(sent.people[0]) };
};

describe('a link', () => {
  test('names nobody and nothing of the paper before the CPF', async () => {
    const { first } = await outTo({ ...ANA, email: 'ana.prado@exemplo.com.br' }, RUI);
    const page = await browser().get(first.path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Um documento para você assinar');
    expect(page.body).toContain('A•• P••••');
    for (const word of ['Ana', 'Prado', 'Rui', 'ana.prado', 'Administração da Rua A', first.cpf])
      expect(page.body).not.toContain(word);
    expect([page.headers['cache-control'], page.headers['referrer-policy'], page.headers['x-robots-tag']]).toEqual([
      'no-store',
      'no-referrer',
      'noindex, nofollow',
    ]);
    // The log keeps neither the word nor the number before it.
    expect(withoutSecrets(`${first.path}/pagina/1`)).toBe('/assinar/…/pagina/1');
  });

  test('opens nothing of the paper without the CPF, whatever is asked for', async () => {
    const { first, second } = await outTo(ANA, RUI);
    const stranger = browser();
    for (const rest of ['/documento', '/assinado', '/pagina/1'])
      expect((await stranger.get(`${first.path}${rest}`)).statusCode).toBe(404);
    for (const [rest, fields] of [
      ['/lido', { lido: 'sim' }],
      ['/codigo', { canal: 'EMAIL' }],
      ['/assinar', made.typed('000000')],
      ['/recusar', { motivo: 'Não é meu' }],
    ] as const)
      expect((await stranger.post(`${first.path}${rest}`, fields)).headers.location).toBe(first.path);
    // The CPF of another signer of the same paper is none.
    const answer = await stranger.follow(await made.enter(stranger, { path: first.path, cpf: second.cpf }));
    expect([answer.statusCode, answer.body.includes('Este CPF não é o da pessoa')]).toEqual([422, true]);
    expect((await stranger.get(`${first.path}?ver=documento`)).body).toContain('Primeiro, diga quem você é');
    const { state, read_at } = await signerOf(first.id);
    expect([state, read_at]).toEqual(['ASKED', null]);
    expect(await eventsOf(first.id)).toEqual(['ASKED', 'CPF_WRONG']);
  });

  test('after five wrong CPFs the right one has to wait', async () => {
    const { first } = await outTo(ANA);
    const phone = browser();
    for (let tried = 0; tried < 5; tried += 1) await made.enter(phone, { path: first.path, cpf: made.newCpf() });
    const answer = await phone.follow(await made.enter(phone, first));
    expect([answer.statusCode, answer.body.includes('já recebeu 5 CPFs errados')]).toEqual([429, true]);
  });

  test('takes no more CPFs and sends no more codes to who tries them all at once', async () => {
    const { first } = await outTo(ANA);
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const eight = Array.from({ length: 8 }, () => browser());
    await Promise.all([
      ...eight.map((one) => made.enter(one, { path: first.path, cpf: made.newCpf() })),
      ...eight.map(() => phone.post(`${first.path}/codigo`, { canal: 'EMAIL' })),
    ]);
    const events = await eventsOf(first.id);
    expect(['CPF_WRONG', 'CODE_SENT'].map((kind) => events.filter((one) => one === kind).length)).toEqual([5, 5]);
  });

  test('that is wrong, renewed, of a draft or of another number says the same', async () => {
    const one = await outTo(ANA);
    const two = await outTo(RUI);
    const word = one.first.path.slice(-43);
    const closed = async (path: string) => {
      const { statusCode, body } = await browser().get(path);
      return [statusCode, body.includes('Este endereço não abre mais'), body.includes('Rua A')];
    };
    expect(await closed(`/assinar/${two.first.id}-${word}`)).toEqual([404, true, false]);
    expect(await closed(`/assinar/${one.first.id}-${'x'.repeat(43)}`)).toEqual([404, true, false]);
    expect(await closed('/assinar/nada')).toEqual([404, true, false]);
    const phone = browser();
    await made.enter(phone, one.first);
    expect((await phone.get(one.first.path)).body).toContain('Rua A');
    expect((await staff.post(`/signature/signer/${one.first.id}/link`, {})).statusCode).toBe(200);
    expect(await closed(one.first.path)).toEqual([404, true, false]);
    const renewed = (await made.show(one.id)).people[0].link.url;
    // The browser that knew the old link types the CPF again.
    expect((await phone.get(new URL(renewed).pathname)).body).toContain('Primeiro, diga quem você é');
  });
});

describe('reading', () => {
  test('shows who asks, what, who signs and the whole paper, as pictures, text and PDF', async () => {
    const { first, id } = await outTo(ANA, RUI);
    const phone = browser();
    await made.enter(phone, first);
    const page = await phone.get(first.path);
    const { sha256, pages } = await made.show(id);
    expect(pages.length).toBeGreaterThan(1);
    for (const words of [
      'pede a sua assinatura',
      'Administração da Rua A',
      'Rui Alves',
      'Leia o documento inteiro',
      sha256,
    ])
      expect(page.body).toContain(words);
    expect(page.body.split('<img src="/assinar/').length - 1).toBe(pages.length);
    const picture = await phone.get(`${first.path}/pagina/${pages.length}`);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await phone.get(`${first.path}/pagina/${pages.length + 1}`)).statusCode).toBe(404);
    expect((await phone.get(`${first.path}/pagina/0`)).statusCode).toBe(404);
    expect((await phone.get(`${first.path}?ver=texto`)).body).toContain('O que fica combinado nesta cláusula');
    const pdf = await phone.get(`${first.path}/documento`);
    expect(createHash('sha256').update(pdf.rawPayload).digest('hex')).toBe(sha256);
    expect(pdf.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('comes before signing, and is said by a tick where there is no script', async () => {
    const { first } = await outTo(ANA);
    const phone = browser();
    await made.enter(phone, first);
    await phone.post(`${first.path}/codigo`, { canal: 'EMAIL' });
    await phone.post(`${first.path}/assinar`, made.typed('000000'));
    expect((await phone.get(`${first.path}?ver=assinar`)).body).toContain('Leia o documento inteiro');
    const missed = await phone.follow(await phone.post(`${first.path}/lido`));
    expect([missed.statusCode, missed.body.includes('leia o documento até o fim e marque esta caixa')]).toEqual([
      422,
      true,
    ]);
    await phone.post(`${first.path}/lido`, { lido: 'sim', como: 'caixa' });
    expect((await phone.get(first.path)).body).toContain('Receba o seu código');
    expect(await eventsOf(first.id)).toEqual(['ASKED', 'OPENED', 'READ']);
  });
});

describe('a code', () => {
  test('goes to the own contact alone, which is shown in part', async () => {
    const { first } = await outTo({ ...ANA, email: 'ana.prado@exemplo.com.br' });
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const page = await phone.get(first.path);
    expect(page.body).toContain('a••••••@e••••••.com.br');
    expect(page.body).not.toContain('ana.prado@');
    await phone.post(`${first.path}/codigo`, { canal: 'EMAIL', email: 'mal@exemplo.com.br' });
    const { recipient } = await db
      .selectFrom('outgoing_mail')
      .select('recipient')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(recipient).toBe('ana.prado@exemplo.com.br');
    expect((await phone.get(first.path)).body).toContain('por e-mail para a••••••@e••••••.com.br');
  });

  test('by SMS arrives at once; where the channel fails, the page says so and the code is void', async () => {
    const { first } = await outTo({ ...ANA, channel: 'SMS', phone: '32988412076' });
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    sms.behaviour = 'down';
    const failed = await phone.follow(await phone.post(`${first.path}/codigo`, { canal: 'SMS' }));
    sms.behaviour = 'accepts';
    expect([failed.statusCode, failed.body.includes('Não conseguimos enviar o código')]).toEqual([503, true]);
    expect((await signerOf(first.id)).code_hash).toBeNull();
    await phone.post(`${first.path}/codigo`, { canal: 'SMS' });
    expect((await phone.get(first.path)).body).toContain('por SMS para (••) •••••-2076');
    const code = /\b\d{6}\b/.exec(sms.sent.at(-1)?.text ?? '')?.[0] ?? '';
    await phone.post(`${first.path}/assinar`, made.drawn(code));
    expect(await signerOf(first.id)).toMatchObject({ state: 'SIGNED', signature_kind: 'DRAWN' });
    const refused = await phone.post(`${first.path}/codigo`, { canal: 'WHATSAPP' });
    expect(refused.headers.location).toBe(first.path);
  });

  test('is guessed five times at most, and then the right one is void too', async () => {
    const { first } = await outTo(ANA);
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const code = await made.askCode(phone, first.path);
    const wrong = code === '000000' ? '000001' : '000000';
    const answer = await phone.follow(await phone.post(`${first.path}/assinar`, made.typed(wrong, 'Ana B Prado')));
    expect([answer.statusCode, answer.body.includes('Código errado')]).toEqual([422, true]);
    // What was typed stays, but for the code.
    expect(answer.body).toContain('value="Ana B Prado"');
    expect(answer.body).not.toContain(`value="${wrong}"`);
    for (let tried = 1; tried < 5; tried += 1) await phone.post(`${first.path}/assinar`, made.typed(wrong));
    const late = await phone.follow(await phone.post(`${first.path}/assinar`, made.typed(code)));
    expect(late.body).toContain('tentado vezes demais');
    expect((await signerOf(first.id)).state).toBe('ASKED');
    expect(await eventsOf(first.id)).toEqual([
      ...['ASKED', 'OPENED', 'READ', 'CODE_SENT'],
      ...Array.from({ length: 5 }, () => 'CODE_WRONG'),
    ]);
    await phone.post(`${first.path}/assinar`, made.typed(await made.askCode(phone, first.path)));
    expect((await signerOf(first.id)).state).toBe('SIGNED');
  });

  test('is void after its time, and after another was asked for; codes are few', async () => {
    const { first } = await outTo(ANA);
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const old = await made.askCode(phone, first.path);
    const code = await made.askCode(phone, first.path);
    if (old !== code) {
      await phone.post(`${first.path}/assinar`, made.typed(old));
      expect((await signerOf(first.id)).state).toBe('ASKED');
    }
    await db
      .updateTable('signature_signer')
      .set({ code_until: new Date(Date.now() - 1) })
      .where('id', '=', first.id)
      .execute();
    const late = await phone.follow(await phone.post(`${first.path}/assinar`, made.typed(code)));
    expect(late.body).toContain('Este código venceu');
    for (let asked = 2; asked < 5; asked += 1) await phone.post(`${first.path}/codigo`, { canal: 'EMAIL' });
    const many = await phone.follow(await phone.post(`${first.path}/codigo`, { canal: 'EMAIL' }));
    expect([many.statusCode, many.body.includes('Já enviamos códigos demais')]).toEqual([429, true]);
  });
});

describe('signing', () => {
  test('keeps who, how, when and whence, and shows what was signed', async () => {
    const { id, first } = await outTo(ANA, RUI);
    const phone = browser();
    const answer = await made.signAll(phone, first);
    expect(answer.headers.location).toBe(first.path);
    const page = await phone.get(first.path);
    const { sha256 } = await made.show(id);
    for (const words of ['Você assinou', 'Falta 1 pessoa assinar.', 'Ana Prado', sha256])
      expect(page.body).toContain(words);
    expect(await signerOf(first.id)).toMatchObject({
      ...{ state: 'SIGNED', signature_kind: 'TYPED', signature_data: 'Ana Prado', consent_version: 1 },
      ...{ device: 'Telefone', code_hash: null },
    });
    expect(await eventsOf(first.id)).toEqual(['ASKED', 'OPENED', 'READ', 'CODE_SENT', 'CODE_RIGHT', 'SIGNED']);
  });

  test('sent twice signs once, and both are led to the same page', async () => {
    const { first } = await outTo(ANA, RUI);
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const form = made.typed(await made.askCode(phone, first.path));
    const [one, other] = await Promise.all([
      phone.post(`${first.path}/assinar`, form),
      phone.post(`${first.path}/assinar`, form),
    ]);
    expect(new Set([one.statusCode, other.statusCode])).toEqual(new Set([303]));
    expect((await eventsOf(first.id)).filter((kind) => kind === 'SIGNED')).toEqual(['SIGNED']);
    // Back, and again: the form leads to what it did.
    expect((await phone.post(`${first.path}/assinar`, form)).headers.location).toBe(first.path);
    expect((await phone.get(`${first.path}?ver=assinar`)).body).toContain('Você assinou');
  });

  test('says what is missing of the form, and keeps the drawing', async () => {
    const { first } = await outTo(ANA);
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const code = await made.askCode(phone, first.path);
    const drawing = made.drawn(code);
    const unticked = await phone.follow(await phone.post(`${first.path}/assinar`, { ...drawing, consent: '' }));
    expect(unticked.body).toContain('Para assinar, leia e marque que concorda');
    expect(unticked.body).toContain(`name="desenho" value="${drawing.desenho}"`);
    const blank = await phone.follow(await phone.post(`${first.path}/assinar`, made.typed('', ' ')));
    for (const words of ['O código tem 6 números', 'Digite o seu nome completo']) expect(blank.body).toContain(words);
    // Nothing of these was a try of the code.
    expect((await signerOf(first.id)).code_tries).toBe(0);
  });

  test('is not offered out of turn, though the paper may be read', async () => {
    const { people } = await made.out([ANA, RUI], { in_order: true });
    const [first, second] = [present(people[0]), present(people[1])];
    // Whose turn it isn't has no link yet; one that was theirs before would show this.
    expect(second.path).toBe('');
    await db.updateTable('signature_signer').set({ link_until: '2026-03-25' }).where('id', '=', second.id).execute();
    const link = await openLinkOf(deps, deps.db, await signerOf(second.id));
    const path = present(link?.path);
    const phone = browser();
    await made.enter(phone, { ...second, path });
    const page = await phone.get(path);
    for (const words of ['Ainda não é a sua vez de assinar', 'Aguarda a vez']) expect(page.body).toContain(words);
    for (const words of ['Continuar para assinar', 'Não quero assinar']) expect(page.body).not.toContain(words);
    expect((await phone.post(`${path}/lido`, { lido: 'sim' })).headers.location).toBe(path);
    await made.signAll(browser(), first);
    expect((await phone.get(path)).body).toContain('Leia o documento inteiro');
  });

  test('of two on one phone is told apart by link and CPF', async () => {
    const { first, second } = await outTo(ANA, RUI);
    const phone = browser();
    await made.enter(phone, first);
    expect((await phone.get(second.path)).body).toContain('Primeiro, diga quem você é');
    await made.enter(phone, second);
    await made.read(phone, first.path);
    await made.read(phone, second.path);
    const ofSecond = await made.askCode(phone, second.path);
    const ofFirst = await made.askCode(phone, first.path);
    if (ofFirst !== ofSecond) {
      await phone.post(`${first.path}/assinar`, made.typed(ofSecond));
      expect((await signerOf(first.id)).state).toBe('ASKED');
    }
    await phone.post(`${second.path}/assinar`, made.typed(ofSecond, 'Rui Alves'));
    await phone.post(`${first.path}/assinar`, made.typed(ofFirst, 'Ana Prado'));
    expect([(await signerOf(first.id)).signature_data, (await signerOf(second.id)).signature_data]).toEqual([
      'Ana Prado',
      'Rui Alves',
    ]);
  });

  test('goes on where it was in another browser, once the CPF is typed there', async () => {
    const { first } = await outTo(ANA);
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const code = await made.askCode(phone, first.path);
    const desk = browser();
    expect((await desk.get(first.path)).body).not.toContain('Escreva o código');
    await made.enter(desk, first);
    expect((await desk.get(first.path)).body).toContain('Escreva o código e assine');
    await desk.post(`${first.path}/assinar`, made.typed(code));
    expect((await phone.get(first.path)).body).toContain('assinaram');
  });
});

describe('a paper that ended', () => {
  const titleOf = async (path: string, phone = browser()) => {
    const { statusCode, body } = await phone.get(path);
    return [statusCode, /<h1>([^<]*)<\/h1>/.exec(body)?.[1]];
  };

  test('by a refusal says so to all, and the reason to the agency alone', async () => {
    const { id, first, second } = await outTo(ANA, RUI);
    const phone = browser();
    await made.enter(phone, first);
    const blank = await phone.follow(await phone.post(`${first.path}/recusar`, { motivo: ' ' }));
    expect(blank.body).toContain('Diga por que não vai assinar');
    await phone.post(`${first.path}/recusar`, { motivo: 'O valor está errado.' });
    expect(await titleOf(first.path, phone)).toEqual([200, 'Você recusou a assinatura']);
    expect(await titleOf(second.path)).toEqual([200, 'Este documento não será assinado']);
    expect((await browser().get(second.path)).body).not.toContain('O valor está errado.');
    expect(await made.show(id)).toMatchObject({ state: 'REFUSED', ended_reason: 'O valor está errado.' });
    await phone.post(`${first.path}/lido`, { lido: 'sim' });
    expect((await signerOf(first.id)).read_at).toBeNull();
  });

  test('at midnight after its last day, also before the sweep came by', async () => {
    const { people, id } = await made.out([ANA, RUI], { deadline: '2026-03-12' });
    const [first, second] = [present(people[0]), present(people[1])];
    clock.today = '2026-03-12';
    const phone = browser();
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const code = await made.askCode(phone, first.path);
    clock.today = '2026-03-13';
    await phone.post(`${first.path}/assinar`, made.typed(code));
    expect(await titleOf(first.path, phone)).toEqual([200, 'O prazo para assinar acabou']);
    expect(await titleOf(second.path)).toEqual([200, 'O prazo para assinar acabou']);
    expect((await made.show(id)).state).toBe('EXPIRED');
    expect((await signerOf(first.id)).state).toBe('CLOSED');
    clock.today = '2026-05-01';
    expect(await titleOf(first.path)).toEqual([404, 'Este endereço não abre mais']);
  });

  test('by the agency says that earlier signatures hold no more', async () => {
    const { id, first, second } = await outTo(ANA, RUI);
    const phone = browser();
    await made.signAll(phone, first);
    const { version } = await made.show(id);
    await staff.post(`/signature/${id}/withdraw`, { reason: 'Valor novo' }, { 'if-match': `"${version}"` });
    const page = await phone.get(first.path);
    expect(page.body).toContain('Este documento foi retirado');
    expect(page.body).toContain('A imobiliária retirou.');
    expect(page.body).toContain('também para quem já tinha assinado');
    expect(await titleOf(second.path)).toEqual([200, 'Este documento foi retirado']);
  });
});

describe('hostile input', () => {
  test('is escaped where it comes back, and no drawing but lines is taken', async () => {
    const { first } = await outTo({ ...ANA, name: '<img src=x onerror=alert(1)> "Ana"' });
    const phone = browser();
    for (const attack of ATTACKS.filter((_, at) => at % 16 === 0)) {
      const page = await phone.follow(await made.enter(phone, { path: first.path, cpf: attack }));
      expect(executables(page.body)).toEqual([]);
    }
    await made.enter(phone, first);
    await made.read(phone, first.path);
    const code = await made.askCode(phone, first.path);
    for (const attack of [
      ...ATTACKS.filter((_, at) => at % 8 === 0),
      `M0 0${'L600 200'.repeat(5_000)}`,
      'M0 0L9999 0',
    ]) {
      const page = await phone.follow(
        await phone.post(`${first.path}/assinar`, { ...made.drawn(code, attack), nome: attack.slice(0, 100) }),
      );
      expect([page.statusCode, executables(page.body)]).toEqual([422, []]);
    }
    const huge = await app.inject({
      ...{ method: 'POST', url: `${first.path}/assinar`, remoteAddress: made.newAddress() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `desenho=${'M1 1'.repeat(50_000)}`,
    });
    expect(huge.statusCode).toBe(413);
    const { state, code_tries } = await signerOf(first.id);
    expect([state, code_tries]).toEqual(['ASKED', 0]);
    await phone.post(`${first.path}/assinar`, made.typed(code, '<script>alert(1)</script>'));
    const receipt = await phone.get(first.path);
    expect(receipt.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(executables(receipt.body)).toEqual([]);
  });
});
