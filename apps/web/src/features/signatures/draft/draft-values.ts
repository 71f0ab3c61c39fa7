import type { SignatureDetail, SignatureUpdate } from '@morada/contract/desk/signatures';
import type * as z from 'zod/mini';
import type { Form } from '#web/ui/form/use-form.ts';

export type Draft = z.input<typeof SignatureUpdate>;
export type DraftForm = Form<Draft>;
export type DraftSigner = NonNullable<Draft['signers']>[number];
export type DraftField = NonNullable<Draft['fields']>[number];

/** What the form begins with. */
export function draftOf({ people, fields, ...envelope }: SignatureDetail): Draft {
  const { title, in_order, deadline, remind_days, accepted } = envelope;
  return {
    ...{ title, in_order, deadline, remind_days, accepted },
    signers: people.map(({ id, client_id, role, name, capacity, cpf, email, phone, channel, turn }) => ({
      ...{ id, client_id, role, name, channel, turn },
      ...{ capacity: capacity ?? '', cpf: cpf ?? '', email: email ?? '', phone: phone ?? '' },
    })) as DraftSigner[],
    fields: fields.map(({ signer_id, page, x, y, width, height, kind }) => ({
      signer: people.findIndex(({ id }) => id === signer_id),
      ...{ page, x, y, width, height, kind },
    })),
  };
}

/** One more who signs; the channel and the turn are those of most. */
export const blankSigner = (role: DraftSigner['role'], turn: number): DraftSigner =>
  ({
    ...{ role, turn, channel: 'EMAIL', client_id: null },
    ...{ name: '', capacity: '', cpf: '', email: '', phone: '' },
  }) as DraftSigner;

/** The fields after a signer was taken off the list: theirs go, and those of whom come after follow them. */
export const withoutSigner = (fields: readonly DraftField[], gone: number): DraftField[] =>
  fields
    .filter(({ signer }) => signer !== gone)
    .map((field) => (field.signer > gone ? { ...field, signer: field.signer - 1 } : field));

const orNull = (text: string | null | undefined) => text?.trim() || null;

/** Signers as the rules of what keeps a paper from being sent read them. */
export const asSent = (signers: readonly DraftSigner[]) =>
  signers.map(({ name, cpf, email, phone, channel }) => ({
    name: name?.trim() ?? '',
    cpf: orNull(cpf),
    email: orNull(email),
    phone: orNull(phone),
    channel,
  }));
