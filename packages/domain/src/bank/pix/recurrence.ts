import { addDays, addToReference, type CalendarDate, dueDateIn, later, referenceOf } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import { truncate } from '../../base/truncate.ts';
import { crc16 } from './pix.ts';
import { pixAmount } from './pix-charge.ts';

// Pix Automático: recurrences of the Pix API (`rec`, Banco Central, version 2).

/** WAITING: still to be sent to the bank. The others are the bank's own states. */
export const RECURRENCE_STATES = {
  WAITING: 'Esperando o banco',
  CREATED: 'Oferecido ao inquilino',
  APPROVED: 'Autorizado',
  REJECTED: 'Recusado pelo inquilino',
  EXPIRED: 'Expirado',
  CANCELED: 'Cancelado',
} as const;
export type RecurrenceState = keyof typeof RECURRENCE_STATES;

const OF_STATUS: Record<string, RecurrenceState> = {
  CRIADA: 'CREATED',
  APROVADA: 'APPROVED',
  REJEITADA: 'REJECTED',
  EXPIRADA: 'EXPIRED',
  CANCELADA: 'CANCELED',
};

/** State for a bank's status; undefined for one that isn't in the standard yet. */
export const recurrenceStateOf = (status: string): RecurrenceState | undefined => OF_STATUS[status];

export const RETRY_POLICIES = {
  NAO_PERMITE: 'Sem novas tentativas',
  PERMITE_3R_7D: 'Até 3 novas tentativas em 7 dias',
} as const;
export type RetryPolicy = keyof typeof RETRY_POLICIES;

export type RecurrenceTerms = {
  /** What the payer's bank shows. */
  object: string;
  contract: string;
  first: CalendarDate;
  /** Null: until it is cancelled. */
  last: CalendarDate | null;
  /** Lowest limit that the payer may set; null: no minimum. */
  minimum: Cents | null;
};

/** A recurring charge is sent at least this many days before its settlement. */
export const LAST_SENDING_DAY = 2;
const LONGEST = { object: 35, name: 140 };

/**
 * Terms of a contract's recurrence. Its amount is never fixed, so that a readjustment, fees and extra values change
 * the charges and not the authorisation.
 */
export function recurrenceTerms(
  contract: {
    id: number;
    /** Last day for which rent is charged; null while the lease runs on. */
    charged_until: CalendarDate | null;
    transfer_date: number;
    rent: Cents;
    address: string;
  },
  today: CalendarDate,
  /** `paid`: due date of an invoice that is paid with the authorisation, so that the debits begin with the next one. */
  { withMinimum, paid }: { withMinimum: boolean; paid?: CalendarDate },
): RecurrenceTerms {
  const soonest = addDays(today, LAST_SENDING_DAY);
  const earliest = paid === undefined ? soonest : later(soonest, addDays(paid, 1));
  const thisMonth = dueDateIn(referenceOf(earliest), contract.transfer_date);
  const end = contract.charged_until;
  return {
    object: truncate(contract.address, LONGEST.object),
    contract: `Contrato ${contract.id}`,
    first:
      thisMonth >= earliest ? thisMonth : dueDateIn(addToReference(referenceOf(earliest), 1), contract.transfer_date),
    // The rent of the last month falls due in the month after it.
    last: end && dueDateIn(addToReference(referenceOf(end), 1), contract.transfer_date),
    minimum: withMinimum && contract.rent > 0 ? contract.rent : null,
  };
}

type Offered = {
  terms: RecurrenceTerms;
  /** Digits of the CPF, or the CNPJ. */
  payer: { name: string; document: string };
  policy: RetryPolicy;
  /** Location of the payload, created beforehand: it shows whether the bank accepted the recurrence. */
  location: number;
  /** Immediate charge that the authorisation is given with (journey 3). */
  txid: string | null;
};

/** Names the immediate charge of journey 3, in a recurrence that is made or changed. */
export const activation = (txid: string) => ({ ativacao: { dadosJornada: { txid } } });

/** Body of `POST /rec`. */
export const recurrenceBody = ({ terms, payer, policy, location, txid }: Offered) => ({
  vinculo: {
    objeto: terms.object,
    contrato: terms.contract,
    devedor: {
      ...(payer.document.length === 14 ? { cnpj: payer.document } : { cpf: payer.document }),
      nome: truncate(payer.name, LONGEST.name),
    },
  },
  calendario: {
    dataInicial: terms.first,
    ...(terms.last !== null && { dataFinal: terms.last }),
    periodicidade: 'MENSAL',
  },
  ...(terms.minimum !== null && { valor: { valorMinimoRecebedor: pixAmount(terms.minimum) } }),
  politicaRetentativa: policy,
  loc: location,
  ...(txid !== null && activation(txid)),
});

/** In words to staff, and to the tenant. */
const ENDERS: Record<string, { staff: string; tenant: string }> = {
  USUARIO_PAGADOR: { staff: 'pelo inquilino', tenant: 'por você' },
  PSP_PAGADOR: { staff: 'pelo banco do inquilino', tenant: 'pelo seu banco' },
  PSP_RECEBEDOR: { staff: 'pelo banco da imobiliária', tenant: 'pelo banco da imobiliária' },
  USUARIO_RECEBEDOR: { staff: 'pela imobiliária', tenant: 'pela imobiliária' },
};

/** Who ended a recurrence, in words: `pelo inquilino`, and to the tenant `por você`. */
export const enderWords = (by: string | null, reader: 'staff' | 'tenant' = 'staff'): string | null =>
  by === null ? null : (ENDERS[by]?.[reader] ?? null);

/**
 * Who ended a recurrence: the bank names its receiver for every end that came by the agency's connection, also where the
 * tenant asked for it here.
 */
export const enderOf = (asked: string | null, told: string | null): string | null =>
  asked !== null && (told === null || told === 'USUARIO_RECEBEDOR') ? asked : told;

const GUI = 'br.gov.bcb.pix';
const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;
const CRC_LENGTH = 8;
const LONGEST_LOCATION = 77;

/**
 * BR Code that pays a charge and offers a recurrence with it (journey 4): the charge's own code with the template 80.
 * @returns undefined when the code is incomplete or already has the location, or the location doesn't fit.
 */
export function compositeCode(code: string, location: string): string | undefined {
  const body = code.slice(0, -CRC_LENGTH);
  if (!/6304[0-9A-F]{4}$/i.test(code) || crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return undefined;
  if (location === '' || location.length > LONGEST_LOCATION || body.includes(location)) return undefined;
  const text = `${body}${field('80', field('00', GUI) + field('25', location))}6304`;
  return text + crc16(text);
}
