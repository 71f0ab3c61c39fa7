import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** What a note is of: the agency's fee to an owner, or an owner's lease to the tenant. */
export const NOTE_KINDS = { ADMINISTRATION: 'Taxa de administração', LEASE: 'Locação' } as const;

export type NoteKind = keyof typeof NOTE_KINDS;

export const NOTE_STATES = {
  PENDING: 'A emitir',
  SENDING: 'Em envio',
  RECALLING: 'Em envio, a cancelar',
  ISSUED: 'Emitida',
  REFUSED: 'Recusada',
  CANCELING: 'A cancelar',
  CANCELED: 'Cancelada',
  EXCEPTION: 'Exceção',
  WITHDRAWN: 'Retirada',
} as const;

/** Notes that wait for a person: refused ones, exceptions and those that can't be sent; and those to be let leave. */
export const NOTE_WAITS = { PERSON: 'Precisa de alguém', RELEASE: 'Espera para sair' } as const;

/**
 * Life of a note of the national system. SENDING: it has its number, and may have arrived. RECALLING: as SENDING, of a payment
 * that was undone meanwhile. EXCEPTION: it stands although its payment was undone, or somebody wanted it cancelled: the national
 * system refused that. WITHDRAWN: it was never issued. `undo` is the payment's undoing; `issue`, `deny`, `confirmCancel` and
 * `denyCancel` are answers of the national system; `send` is the queue's,
 * `release` a person's who lets it leave, again after a refusal.
 */
export const serviceNoteLife = lifeCycle({
  PENDING: {
    send: to('SENDING', 'takeNumber'),
    issue: refuse('NOTE_NOT_SENT'),
    deny: refuse('NOTE_NOT_SENT'),
    undo: to('WITHDRAWN'),
    cancel: to('WITHDRAWN'),
    confirmCancel: refuse('NOTE_NOT_ISSUED'),
    denyCancel: refuse('NOTE_NOT_ISSUED'),
    noteCanceled: refuse('NOTE_NOT_ISSUED'),
    release: to('PENDING', 'leave'),
  },
  SENDING: {
    send: refuse('NOTE_IN_PROGRESS'),
    issue: to('ISSUED', 'keepKey'),
    deny: to('REFUSED', 'keepRefusals'),
    undo: to('RECALLING'),
    cancel: refuse('NOTE_IN_PROGRESS'),
    confirmCancel: refuse('NOTE_NOT_ISSUED'),
    denyCancel: refuse('NOTE_NOT_ISSUED'),
    noteCanceled: refuse('NOTE_IN_PROGRESS'),
    release: refuse('NOTE_IN_PROGRESS'),
  },
  RECALLING: {
    send: refuse('NOTE_IN_PROGRESS'),
    issue: to('CANCELING', 'keepKey'),
    deny: to('WITHDRAWN'),
    undo: to('RECALLING'),
    cancel: refuse('NOTE_IN_PROGRESS'),
    confirmCancel: refuse('NOTE_NOT_ISSUED'),
    denyCancel: refuse('NOTE_NOT_ISSUED'),
    noteCanceled: refuse('NOTE_IN_PROGRESS'),
    release: refuse('NOTE_IN_PROGRESS'),
  },
  ISSUED: {
    send: refuse('NOTE_ISSUED'),
    issue: refuse('NOTE_ISSUED'),
    deny: refuse('NOTE_ISSUED'),
    undo: to('CANCELING'),
    cancel: to('CANCELING'),
    confirmCancel: refuse('NOTE_NOT_CANCELING'),
    denyCancel: refuse('NOTE_NOT_CANCELING'),
    noteCanceled: to('CANCELED'),
    release: refuse('NOTE_ISSUED'),
  },
  REFUSED: {
    send: refuse('NOTE_REFUSED'),
    issue: refuse('NOTE_REFUSED'),
    deny: refuse('NOTE_REFUSED'),
    undo: to('WITHDRAWN'),
    cancel: to('WITHDRAWN'),
    confirmCancel: refuse('NOTE_NOT_ISSUED'),
    denyCancel: refuse('NOTE_NOT_ISSUED'),
    noteCanceled: refuse('NOTE_NOT_ISSUED'),
    release: to('PENDING', 'leave'),
  },
  CANCELING: {
    send: refuse('NOTE_ISSUED'),
    issue: refuse('NOTE_ISSUED'),
    deny: refuse('NOTE_ISSUED'),
    undo: to('CANCELING'),
    cancel: refuse('NOTE_CANCELING'),
    confirmCancel: to('CANCELED'),
    denyCancel: to('EXCEPTION', 'keepRefusals'),
    noteCanceled: to('CANCELED'),
    release: refuse('NOTE_CANCELING'),
  },
  CANCELED: {
    send: refuse('NOTE_CANCELED'),
    issue: refuse('NOTE_CANCELED'),
    deny: refuse('NOTE_CANCELED'),
    undo: to('CANCELED'),
    cancel: refuse('NOTE_CANCELED'),
    confirmCancel: refuse('NOTE_CANCELED'),
    denyCancel: refuse('NOTE_CANCELED'),
    noteCanceled: refuse('NOTE_CANCELED'),
    release: refuse('NOTE_CANCELED'),
  },
  EXCEPTION: {
    send: refuse('NOTE_ISSUED'),
    issue: refuse('NOTE_ISSUED'),
    deny: refuse('NOTE_ISSUED'),
    undo: to('EXCEPTION'),
    cancel: to('CANCELING'),
    confirmCancel: refuse('NOTE_NOT_CANCELING'),
    denyCancel: refuse('NOTE_NOT_CANCELING'),
    noteCanceled: to('CANCELED'),
    release: refuse('NOTE_ISSUED'),
  },
  WITHDRAWN: {
    send: refuse('NOTE_WITHDRAWN'),
    issue: refuse('NOTE_WITHDRAWN'),
    deny: refuse('NOTE_WITHDRAWN'),
    undo: to('WITHDRAWN'),
    cancel: refuse('NOTE_WITHDRAWN'),
    confirmCancel: refuse('NOTE_WITHDRAWN'),
    denyCancel: refuse('NOTE_WITHDRAWN'),
    noteCanceled: refuse('NOTE_WITHDRAWN'),
    release: refuse('NOTE_WITHDRAWN'),
  },
});
export type NoteState = StateOf<typeof serviceNoteLife>;

/** NBS of managing the lease of a property. */
export const administrationNbs = (purpose: 'RESIDENTIAL' | 'NON_RESIDENTIAL' | 'SHORT_STAY') =>
  purpose === 'RESIDENTIAL' ? '110011100' : '110011290';

/** Codes by which the national system knows the fee of managing a property. */
export const ADMINISTRATION_NOTE = { operation: '020301', cst: '200', class: '200046' } as const;

/** When notes leave. */
export const NOTES_LEAVE = {
  BATCH: 'Quando alguém mandar',
  SETTLEMENT: 'Assim que o pagamento é baixado',
} as const;

export type NotesLeave = keyof typeof NOTES_LEAVE;
