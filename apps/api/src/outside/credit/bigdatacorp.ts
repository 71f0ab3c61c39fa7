import { SCORES } from '@morada/domain/application/credit';
import * as z from 'zod/mini';
import { openExchange, SendFailure } from '../sender.ts';
import type { Patience } from '../service.ts';
import { tidy } from '../tidy.ts';
import type { CreditAnswer, CreditBureau } from './bureau.ts';

// BigDataCorp's Plataforma de Dados, API of partners (`/marketplace`): Quod's credit score of a person or a company. An answer lists its
// states by dataset; what was refused has a negative code. Sources: docs/decisions/applications.md.

export type BigDataCorpAccess = { base_url: string; access_token: string; token_id: string };

/**
 * A call that is left before its answer is charged all the same.
 *
 * @internal
 */
export const PATIENCE: Patience = { within: 45_000, rest: 60_000 };
/** Datasets by the length of a document. */
const DATASETS: Readonly<Record<number, string>> = {
  11: 'partner_quod_credit_score_person',
  14: 'partner_quod_credit_score_company',
};
const MOST_REASONS = 10;

const State = z.looseObject({ Code: z.int(), Message: z.optional(z.nullable(z.string())) });
const Result = z.looseObject({ MatchKeys: z.optional(z.nullable(z.string())) });
const Reply = z.looseObject({
  QueryId: z.optional(z.nullable(z.string())),
  Result: z.optional(z.nullable(z.array(Result))),
  Status: z.record(z.string(), z.array(State)),
});
const points = z.optional(z.nullable(z.number()));
const Scored = z.looseObject({
  Score: z.nullable(z.number()),
  PaymentCommitmentScore: points,
  PaymentCapacityScore: points,
  Reasons: z.optional(z.nullable(z.array(z.unknown()))),
});

/** A client of BigDataCorp. It keeps the state of its breaker. */
export function openBigDataCorp(
  { base_url, access_token, token_id }: BigDataCorpAccess,
  patience: Patience = PATIENCE,
): CreditBureau {
  const exchange = openExchange(patience);
  return {
    async ask(document) {
      const dataset = DATASETS[document.length];
      if (dataset === undefined) throw new SendFailure('REFUSED', 'Este documento não é um CPF nem um CNPJ.');
      const q = `doc{${document}}`;
      const { status, json } = await exchange({
        method: 'POST',
        url: `${base_url}/marketplace`,
        headers: { AccessToken: access_token, TokenId: token_id },
        body: { q, Datasets: dataset },
      });
      const { success, data: reply } = Reply.safeParse(json);
      const refused = success
        ? Object.values(reply.Status)
            .flat()
            .find(({ Code }) => Code !== 0)
        : undefined;
      const query_id = success ? tidy(reply.QueryId, 100) || null : null;
      if (refused) return { ...NOTHING, query_id, note: noteOf(refused) };
      if (status !== 200) throw failureOf(status);
      // Without a state of the dataset it is not known whether it was carried out.
      if (!success || !reply.Status[dataset]) throw unread();
      return { ...scoreOf(reply.Result ?? [], q), query_id };
    },
  };
}

const NOTHING = { score: null, commitment: null, capacity: null, reasons: [] };

const unread = () => new SendFailure('LOST', 'A BigDataCorp respondeu de um jeito que não entendemos.');

/** The score among the results of a call. @throws SendFailure where they are of somebody else, or of another shape */
function scoreOf([result]: readonly z.output<typeof Result>[], q: string): Omit<CreditAnswer, 'query_id'> {
  if (result === undefined) return { ...NOTHING, note: NO_SCORE };
  const { MatchKeys, ...parts } = result;
  if (MatchKeys && MatchKeys !== q) throw unread();
  // The part has the dataset's name in another spelling, and is the one with a score.
  const part = Object.values(parts).find((one) => one instanceof Object && 'Score' in one);
  if (part === undefined) return { ...NOTHING, note: NO_SCORE };
  const { success, data } = Scored.safeParse(part);
  if (!success) throw unread();
  const { Score, PaymentCommitmentScore, PaymentCapacityScore, Reasons } = data;
  const isOnScale = Score !== null && Number.isInteger(Score) && Score >= SCORES.least && Score <= SCORES.most;
  return {
    score: isOnScale ? Score : null,
    commitment: wholeOf(PaymentCommitmentScore),
    capacity: wholeOf(PaymentCapacityScore),
    reasons: (Reasons ?? [])
      .flatMap((reason) => (typeof reason === 'string' ? tidy(reason) || [] : []))
      .slice(0, MOST_REASONS),
    note: isOnScale ? null : Score === null ? NO_SCORE : `O birô respondeu ${Score}, fora da escala de 300 a 1000.`,
  };
}

const NO_SCORE = 'A Quod não tem score deste documento.';

const wholeOf = (value: number | null | undefined) =>
  value !== null && value !== undefined && Math.abs(value) < 1_000_000 ? Math.round(value) : null;

const TOKENS = 'A BigDataCorp não aceitou os tokens: quem pode tudo os confere em Regras da análise.';

/**
 * What a state says where it is an answer about the person, which is charged.
 * @throws SendFailure for every other one
 */
function noteOf({ Code, Message }: z.output<typeof State>): string {
  const words = (Message ?? '').toUpperCase();
  if (words.includes('TOO SLOW'))
    throw new SendFailure('AWAY', 'A Quod demorou demais, e a consulta não foi feita. Tente mais tarde.');
  if (words.includes('QUERY LIMIT'))
    throw new SendFailure('SLOW', 'A conta da BigDataCorp chegou ao limite de consultas.');
  switch (Code) {
    case -101:
    case -111:
    case -112:
      throw new SendFailure('DENIED', TOKENS);
    case -100:
    case -103:
    case -104:
      throw new SendFailure(
        'DENIED',
        'A conta da BigDataCorp não tem acesso a esta consulta. Fale com o suporte dela.',
      );
    case -109:
    case -110:
      throw new SendFailure(
        'DENIED',
        'O score da Quod não está habilitado na conta da BigDataCorp: o administrador dela o habilita no BDC Center.',
      );
    case -114:
      return 'A BigDataCorp diz que este documento não é válido. Confira-o na ficha.';
    case -201:
    case -202:
      return 'A BigDataCorp não responde sobre menores de idade.';
    default:
      throw new SendFailure('LOST', `A BigDataCorp não trouxe o resultado (código ${Code}).`);
  }
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const TOO_MANY = 429;
const GATEWAY_TIMEOUT = 504;

function failureOf(status: number): SendFailure {
  switch (status) {
    case UNAUTHORIZED:
    case FORBIDDEN:
      return new SendFailure('DENIED', TOKENS);
    case TOO_MANY:
      return new SendFailure('SLOW', 'A BigDataCorp pediu para esperar antes de consultar de novo.');
    // It says that a call that ends so was not carried out.
    case GATEWAY_TIMEOUT:
      return new SendFailure('AWAY', 'A BigDataCorp está fora do ar (resposta 504).');
    default:
      return new SendFailure('LOST', `A BigDataCorp está com problemas (resposta ${status}).`);
  }
}
