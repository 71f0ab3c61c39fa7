import { calendarDate } from '@morada/domain/base/calendar';
import { cityNote, cityRefusal, lackingOfCity } from '@morada/domain/nfse/city-note';
import type { DpsFacts } from '@morada/domain/nfse/dps';
import type { NfseRefusal } from '@morada/domain/nfse/refusals';
import * as z from 'zod/mini';
import { openExchange, SendFailure } from '../sender.ts';
import type { Patience } from '../service.ts';
import { saoPauloTime } from './connection.ts';
import type { Trial, Unknown } from './national.ts';

// Focus NFe, which hands a note to a city outside the national system: `/v2/nfse`, by a name of ours (`ref`).

export type IntermediaryAccess = { base_url: string; token: string };

/** What the city gave a note. */
export type CityNote = { number: string; verification: string | null; url: string | null };

/** The city has not answered yet: to be asked again. */
export type Waits = { waits: true };

type Refused = { refused: NfseRefusal[] };

export type CityIssueAnswer = { city: CityNote; issuedAt: Date } | Waits | Refused | Unknown;
export type CityCancelAnswer = { cancelledAt: Date } | Refused | Unknown;

const PATIENCE: Patience = { within: 30_000, rest: 60_000 };

const word = z.optional(z.nullable(z.union([z.string(), z.number()])));
const Fault = z.looseObject({ codigo: word, mensagem: word, correcao: word });
const Told = z.looseObject({
  ...{ status: word, codigo: word, mensagem: word, numero: word, codigo_verificacao: word },
  ...{ data_emissao: word, url: word, url_danfse: word },
  erros: z.optional(z.nullable(z.array(Fault))),
});
type Told = z.output<typeof Told>;

/** Words of others for staff: one line without control characters, of bounded length. */
const cleaned = (words: string | number | null | undefined, longest = 300) =>
  String(words ?? '')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, longest);

const BUSY = ['em_processamento', 'nfe_autorizada'];
const CANCELLED = ['cancelado', 'substituido'];

/** A client of the intermediary. It keeps the state of its breaker. */
export function openIntermediaryClient({ base_url, token }: IntermediaryAccess, patience: Patience = PATIENCE) {
  const exchange = openExchange(patience);
  const authorization = `Basic ${Buffer.from(`${token}:`).toString('base64')}`;

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const url = `${base_url}/v2/nfse${path}`;
    const answer = await exchange({ method, url, headers: { authorization }, ...(body && { body }) });
    const { status } = answer;
    if (status === 401 || status === 403)
      throw new SendFailure('DENIED', 'O Focus NFe não aceitou o token: confira-o em Configurações, Imobiliária.');
    if (status === 429) throw new SendFailure('AWAY', 'O Focus NFe pediu para enviar mais devagar.');
    if (status >= 500) throw new SendFailure('LOST', `O Focus NFe está com problemas (resposta ${status}).`);
    const read = Told.safeParse(answer.json);
    if (!read.success || (read.data.status ?? read.data.codigo ?? undefined) === undefined)
      throw new SendFailure('LOST', 'O Focus NFe respondeu de um jeito que não entendemos.');
    return { status, told: read.data };
  }

  const nameOf = (reference: string) => `/${encodeURIComponent(reference)}`;
  const read = (reference: string) => call('GET', nameOf(reference));

  return {
    /** Issues a note under its name. From the second try on it asks for it first, so that none is sent twice. */
    async issue(
      facts: DpsFacts,
      ufOf: (city: string) => string,
      { maybeSent = false }: Trial,
    ): Promise<CityIssueAnswer> {
      const now = saoPauloTime(Date.now());
      const lacking = lackingOfCity(facts, calendarDate(now.slice(0, 10)));
      if (lacking.length > 0) return { refused: lacking };
      try {
        if (maybeSent) {
          const { status, told } = await read(facts.reference);
          if (status < 300) return issuedOf(told);
          if (status !== 404) return { refused: refusalsOf(told) };
        }
        const body = cityNote(facts, now, ufOf);
        const { status, told } = await call('POST', `?ref=${encodeURIComponent(facts.reference)}`, body);
        if (status < 300) return issuedOf(told);
        if (!BUSY.includes(String(told.codigo))) return { refused: refusalsOf(told) };
        return maybeSent ? { waits: true } : { refused: [TAKEN] };
      } catch (error) {
        return failureOf(error, maybeSent);
      }
    },

    /** Cancels a note by its name. One that is cancelled already counts as cancelled. */
    async cancel(reference: string, words: string, { maybeSent = false }: Trial): Promise<CityCancelAnswer> {
      try {
        if (maybeSent && CANCELLED.includes(String((await read(reference)).told.status))) return cancelled();
        const { told } = await call('DELETE', nameOf(reference), { justificativa: words });
        if (told.status === 'cancelado' || told.codigo === 'nfe_cancelada') return cancelled();
        return { refused: refusalsOf(told) };
      } catch (error) {
        return failureOf(error, true);
      }
    },

    /** Whether a note was cancelled, by whomever. */
    async readCancellation(reference: string): Promise<CityCancelAnswer | { stands: true }> {
      try {
        return CANCELLED.includes(String((await read(reference)).told.status)) ? cancelled() : { stands: true };
      } catch (error) {
        return failureOf(error, false);
      }
    },
  };
}
export type IntermediaryClient = ReturnType<typeof openIntermediaryClient>;

/** The answers tell no moment of a cancellation. */
const cancelled = () => ({ cancelledAt: new Date() });

const TAKEN: NfseRefusal = {
  ...{ code: 'MORADA', field: 'ref', party: 'NOTE', place: 'REGISTER' },
  sentence: 'O Focus NFe já tem uma nota com este nome, que não saiu daqui: veja no painel dele antes de emitir outra',
};

function issuedOf(told: Told): CityIssueAnswer {
  switch (told.status) {
    case 'autorizado':
      break;
    case 'processando_autorizacao':
      return { waits: true };
    case 'erro_autorizacao':
      return { refused: refusalsOf(told) };
    default: {
      const words = `A nota está como "${cleaned(told.status, 40)}" no Focus NFe`;
      return { refused: [cityRefusal(cleaned(told.status, 40), words, '')] };
    }
  }
  const number = cleaned(told.numero, 60);
  if (number === '')
    return { unknown: true, sent: true, reason: 'O Focus NFe disse que a nota foi autorizada, mas não o número dela.' };
  const issued = new Date(String(told.data_emissao ?? ''));
  return {
    city: {
      number,
      verification: cleaned(told.codigo_verificacao, 100) || null,
      url: pageOf(told.url_danfse) ?? pageOf(told.url),
    },
    issuedAt: Number.isNaN(issued.getTime()) ? new Date() : issued,
  };
}

/** An address that a person may open. */
function pageOf(address: Told['url']): string | null {
  const text = String(address ?? '');
  return /^https?:\/\//i.test(text) && text.length <= 1_000 && URL.canParse(text) ? text : null;
}

function refusalsOf({ codigo, mensagem, erros }: Told): NfseRefusal[] {
  const told = erros && erros.length > 0 ? erros : [{ codigo, mensagem, correcao: null }];
  return told.map((fault) =>
    cityRefusal(cleaned(fault.codigo, 60) || 'FOCUS', cleaned(fault.mensagem), cleaned(fault.correcao)),
  );
}

/** @param sent whether the order may have arrived. */
function failureOf(error: unknown, sent: boolean): Unknown {
  if (!(error instanceof SendFailure)) throw error;
  return { unknown: true, sent: sent || error.kind === 'LOST', reason: error.message };
}
