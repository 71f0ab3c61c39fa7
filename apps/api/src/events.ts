import type { CalendarDate } from '@morada/domain/base/calendar';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import type { Selectable } from 'kysely';
import type { Actor } from './base/actor.ts';
import type { BankAccount } from './db/schema.ts';

/** An invoice whose money moved, as far as other levels depend on it. */
type Instalment = { id: number; debt_agreement_id: number | null };

/**
 * What a module tells higher levels, inside the transaction of the change and always as a set. `subscriptions.ts` has who
 * hears of what.
 */
export type Events = {
  /** The first administrator set the agency up. */
  'agency.created': readonly { admin_user_id: number }[];
  'clients.created': readonly { id: number }[];
  /** People are erased at their wish; heard before their rows are locked, as properties are locked before people. */
  'clients.erased': readonly { id: number }[];
  /** Somebody gave leads up. */
  'leads.lost': readonly { id: number }[];
  'bank-accounts.changed': readonly {
    client_id: number;
    before: Selectable<BankAccount>;
    after: Selectable<BankAccount>;
  }[];
  'owners.joined': readonly { property_id: number; client_id: number }[];
  'owners.left': readonly { property_id: number; client_id: number }[];
  /** Properties were let or sold: by a contract, or as staff set by hand, then without one. `bid_id`: the bid that it comes from. */
  'properties.taken': readonly {
    property_id: number;
    proposal_id: number | null;
    client_id: number | null;
    bid_id?: number | undefined;
  }[];
  'parties.left': readonly { proposal_id: number }[];
  /** Somebody came into a contract, left it, or stands in it on other days. */
  'parties.changed': readonly { proposal_id: number; client_id: number }[];
  /** Terms that a contract's papers say are others, except by a readjustment. */
  'contracts.changed': readonly { id: number }[];
  /** Applications were answered in the negative, given up or became a contract. */
  'applications.ended': readonly { id: number }[];
  /** Applications that were over were emptied of their people. */
  'applications.erased': readonly { id: number }[];
  /** Agreements about debts expired, were cancelled or broken. */
  'agreements.ended': readonly { id: number }[];
  'contracts.deleted': readonly { id: number }[];
  /** Rents were readjusted; each row is a readjustment. */
  'rents.readjusted': readonly { id: number }[];
  /** Readjustments were undone. */
  'rents.restored': readonly { id: number }[];
  /** Invoices were issued, of which tenants are told. */
  'invoices.issued': readonly { id: number }[];
  /** Open balances took the place of part of other invoices. */
  'balances.issued': readonly { id: number }[];
  'invoices.settled': readonly {
    actor: Actor;
    invoice: Instalment & {
      proposal_id: number;
      open_boleto: number | null;
      has_messages: boolean;
      /** The contract has the agency's fee for the letting among its extra values. */
      has_brokerage: boolean;
    };
    pay_day: CalendarDate;
    method: PaymentMethod;
    /** Boleto that a bank's file names. */
    boleto_id: number | undefined;
  }[];
  /** Settlements were undone. `given_back`: the bank gave the payment back. */
  'invoices.reopened': readonly (Instalment & { given_back: boolean })[];
  /** `undoable`: banks are told once the minutes of undo are over. `debt_in`: the invoice that owes again what it owed. */
  'invoices.withdrawn': readonly { id: number; undoable: boolean; debt_in: number | null }[];
  /** Withdrawn invoices came back as themselves. */
  'invoices.restored': readonly { id: number }[];
  /** Other invoices took over the debt. */
  'invoices.replaced': readonly { id: number }[];
  /** The end of a contract settled its rents, or was undone. */
  'contracts.ended': readonly { id: number }[];
  'contracts.resumed': readonly { id: number }[];
  /** Entries that the agency wrote into its cash were removed. */
  'movimentations.removed': readonly { id: number }[];
  'transfers.concluded': readonly { id: number }[];
  'transfers.reopened': readonly { id: number }[];
};

/** What a module asks higher levels before a change: who objects answers the refusal of each row that it holds. */
export type Questions = {
  'clients.delete': readonly { id: number }[];
  'properties.delete': readonly { id: number }[];
  'invoices.reopen': readonly Instalment[];
  /** `change`: what the ledger shows of an entry of the cash. */
  'movimentations.change': readonly { id: number; event: 'change' | 'remove' | 'reopen' }[];
  'transfers.conclude': readonly { id: number }[];
  'transfers.reopen': readonly { id: number }[];
};
