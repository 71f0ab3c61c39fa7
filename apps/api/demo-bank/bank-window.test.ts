import { addDays } from '@morada/domain/base/calendar';
import { expect, test } from 'vitest';
import { dayAt } from '#api/base/clock.ts';
import { type PixCharge, startPixServer } from '#test/servers/bank/pix-server.ts';
import { openBankWindow } from './bank-window.ts';

const charge = (txid: string, changes: Partial<PixCharge> = {}): PixCharge => ({
  kind: 'cobv',
  txid,
  revisao: 0,
  status: 'ATIVA',
  loc: { id: 1, location: 'pix.example.com/1', tipoCob: 'cobv', criacao: '2026-11-01T10:00:00Z' },
  calendario: {
    criacao: '2026-11-01T10:00:00Z',
    dataDeVencimento: addDays(dayAt(new Date()), 3),
    validadeAposVencimento: 4,
  },
  devedor: { nome: 'Ana <Souza>', cpf: '11144477735' },
  valor: { original: '1234.56' },
  chave: 'chave',
  solicitacaoPagador: 'Aluguel de novembro de 2026',
  earlier: [],
  ...changes,
});

test('a charge is paid and given back by its buttons, once', async () => {
  const psp = await startPixServer({ refunds: 'at once' });
  const bank = await openBankWindow(psp, 0);
  const press = (path: string, headers = {}) =>
    fetch(`${bank.url}${path}`, { method: 'POST', headers, redirect: 'manual' });
  const page = async () => (await fetch(bank.url)).text();
  try {
    const txid = 'a'.repeat(32);
    psp.charges.set(txid, charge(txid));
    psp.charges.set('b'.repeat(32), charge('b'.repeat(32), { status: 'REMOVIDA_PELO_PSP' }));
    expect(await page()).toContain('1.234,56');
    expect(await page()).toContain('Ana &lt;Souza&gt;');
    expect((await page()).match(/>Pagar</g)).toHaveLength(1);

    expect((await press(`/charges/${txid}/pay`, { 'sec-fetch-site': 'cross-site' })).status).toBe(404);
    expect(psp.payments.size).toBe(0);
    expect((await press(`/charges/${txid}/pay`)).status).toBe(303);
    expect((await press(`/charges/${txid}/pay`)).status).toBe(303);
    expect([...psp.payments.values()].map(({ valor }) => valor)).toEqual(['1234.56']);
    expect(await page()).not.toContain('>Pagar<');

    // An immediate charge is paid until it expires, and authorises the recurrence that names it.
    const cob = 'c'.repeat(32);
    const immediate = { criacao: new Date().toISOString(), expiracao: 1_800 };
    psp.charges.set(cob, charge(cob, { kind: 'cob', calendario: immediate }));
    psp.charges.set(
      'd'.repeat(32),
      charge('d'.repeat(32), { kind: 'cob', calendario: { ...immediate, expiracao: -1 } }),
    );
    const idRec = 'RN'.padEnd(29, '1');
    psp.recurrences.set(idRec, {
      ...{
        idRec,
        status: 'CRIADA',
        atualizacao: [],
        journey: 'AGUARDANDO_DEFINICAO',
        politicaRetentativa: 'NAO_PERMITE',
      },
      vinculo: { contrato: '12', devedor: { cpf: '11144477735', nome: 'Ana Souza' } },
      calendario: { dataInicial: '2026-12-10', periodicidade: 'MENSAL' },
      ativacao: { dadosJornada: { txid: cob } },
    });
    expect((await page()).match(/>Pagar/g)).toHaveLength(1);
    expect((await press(`/charges/${cob}/authorise`)).status).toBe(303);
    expect(psp.recurrences.get(idRec)?.status).toBe('APROVADA');
    expect(await page()).not.toContain('>Pagar');
    // A charge with due date is paid with a code that authorises the recurrence of its payer; it is also authorised alone.
    const other = 'RN'.padEnd(29, '2');
    const waiting = { ...psp.recurrences.get(idRec), idRec: other, status: 'CRIADA', ativacao: undefined };
    psp.recurrences.set(other, waiting as never);
    const due = 'e'.repeat(32);
    psp.charges.set(due, charge(due));
    expect((await page()).match(/>Pagar( e autorizar)?</g)).toEqual(['>Pagar e autorizar<', '>Pagar<']);
    await press(`/charges/${due}/join`);
    expect(psp.recurrences.get(other)).toMatchObject({ status: 'APROVADA', journey: 'JORNADA_4' });
    await press(`/recurrences/${other}/cancel`);
    expect(psp.recurrences.get(other)).toMatchObject({
      status: 'CANCELADA',
      encerramento: { cancelamento: { solicitante: 'USUARIO_PAGADOR' } },
    });
    psp.recurrences.set(other, waiting as never);
    expect((await page()).match(/>(Autorizar|Cancelar)</g)).toEqual(['>Cancelar<', '>Autorizar<']);
    await press(`/recurrences/${other}/authorise`);
    expect(psp.recurrences.get(other)).toMatchObject({ status: 'APROVADA', journey: 'JORNADA_2' });
    psp.payments.delete([...psp.payments.keys()][2] ?? '');
    psp.payments.delete([...psp.payments.keys()][1] ?? '');

    const [paid] = psp.payments.keys();
    await press(`/payments/${paid}/return`);
    await press(`/payments/${paid}/return`);
    expect([...psp.payments.values()].flatMap(({ devolucoes }) => devolucoes.map(({ valor }) => valor))).toEqual([
      '1234.56',
    ]);
    expect(await page()).toContain('Devolvido ao pagador');
  } finally {
    await bank.close();
    await psp.close();
  }
});
