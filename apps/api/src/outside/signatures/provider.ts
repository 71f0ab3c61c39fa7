import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Qualification } from '@morada/domain/signature/qualification';

// What a provider of signatures is asked for: it collects the signatures of a paper in place of our own room.

/** How a person is asked to sign, and proves who they are. */
export type SignerToAsk = {
  /** Ours. */
  id: number;
  name: string;
  cpf: string | null;
  email: string | null;
  /** Number with the country: `5532988412076`. */
  phone: string | null;
  channel: 'EMAIL' | 'SMS' | 'WHATSAPP';
  /** What the person signs as. */
  as: Qualification;
  /** Place in the order, from 1. */
  turn: number;
};

export type PaperToSign = {
  /** Finds what an earlier try left at the provider; the same at every try. */
  reference: string;
  title: string;
  filename: string;
  bytes: Uint8Array;
  /** Last day on which it may be signed, in São Paulo. */
  deadline: CalendarDate;
  /** Days between reminders; null: none. */
  remind_days: number | null;
  in_order: boolean;
  signers: readonly SignerToAsk[];
};

/** Keys of a paper at the provider. */
export type PaperKeys = { envelope: string; document: string };

export type SentPaper = PaperKeys & {
  /** Keys of the signers, by our ids. */
  signers: ReadonlyMap<number, string>;
};

/** Who did something, as the provider knows them. */
export type ToldSigner = { key: string; cpf: string | null; email: string | null };

export type PaperEvent =
  | { kind: 'SIGNED'; signer: ToldSigner; at: Date; address: string | null }
  | { kind: 'REFUSED'; signer: ToldSigner; at: Date; reason: string }
  | { kind: 'DEADLINE' | 'CANCELED'; at: Date };

export type PaperState = {
  status: 'DRAFT' | 'RUNNING' | 'CLOSED' | 'CANCELED';
  /** In the order in which they happened. */
  events: PaperEvent[];
};

/** A call throws `SendFailure`: DENIED, SLOW, AWAY or LOST without an answer, REFUSED with the provider's reason. */
export type SignatureProvider = {
  /** @returns how many papers the account holds. */
  check: () => Promise<number>;
  /**
   * Sends a paper to be signed, once: from the second try on it looks first for what an earlier one left, goes on with a paper
   * that is out, and removes drafts.
   */
  send: (paper: PaperToSign, trial: { maybeSent: boolean }) => Promise<SentPaper>;
  /** Asks those whose turn it is to sign. */
  ask: (envelope: string, signer?: string) => Promise<void>;
  /** Undefined: the provider has no such paper. */
  read: (keys: PaperKeys) => Promise<PaperState | undefined>;
  /** Withdraws a paper, also one of which only the reference is known; tells what it found. */
  cancel: (paper: Pick<PaperToSign, 'reference' | 'title'>, keys: PaperKeys | undefined) => Promise<Withdrawn>;
  /** The paper that all have signed; undefined: it is not ready yet. */
  signedFile: (keys: PaperKeys) => Promise<Buffer | undefined>;
};

/** CANCELED: nobody can sign it there any more. CLOSED: it was closed before. */
export type Withdrawn = 'CANCELED' | 'CLOSED';
