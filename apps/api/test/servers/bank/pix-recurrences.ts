import { randomUUID } from 'node:crypto';
import { crc16 } from '@morada/domain/bank/pix/pix';
import { nextBusinessDay } from '@morada/domain/base/business-days';
import { addDays, type CalendarDate, daysBetween, referenceOf } from '@morada/domain/base/calendar';
import * as z from 'zod/mini';
import type { Notice } from '../../bank/bank-deliveries.ts';
import type { Answer } from './bank-host.ts';
import { amountText, hundredths } from './pix-amounts.ts';
import { schemaViolations, type Violation } from './pix-bodies.ts';
import { Problem } from './pix-problems.ts';

// Pix Automático at the provider: locrec, rec, cobr and their webhooks, with the clock of charges. By the Central Bank's
// public description; unknown fields are refused, so that a misspelt name is noticed.

const upTo = (length: number) => z.string().check(z.maxLength(length));
const money = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/));
const day = z.iso.date();
const txidText = z.string().check(z.regex(/^[a-zA-Z0-9]{26,35}$/));
const person = { nome: upTo(140) };
const debtor = z.union([
  z.strictObject({ cpf: z.string().check(z.regex(/^\d{11}$/)), ...person }),
  z.strictObject({ cnpj: z.string().check(z.regex(/^[0-9A-Z]{14}$/)), ...person }),
]);
const newRec = z.strictObject({
  vinculo: z.strictObject({ objeto: z.optional(upTo(35)), contrato: upTo(35), devedor: debtor }),
  calendario: z.strictObject({
    dataInicial: day,
    dataFinal: z.optional(day),
    periodicidade: z.enum(['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']),
  }),
  valor: z.optional(z.strictObject({ valorRec: z.optional(money), valorMinimoRecebedor: z.optional(money) })),
  recebedor: z.optional(z.strictObject({ convenio: z.optional(upTo(60)) })),
  politicaRetentativa: z.enum(['NAO_PERMITE', 'PERMITE_3R_7D']),
  loc: z.optional(z.int()),
  ativacao: z.optional(z.strictObject({ dadosJornada: z.strictObject({ txid: txidText }) })),
});
const canceled = z.strictObject({ status: z.literal('CANCELADA') });
const changedRec = z.partial(
  z.strictObject({
    status: z.literal('CANCELADA'),
    vinculo: z.strictObject({ devedor: z.strictObject({ nome: upTo(140) }) }),
    loc: z.int(),
    calendario: z.strictObject({ dataInicial: day }),
    ativacao: z.strictObject({ dadosJornada: z.strictObject({ txid: txidText }) }),
  }),
);
const newCobr = z.strictObject({
  idRec: z.string().check(z.regex(/^[a-zA-Z0-9]{29}$/)),
  infoAdicional: z.optional(upTo(140)),
  calendario: z.strictObject({ dataDeVencimento: day }),
  valor: z.strictObject({ original: money }),
  ajusteDiaUtil: z.optional(z.boolean()),
  recebedor: z.strictObject({
    agencia: z.optional(upTo(4)),
    conta: upTo(20),
    tipoConta: z.enum(['CORRENTE', 'POUPANCA', 'PAGAMENTO']),
  }),
});
const webhookBody = z.strictObject({ webhookUrl: z.url({ protocol: /^https?$/ }) });

type Step = { status: string; data: string };
export type PixLocation = { id: number; location: string; criacao: string; idRec?: string };
export type PixRecurrence = Omit<z.infer<typeof newRec>, 'ativacao'> & {
  /** The immediate charge of journey 3. */
  ativacao?: z.infer<typeof newRec>['ativacao'] | undefined;
  idRec: string;
  status: string;
  atualizacao: Step[];
  encerramento?: { cancelamento?: { solicitante: string; codigo: string; descricao: string } };
  journey: string;
};
type Attempt = {
  dataLiquidacao: string;
  tipo: 'AGND' | 'NTAG' | 'RIFL';
  status: string;
  endToEndId: string;
  atualizacao: Step[];
};
export type PixRecurringCharge = z.infer<typeof newCobr> & {
  txid: string;
  status: string;
  criacao: string;
  atualizacao: Step[];
  tentativas: Attempt[];
};

export type RecurrenceMaps = {
  locations: Map<string, PixLocation>;
  recurrences: Map<string, PixRecurrence>;
  recurring: Map<string, PixRecurringCharge>;
  /** By kind: `rec`, `cobr`. */
  recurringWebhooks: Map<string, { webhookUrl: string; criacao: string }>;
};

type Provider = RecurrenceMaps & {
  keep: (map: keyof RecurrenceMaps, key: string) => void;
  now: () => Date;
  dayOf: (time: Date) => CalendarDate;
  host: string;
  ispb: string;
  receiver: { cnpj: string; nome: string; cidade: string };
  account: string;
  send: (url: string, notice: Notice) => void;
  /** Pix of a txid, as a recurring charge lists them. */
  paymentsOf: (txid: string) => object[];
  receive: (charge: PixRecurringCharge) => { endToEndId: string };
  endToEndId: () => string;
  /** BR Code of a charge with due date or an immediate one, and its kind; undefined for an unknown txid. */
  codeOf: (txid: string) => { kind: 'cob' | 'cobv'; code: string } | undefined;
  isTaken: (txid: string) => boolean;
};

type Asked = { words: string[]; query: URLSearchParams; body: unknown };
type Route = [method: string, path: RegExp, scope: string, act: (asked: Asked) => Answer];

const DETAIL = 'A presente requisição não respeita o schema ou está semanticamente errada.';
const invalid = (tag: 'Rec' | 'CobR', violations: Violation[]) =>
  new Problem(400, `${tag}OperacaoInvalida`, DETAIL, violations);

function read<T>(tag: 'Rec' | 'CobR', schema: z.ZodMiniType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw invalid(tag, schemaViolations(tag === 'Rec' ? 'rec' : 'cobr', result.error.issues, body));
}

const FIRST_DAY = 10;
const LAST_DAY = 2;
const RETRIES = 3;
const RETRY_DAYS = 7;
const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;
const template = (location: string) => field('80', field('00', 'br.gov.bcb.pix') + field('25', location));

export function pixRecurrences(provider: Provider) {
  const { locations, recurrences, recurring, recurringWebhooks, keep, now, dayOf, receiver } = provider;
  const step = (status: string): Step => ({ status, data: now().toISOString() });
  const today = () => dayOf(now());

  const routes: Route[] = [
    ['POST', /^\/locrec$/, 'payloadlocationrec.write', postLocation],
    [
      'GET',
      /^\/locrec\/([^/]+)$/,
      'payloadlocationrec.read',
      ({ words }) => ({ status: 200, body: locationOf(words[0]) }),
    ],
    ['POST', /^\/rec$/, 'rec.write', postRecurrence],
    ['GET', /^\/rec\/([^/]+)$/, 'rec.read', getRecurrence],
    ['PATCH', /^\/rec\/([^/]+)$/, 'rec.write', patchRecurrence],
    ['PUT', /^\/cobr\/([^/]+)$/, 'cobr.write', putCharge],
    ['GET', /^\/cobr\/([^/]+)$/, 'cobr.read', ({ words }) => ({ status: 200, body: chargeAnswer(chargeOf(words[0])) })],
    ['PATCH', /^\/cobr\/([^/]+)$/, 'cobr.write', patchCharge],
    ['POST', /^\/cobr\/([^/]+)\/retentativa\/([^/]+)$/, 'cobr.write', postRetry],
    ['PUT', /^\/webhook(rec)$/, 'webhookrec.write', putWebhook],
    ['PUT', /^\/webhook(cobr)$/, 'webhookcobr.write', putWebhook],
  ];

  return {
    routes,
    locations,
    recurrences,
    recurring,
    recurringWebhooks,
    /** The payer authorises, by the code of the recurrence (2) or one with a payment (4). */
    approve: (idRec: string, journey: 2 | 4 = 2) =>
      // The receiver's bank takes the immediate charge out of the recurrence, which goes with journey 3 alone.
      changeRecurrence(idRec, 'CRIADA', 'APROVADA', { journey: `JORNADA_${journey}`, ativacao: undefined }),
    /** The payer has paid the immediate charge by the code of journey 3, which authorises the recurrence that names it. */
    approveWith(txid: string) {
      const found = recurrenceWith(txid);
      if (!found) throw new RangeError(`no recurrence goes with the charge ${txid}`);
      return changeRecurrence(found.idRec, 'CRIADA', 'APROVADA', { journey: 'JORNADA_3' });
    },
    recurrenceWith,
    expireRecurrence: (idRec: string) => changeRecurrence(idRec, 'CRIADA', 'EXPIRADA', {}),
    /** The payer ends the authorisation at their bank; charges that are not settled end with it. */
    cancelByPayer(idRec: string) {
      changeRecurrence(idRec, 'APROVADA', 'CANCELADA', {
        encerramento: {
          cancelamento: {
            solicitante: 'USUARIO_PAGADOR',
            codigo: 'SLDB',
            descricao: 'Cancelada pelo usuário pagador.',
          },
        },
      });
      for (const charge of recurring.values())
        if (charge.idRec === idRec && charge.status === 'ATIVA') endCharge(charge, 'CANCELADA');
    },
    /** The attempt of the day succeeds: the payer's bank pays. */
    collect,
    /** The attempt of the day fails for lack of funds, and with it the charge if no further attempt is allowed. */
    miss,
    notifyRecurrence,
    notifyRecurringCharge,
  };

  function postLocation(): Answer {
    const id = locations.size + 1;
    const location = `${provider.host}/qr/v2/rec/${randomUUID().replaceAll('-', '')}`;
    const made = { id, location, criacao: now().toISOString() };
    locations.set(String(id), made);
    keep('locations', String(id));
    return { status: 201, body: made };
  }

  function locationOf(id = ''): PixLocation {
    const found = locations.get(id);
    if (!found)
      throw new Problem(404, 'PayloadLocationRecNaoEncontrado', 'Location não encontrada para o id informado.');
    return found;
  }

  function postRecurrence({ body }: Asked): Answer {
    const asked = read('Rec', newRec, body);
    const { calendario, valor, loc } = asked;
    const found: Violation[] = [];
    if (calendario.dataInicial < today())
      found.push({
        razao: 'O campo rec.calendario.dataInicial é anterior à data de criação da recorrência.',
        propriedade: 'rec.calendario.dataInicial',
      });
    if (calendario.dataFinal !== undefined && calendario.dataFinal < calendario.dataInicial)
      found.push({
        razao: 'O campo rec.calendario.dataFinal é anterior ao campo rec.calendario.dataInicial.',
        propriedade: 'rec.calendario.dataFinal',
      });
    if (valor?.valorRec !== undefined && valor.valorMinimoRecebedor !== undefined)
      found.push({
        razao: 'Ambos os campos rec.valor.valorRec e rec.valor.valorMinimoRecebedor estão preenchidos.',
        propriedade: 'rec.valor',
      });
    const location = loc === undefined ? undefined : locations.get(String(loc));
    if (loc !== undefined && (!location || location.idRec !== undefined))
      found.push({
        razao: `O location referenciado por rec.loc ${location ? 'já está sendo utilizado por outra recorrência' : 'inexiste'}.`,
        propriedade: 'rec.loc',
        valor: String(loc),
      });
    found.push(...activationViolations(asked.ativacao));
    if (found.length > 0) throw invalid('Rec', found);
    const kind = asked.politicaRetentativa === 'PERMITE_3R_7D' ? 'RR' : 'RN';
    const serial = randomUUID().replaceAll('-', '').slice(0, 11);
    const idRec = `${kind}${provider.ispb}${today().replaceAll('-', '')}${serial}`;
    const made = { ...asked, idRec, status: 'CRIADA', atualizacao: [step('CRIADA')], journey: 'AGUARDANDO_DEFINICAO' };
    keepRecurrence(made);
    if (location) {
      locations.set(String(location.id), { ...location, idRec });
      keep('locations', String(location.id));
    }
    return { status: 201, body: recurrenceAnswer(made) };
  }

  /** Journey 3 goes with an immediate charge: one with due date is refused. */
  function activationViolations(ativacao: PixRecurrence['ativacao']): Violation[] {
    const txid = ativacao?.dadosJornada.txid;
    if (txid === undefined || provider.codeOf(txid)?.kind === 'cob') return [];
    const razao = 'O campo rec.ativacao.dadosJornada.txid não corresponde a uma cobrança imediata.';
    return [{ razao, propriedade: 'rec.ativacao.dadosJornada.txid', valor: txid }];
  }

  /** The recurrence that waits for the payment of an immediate charge. */
  function recurrenceWith(txid: string) {
    return [...recurrences.values()].find(
      ({ status, ativacao }) => status === 'CRIADA' && ativacao?.dadosJornada.txid === txid,
    );
  }

  function recurrenceOf(idRec = ''): PixRecurrence {
    const found = recurrences.get(idRec);
    if (!found) throw new Problem(404, 'RecNaoEncontrada', 'Recorrência não encontrada para o idRec informado.');
    return found;
  }

  function getRecurrence({ words, query }: Asked): Answer {
    const found = recurrenceOf(words[0]);
    const location = found.loc === undefined ? undefined : locations.get(String(found.loc));
    const txid = query.get('txid');
    const charge = txid === null ? undefined : provider.codeOf(txid);
    if (txid !== null && !charge)
      throw new Problem(400, 'RecConsultaInvalida', DETAIL, [
        { razao: 'O parâmetro txid não corresponde a uma cobrança.', propriedade: 'txid', valor: txid },
      ]);
    if (charge && txid !== null) checkJourney(found, charge.kind, txid);
    return {
      status: 200,
      body: { ...recurrenceAnswer(found), ...(location && { dadosQR: codeWith(location.location, charge) }) },
    };
  }

  function checkJourney({ journey, ativacao }: PixRecurrence, kind: 'cob' | 'cobv', txid: string) {
    const refuse = (razao: string) =>
      new Problem(400, 'RecConsultaInvalida', DETAIL, [{ razao, propriedade: 'txid', valor: txid }]);
    if (kind === 'cobv' && journey === 'JORNADA_3')
      throw refuse('O parâmetro txid não corresponde a uma cobrança compatível com o campo ativacao.tipoJornada.');
    if (kind === 'cob' && ativacao?.dadosJornada.txid !== txid)
      throw refuse(
        'O parâmetro txid corresponde a uma cobrança imediata diferente da informada no campo ativacao.dadosJornada.txid.',
      );
  }

  function codeWith(location: string, charge: { kind: 'cob' | 'cobv'; code: string } | undefined) {
    const body = charge
      ? charge.code.slice(0, -8)
      : [
          field('00', '01'),
          field('26', field('00', 'br.gov.bcb.pix')),
          '52040000',
          '5303986',
          '5802BR',
          field('59', receiver.nome.slice(0, 25)),
          field('60', receiver.cidade.slice(0, 15)),
          field('62', field('05', '***')),
        ].join('');
    const text = `${body}${template(location)}6304`;
    const jornada = !charge ? 'JORNADA_2' : charge.kind === 'cob' ? 'JORNADA_3' : 'JORNADA_4';
    return { jornada, pixCopiaECola: text + crc16(text) };
  }

  function patchRecurrence({ words, body }: Asked): Answer {
    const found = recurrenceOf(words[0]);
    const { status, vinculo, ...changes } = read('Rec', changedRec, body);
    if (!['CRIADA', 'APROVADA'].includes(found.status))
      throw invalid('Rec', [
        {
          razao: 'A recorrência encontra-se expirada, cancelada ou rejeitada.',
          propriedade: 'rec.status',
          valor: found.status,
        },
      ]);
    if (status === undefined) return { status: 200, body: recurrenceAnswer(revised(found, vinculo, changes)) };
    const ended = changeRecurrence(found.idRec, found.status, 'CANCELADA', {
      encerramento: {
        cancelamento: {
          solicitante: 'USUARIO_RECEBEDOR',
          codigo: 'SLCR',
          descricao: 'Cancelada pelo usuário recebedor.',
        },
      },
    });
    return { status: 200, body: recurrenceAnswer(ended) };
  }

  function revised(
    found: PixRecurrence,
    vinculo: { devedor: { nome: string } } | undefined,
    { loc, calendario, ativacao }: Pick<z.infer<typeof changedRec>, 'loc' | 'calendario' | 'ativacao'>,
  ): PixRecurrence {
    const violations = activationViolations(ativacao);
    const refuse = (field: string) =>
      violations.push({
        razao: `O campo rec.${field} somente pode ser alterado quando a recorrência apresentar-se com o status CRIADA.`,
        propriedade: `rec.${field}`,
      });
    if (loc !== undefined && found.status !== 'CRIADA') refuse('loc');
    if (calendario && found.status !== 'CRIADA') refuse('calendario.dataInicial');
    if (violations.length > 0) throw invalid('Rec', violations);
    const revision: PixRecurrence = {
      ...found,
      ...(loc !== undefined && { loc }),
      ...(ativacao && { ativacao }),
      ...(calendario && { calendario: { ...found.calendario, ...calendario } }),
      ...(vinculo && {
        vinculo: { ...found.vinculo, devedor: { ...found.vinculo.devedor, nome: vinculo.devedor.nome } },
      }),
    };
    keepRecurrence(revision);
    return revision;
  }

  function changeRecurrence(idRec: string, from: string, status: string, changes: Partial<PixRecurrence>) {
    const found = recurrenceOf(idRec);
    if (found.status !== from) throw new RangeError(`the recurrence ${idRec} is ${found.status}`);
    const changed = { ...found, ...changes, status, atualizacao: [...found.atualizacao, step(status)] };
    keepRecurrence(changed);
    notifyRecurrence(idRec);
    return changed;
  }

  function recurrenceAnswer({ journey, loc, ativacao, ...rec }: PixRecurrence) {
    return {
      ...rec,
      recebedor: { ...rec.recebedor, cnpj: receiver.cnpj, nome: receiver.nome },
      ...(loc !== undefined && { loc: locations.get(String(loc)) }),
      ativacao: { tipoJornada: journey, ...ativacao },
    };
  }

  function keepRecurrence(rec: PixRecurrence) {
    recurrences.set(rec.idRec, rec);
    keep('recurrences', rec.idRec);
  }

  function settlementOf({
    calendario,
    ajusteDiaUtil = true,
  }: Pick<PixRecurringCharge, 'calendario' | 'ajusteDiaUtil'>) {
    const due = calendario.dataDeVencimento as CalendarDate;
    return ajusteDiaUtil ? nextBusinessDay(due) : due;
  }

  function putCharge({ words, body }: Asked): Answer {
    const txid = words[0] ?? '';
    const asked = read('CobR', newCobr, body);
    const found: Violation[] = [];
    const refuse = (razao: string, propriedade: string) => found.push({ razao, propriedade });
    const { dataDeVencimento } = asked.calendario;
    const rec = recurrences.get(asked.idRec);
    if (!txidText.safeParse(txid).success) refuse('O txid não respeita o schema.', 'cobr.txid');
    if (provider.isTaken(txid) || recurring.has(txid)) refuse('O campo cobr.txid encontra-se em uso.', 'cobr.txid');
    if (rec?.status !== 'APROVADA') refuse('A recorrência não está aprovada.', 'cobr.idRec');
    if (dataDeVencimento < today())
      refuse(
        'O campo cobr.calendario.dataDeVencimento é anterior à data de criação da cobrança.',
        'cobr.calendario.dataDeVencimento',
      );
    const ahead = daysBetween(today(), settlementOf(asked));
    if (ahead < LAST_DAY || ahead > FIRST_DAY)
      refuse('A cobrança deve ser enviada de 10 a 2 dias antes da liquidação.', 'cobr.calendario.dataDeVencimento');
    if (hundredths(asked.valor.original) === 0)
      refuse('O campo cobr.valor não respeita o schema.', 'cobr.valor.original');
    if (asked.recebedor.conta !== provider.account)
      refuse(
        'Os campos cobr.recebedor.conta e cobr.recebedor.agencia correspondem a uma conta que não pertence a este usuário recebedor.',
        'cobr.recebedor.conta',
      );
    const rival = [...recurring.values()].some(
      (other) =>
        other.idRec === asked.idRec &&
        !['REJEITADA', 'CANCELADA'].includes(other.status) &&
        referenceOf(other.calendario.dataDeVencimento as CalendarDate) ===
          referenceOf(dataDeVencimento as CalendarDate),
    );
    if (rival)
      refuse(
        'Existe uma CobR com status diferente de REJEITADA e CANCELADA referente ao mesmo cobr.idRec com calendario.dataDeVencimento no mesmo ciclo.',
        'cobr.calendario.dataDeVencimento',
      );
    if (found.length > 0) throw invalid('CobR', found);
    const charge: PixRecurringCharge = {
      ...asked,
      txid,
      status: 'ATIVA',
      criacao: today(),
      atualizacao: [step('CRIADA'), step('ATIVA')],
      tentativas: [attempt('AGND', settlementOf(asked))],
    };
    keepCharge(charge);
    return { status: 201, body: chargeAnswer(charge) };
  }

  function attempt(tipo: Attempt['tipo'], dataLiquidacao: string): Attempt {
    const status = 'AGENDADA';
    return { dataLiquidacao, tipo, status, endToEndId: provider.endToEndId(), atualizacao: [step(status)] };
  }

  function chargeOf(txid = ''): PixRecurringCharge {
    const found = recurring.get(txid);
    if (!found) throw new Problem(404, 'CobRNaoEncontrado', 'Cobrança não encontrada para o txid informado.');
    return found;
  }

  function patchCharge({ words, body }: Asked): Answer {
    const found = chargeOf(words[0]);
    read('CobR', canceled, body);
    const first = found.tentativas[0]?.dataLiquidacao ?? '';
    if (found.status !== 'ATIVA' || today() >= first)
      throw invalid('CobR', [
        {
          razao:
            'Não é possível cancelar uma cobrança em uma data igual ou maior que a data prevista da primeira tentativa de liquidação.',
          propriedade: 'cobr.status',
          valor: found.status,
        },
      ]);
    return { status: 200, body: chargeAnswer(endCharge(found, 'CANCELADA')) };
  }

  function postRetry({ words }: Asked): Answer {
    const found = chargeOf(words[0]);
    const on = words[1] ?? '';
    const refuse = (razao: string) => invalid('CobR', [{ razao, propriedade: 'data', valor: on }]);
    const rec = recurrenceOf(found.idRec);
    if (rec.politicaRetentativa === 'NAO_PERMITE')
      throw refuse('A política configurada na recorrência não permite retentativa de cobrança.');
    if (!day.safeParse(on).success || on <= today())
      throw refuse('O parâmetro data não corresponde a uma data futura.');
    if (found.status !== 'ATIVA' || found.tentativas.some(({ status }) => status === 'AGENDADA'))
      throw refuse('Existe uma tentativa com status `SOLICITADA` ou `AGENDADA`.');
    const retries = found.tentativas.filter(({ tipo }) => tipo === 'NTAG').length;
    if (retries >= RETRIES || on > addDays(settlementOf(found), RETRY_DAYS))
      throw refuse('A política configurada na recorrência não permite retentativa de cobrança.');
    const retried = { ...found, tentativas: [...found.tentativas, attempt('NTAG', on)] };
    keepCharge(retried);
    return { status: 201, body: chargeAnswer(retried) };
  }

  function ofDay(txid: string): { charge: PixRecurringCharge; last: Attempt } {
    const charge = chargeOf(txid);
    const last = charge.tentativas.at(-1);
    if (charge.status !== 'ATIVA' || last?.status !== 'AGENDADA' || last.dataLiquidacao !== today())
      throw new RangeError(`the charge ${txid} has no attempt today: ${charge.status}, ${last?.dataLiquidacao}`);
    return { charge, last };
  }

  function endCharge(charge: PixRecurringCharge, status: string, last?: string): PixRecurringCharge {
    const rest = charge.tentativas.slice(0, -1);
    const attempts = charge.tentativas.slice(-1).map((one) => {
      const word = last ?? (one.status === 'AGENDADA' ? status : one.status);
      return { ...one, status: word, atualizacao: [...one.atualizacao, step(word)] };
    });
    const isEnded = status !== charge.status;
    const ended = {
      ...charge,
      status,
      tentativas: [...rest, ...attempts],
      atualizacao: isEnded ? [...charge.atualizacao, step(status)] : charge.atualizacao,
    };
    keepCharge(ended);
    notifyRecurringCharge(charge.txid);
    return ended;
  }

  function collect(txid: string) {
    const { charge } = ofDay(txid);
    const pix = provider.receive(charge);
    endCharge(charge, 'CONCLUIDA', 'PAGA');
    return pix;
  }

  function miss(txid: string) {
    const { charge } = ofDay(txid);
    const { politicaRetentativa } = recurrenceOf(charge.idRec);
    endCharge(charge, politicaRetentativa === 'NAO_PERMITE' ? 'EXPIRADA' : 'ATIVA', 'REJEITADA');
  }

  function keepCharge(charge: PixRecurringCharge) {
    recurring.set(charge.txid, charge);
    keep('recurring', charge.txid);
  }

  function chargeAnswer({ criacao, calendario, ...charge }: PixRecurringCharge) {
    const pix = provider.paymentsOf(charge.txid);
    return {
      ...charge,
      calendario: { ...calendario, criacao },
      valor: { original: amountText(hundredths(charge.valor.original)) },
      recebedor: { ...charge.recebedor, cnpj: receiver.cnpj, nome: receiver.nome },
      politicaRetentativa: recurrenceOf(charge.idRec).politicaRetentativa,
      ...(pix.length > 0 && { pix }),
    };
  }

  function putWebhook({ words: [kind = ''], body }: Asked): Answer {
    const { webhookUrl } = read(kind === 'rec' ? 'Rec' : 'CobR', webhookBody, body);
    recurringWebhooks.set(kind, { webhookUrl, criacao: now().toISOString() });
    keep('recurringWebhooks', kind);
    return { status: 201 };
  }

  function notifyRecurrence(idRec: string) {
    const { status, atualizacao, journey, ativacao, encerramento } = recurrenceOf(idRec);
    const webhook = recurringWebhooks.get('rec');
    const notice = {
      idRec,
      status,
      atualizacao,
      ...(encerramento && { encerramento }),
      ativacao: { tipoJornada: journey, ...ativacao },
    };
    if (webhook) provider.send(`${webhook.webhookUrl}/rec`, notice);
  }

  function notifyRecurringCharge(txid: string) {
    const { idRec, status, atualizacao, tentativas } = chargeOf(txid);
    const webhook = recurringWebhooks.get('cobr');
    if (webhook) provider.send(`${webhook.webhookUrl}/cobr`, { idRec, txid, status, atualizacao, tentativas });
  }
}
