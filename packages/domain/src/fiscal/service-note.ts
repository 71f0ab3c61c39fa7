import type { CalendarDate } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import { type BasisPoints, type Cents, WHOLE } from '../base/money.ts';

/** What a note is of: the agency's fee to an owner, its fee for the letting, or an owner's lease to the tenant. */
export const NOTE_KINDS = {
  ADMINISTRATION: 'Taxa de administração',
  BROKERAGE: 'Intermediação',
  LEASE: 'Locação',
} as const;

export type NoteKind = keyof typeof NOTE_KINDS;

/** By whom a note is issued: the national system, or an intermediary that hands it to a city outside of it. */
export const NOTE_CHANNELS = { NATIONAL: 'Sistema nacional', FOCUS: 'Focus NFe' } as const;

export type NoteChannel = keyof typeof NOTE_CHANNELS;

export const NOTE_STATES = {
  PENDING: 'A emitir',
  SENDING: 'Em envio',
  RECALLING: 'Em envio, a cancelar',
  ISSUED: 'Emitida',
  REPLACING: 'Emitida, a substituir',
  REFUSED: 'Recusada',
  CANCELING: 'A cancelar',
  CANCELED: 'Cancelada',
  EXCEPTION: 'Exceção',
  WITHDRAWN: 'Retirada',
} as const;

/** Notes that wait for a person: refused ones, exceptions and those that can't be sent; those to be let leave; those under way. */
export const NOTE_WAITS = { PERSON: 'Precisa de alguém', RELEASE: 'Espera para sair', SERVICE: 'A caminho' } as const;

/**
 * What happens to the lease around a note changes nothing of it: a further payment, or the same one after its undoing, has
 * its own; a debt that is agreed has its notes as the instalments are paid; and whoever owned the property at the payment
 * stays its taker. What the end of a lease gives back is no part of a note that leaves after it; one that was issued before
 * is named, and a person has it replaced or cancelled.
 */
const around = <const State extends string>(state: State) => ({
  settle: to(state, 'another'),
  payPartly: to(state, 'another'),
  agree: to(state),
  endLease: to(state),
  changeOwner: to(state),
  giveBack: to(state),
});

/**
 * Life of a note of the national system. SENDING: it has its number, and may have arrived. RECALLING: as SENDING, of a payment
 * that was undone meanwhile. REPLACING: it stands until the note that replaces it is issued. EXCEPTION: it stands although its
 * payment was undone, or somebody wanted it cancelled: the national system refused that. WITHDRAWN: it was never issued.
 * `undo` is the undoing of its payment, or of the last one of a month's note, and `undoPart` that of one among several;
 * `issue`, `deny`, `confirmCancel` and `denyCancel` are answers of the national system; `send` is the queue's, `release` a
 * person's who lets it leave, again after a refusal; `confirmReplace` and `keep` tell that the replacing note was issued, or
 * withdrawn; `noteCanceled` that it was cancelled elsewhere; `redo` prepares the note of its payment anew; `expire` is the end
 * of the certificate.
 */
export const serviceNoteLife = lifeCycle({
  PENDING: {
    ...around('PENDING'),
    send: to('SENDING', 'takeNumber'),
    issue: refuse('NOTE_NOT_SENT'),
    deny: refuse('NOTE_NOT_SENT'),
    undo: to('WITHDRAWN'),
    undoPart: to('PENDING', 'shrink'),
    cancel: to('WITHDRAWN'),
    confirmCancel: refuse('NOTE_NOT_ISSUED'),
    denyCancel: refuse('NOTE_NOT_ISSUED'),
    noteCanceled: refuse('NOTE_NOT_ISSUED'),
    replace: refuse('NOTE_NOT_ISSUED'),
    confirmReplace: refuse('NOTE_NOT_REPLACING'),
    keep: refuse('NOTE_NOT_REPLACING'),
    release: to('PENDING', 'leave'),
    redo: refuse('NOTE_STANDS'),
    expire: to('PENDING', 'wait'),
  },
  SENDING: {
    ...around('SENDING'),
    send: refuse('NOTE_IN_PROGRESS'),
    issue: to('ISSUED', 'keepKey'),
    deny: to('REFUSED', 'keepRefusals'),
    undo: to('RECALLING'),
    undoPart: to('SENDING', 'shrink'),
    cancel: refuse('NOTE_IN_PROGRESS'),
    confirmCancel: refuse('NOTE_NOT_ISSUED'),
    denyCancel: refuse('NOTE_NOT_ISSUED'),
    noteCanceled: refuse('NOTE_IN_PROGRESS'),
    replace: refuse('NOTE_IN_PROGRESS'),
    confirmReplace: refuse('NOTE_NOT_REPLACING'),
    keep: refuse('NOTE_NOT_REPLACING'),
    release: refuse('NOTE_IN_PROGRESS'),
    redo: refuse('NOTE_STANDS'),
    expire: to('SENDING', 'wait'),
  },
  RECALLING: {
    ...around('RECALLING'),
    send: refuse('NOTE_IN_PROGRESS'),
    issue: to('CANCELING', 'keepKey'),
    deny: to('WITHDRAWN'),
    undo: to('RECALLING'),
    undoPart: to('RECALLING'),
    cancel: refuse('NOTE_IN_PROGRESS'),
    confirmCancel: refuse('NOTE_NOT_ISSUED'),
    denyCancel: refuse('NOTE_NOT_ISSUED'),
    noteCanceled: refuse('NOTE_IN_PROGRESS'),
    replace: refuse('NOTE_IN_PROGRESS'),
    confirmReplace: refuse('NOTE_NOT_REPLACING'),
    keep: refuse('NOTE_NOT_REPLACING'),
    release: refuse('NOTE_IN_PROGRESS'),
    redo: refuse('NOTE_STANDS'),
    expire: to('RECALLING', 'wait'),
  },
  ISSUED: {
    ...around('ISSUED'),
    send: refuse('NOTE_ISSUED'),
    issue: refuse('NOTE_ISSUED'),
    deny: refuse('NOTE_ISSUED'),
    undo: to('CANCELING'),
    undoPart: to('REPLACING', 'shrink', 'another'),
    cancel: to('CANCELING'),
    confirmCancel: refuse('NOTE_NOT_CANCELING'),
    denyCancel: refuse('NOTE_NOT_CANCELING'),
    noteCanceled: to('CANCELED'),
    replace: to('REPLACING', 'another'),
    confirmReplace: refuse('NOTE_NOT_REPLACING'),
    keep: refuse('NOTE_NOT_REPLACING'),
    release: refuse('NOTE_ISSUED'),
    redo: refuse('NOTE_STANDS'),
    expire: to('ISSUED'),
  },
  REPLACING: {
    ...around('REPLACING'),
    send: refuse('NOTE_ISSUED'),
    issue: refuse('NOTE_ISSUED'),
    deny: refuse('NOTE_ISSUED'),
    undo: to('CANCELING'),
    undoPart: to('REPLACING', 'shrink'),
    cancel: refuse('NOTE_REPLACING'),
    confirmCancel: refuse('NOTE_NOT_CANCELING'),
    denyCancel: refuse('NOTE_NOT_CANCELING'),
    noteCanceled: to('CANCELED'),
    replace: refuse('NOTE_REPLACING'),
    confirmReplace: to('CANCELED'),
    keep: to('ISSUED'),
    release: refuse('NOTE_ISSUED'),
    redo: refuse('NOTE_STANDS'),
    expire: to('REPLACING'),
  },
  REFUSED: {
    ...around('REFUSED'),
    send: refuse('NOTE_REFUSED'),
    issue: refuse('NOTE_REFUSED'),
    deny: refuse('NOTE_REFUSED'),
    undo: to('WITHDRAWN'),
    undoPart: to('REFUSED', 'shrink'),
    cancel: to('WITHDRAWN'),
    confirmCancel: refuse('NOTE_NOT_ISSUED'),
    denyCancel: refuse('NOTE_NOT_ISSUED'),
    noteCanceled: refuse('NOTE_NOT_ISSUED'),
    replace: refuse('NOTE_NOT_ISSUED'),
    confirmReplace: refuse('NOTE_NOT_REPLACING'),
    keep: refuse('NOTE_NOT_REPLACING'),
    release: to('PENDING', 'leave'),
    redo: refuse('NOTE_STANDS'),
    expire: to('REFUSED'),
  },
  CANCELING: {
    ...around('CANCELING'),
    send: refuse('NOTE_ISSUED'),
    issue: refuse('NOTE_ISSUED'),
    deny: refuse('NOTE_ISSUED'),
    undo: to('CANCELING'),
    undoPart: to('CANCELING', 'shrink'),
    cancel: refuse('NOTE_CANCELING'),
    confirmCancel: to('CANCELED'),
    denyCancel: to('EXCEPTION', 'keepRefusals'),
    noteCanceled: to('CANCELED'),
    replace: refuse('NOTE_CANCELING'),
    confirmReplace: refuse('NOTE_NOT_REPLACING'),
    keep: refuse('NOTE_NOT_REPLACING'),
    release: refuse('NOTE_CANCELING'),
    redo: refuse('NOTE_STANDS'),
    expire: to('CANCELING', 'wait'),
  },
  CANCELED: {
    ...around('CANCELED'),
    send: refuse('NOTE_CANCELED'),
    issue: refuse('NOTE_CANCELED'),
    deny: refuse('NOTE_CANCELED'),
    undo: to('CANCELED'),
    undoPart: to('CANCELED', 'shrink'),
    cancel: refuse('NOTE_CANCELED'),
    confirmCancel: refuse('NOTE_CANCELED'),
    denyCancel: refuse('NOTE_CANCELED'),
    noteCanceled: refuse('NOTE_CANCELED'),
    replace: refuse('NOTE_CANCELED'),
    confirmReplace: refuse('NOTE_CANCELED'),
    keep: refuse('NOTE_CANCELED'),
    release: refuse('NOTE_CANCELED'),
    redo: to('CANCELED', 'another'),
    expire: to('CANCELED'),
  },
  EXCEPTION: {
    ...around('EXCEPTION'),
    send: refuse('NOTE_ISSUED'),
    issue: refuse('NOTE_ISSUED'),
    deny: refuse('NOTE_ISSUED'),
    undo: to('EXCEPTION'),
    undoPart: to('EXCEPTION', 'shrink'),
    cancel: to('CANCELING'),
    confirmCancel: refuse('NOTE_NOT_CANCELING'),
    denyCancel: refuse('NOTE_NOT_CANCELING'),
    noteCanceled: to('CANCELED'),
    replace: refuse('NOTE_EXCEPTION'),
    confirmReplace: refuse('NOTE_NOT_REPLACING'),
    keep: refuse('NOTE_NOT_REPLACING'),
    release: refuse('NOTE_ISSUED'),
    redo: refuse('NOTE_STANDS'),
    expire: to('EXCEPTION'),
  },
  WITHDRAWN: {
    ...around('WITHDRAWN'),
    send: refuse('NOTE_WITHDRAWN'),
    issue: refuse('NOTE_WITHDRAWN'),
    deny: refuse('NOTE_WITHDRAWN'),
    undo: to('WITHDRAWN'),
    undoPart: to('WITHDRAWN', 'shrink'),
    cancel: refuse('NOTE_WITHDRAWN'),
    confirmCancel: refuse('NOTE_WITHDRAWN'),
    denyCancel: refuse('NOTE_WITHDRAWN'),
    noteCanceled: refuse('NOTE_WITHDRAWN'),
    replace: refuse('NOTE_WITHDRAWN'),
    confirmReplace: refuse('NOTE_WITHDRAWN'),
    keep: refuse('NOTE_WITHDRAWN'),
    release: refuse('NOTE_WITHDRAWN'),
    redo: to('WITHDRAWN', 'another'),
    expire: to('WITHDRAWN'),
  },
});
export type NoteState = StateOf<typeof serviceNoteLife>;

/** NBS of managing the lease of a property, and of letting it. */
export const administrationNbs = (purpose: 'RESIDENTIAL' | 'NON_RESIDENTIAL' | 'SHORT_STAY') =>
  purpose === 'RESIDENTIAL' ? '110011100' : '110011290';

/** Codes by which the national system knows the fees of managing a property and of letting it. */
export const ADMINISTRATION_NOTE = { operation: '020301', cst: '200', class: '200046' } as const;

/** PIS and COFINS end with 2026 (LC 214/2025). */
const PIS_COFINS_END: CalendarDate = '2026-12-31';

/** Half to even, as the national system compares (E0690, E0694). */
function taxOf(amount: Cents, rate: BasisPoints): Cents {
  const [whole, rest] = [Math.floor((amount * rate) / WHOLE), (amount * rate) % WHOLE];
  return rest * 2 > WHOLE || (rest * 2 === WHOLE && whole % 2 === 1) ? whole + 1 : whole;
}

/** PIS and COFINS of a fee at the basic rates (CST 01), which a company outside Simples tells; null: they are not told. */
export const pisAndCofins = (
  amount: Cents,
  competence: CalendarDate,
  { pis_rate, cofins_rate }: { pis_rate: BasisPoints | null; cofins_rate: BasisPoints | null },
) =>
  pis_rate === null || cofins_rate === null || competence > PIS_COFINS_END
    ? null
    : {
        ...{ cst: '01', base: amount, pis_rate, cofins_rate },
        ...{ pis: taxOf(amount, pis_rate), cofins: taxOf(amount, cofins_rate) },
      };
