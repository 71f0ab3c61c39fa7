import { SIGNATURE_CONSENT_VERSION } from '@morada/domain/signature/words';
import type { Context } from '../context.ts';
import { change } from '../db/transaction.ts';
import { closeFile } from '../modules/desk/signatures/closing.service.ts';
import { lock, move, newCheckCode, note, refused, signed } from '../modules/desk/signatures/life.service.ts';
import { createSignature, updateSignature } from '../modules/desk/signatures/signatures.service.ts';
import type { Staff } from './staff.ts';

const TEMPLATE = 'Locação residencial';
/** An address of those that are reserved for examples. */
const PLACE = { address: '203.0.113.24', device: 'Mozilla/5.0 (Linux; Android 16) Chrome/142 Mobile' };

/** Leases sent to be signed: one signed by all, one that waits for the owner, and one that was refused. */
export async function addSignatures(given: Context, staff: Staff) {
  // People of the demonstration are written to by nobody.
  const outside = { ...given.outside, mail: undefined };
  const ctx = { ...given, outside, actor: { ...staff, permissions: ['*'] } };
  const template = await ctx.db
    .selectFrom('contract_template')
    .select('id')
    .where('name', '=', TEMPLATE)
    .orderBy('id')
    .executeTakeFirst();
  if (!template) return;
  const leases = await ctx.db
    .selectFrom('proposal as p')
    .innerJoin('client as t', 't.id', 'p.user_id')
    .select('p.id')
    .where('p.status', '=', 'APPROVED')
    .where('p.deleted_at', 'is', null)
    .where('t.person_type', '=', 'FISICA')
    .where('t.email', 'is not', null)
    .orderBy('p.start_date', 'desc')
    .orderBy('p.id')
    .limit(3)
    .execute();
  const [whole, half, none] = leases.map(({ id }) => id);
  if (whole !== undefined) {
    const { id, people } = await sent(ctx, whole, template.id);
    for (const person of people) await sign(ctx, id, person);
    await closeFile(ctx, id);
  }
  if (half !== undefined) {
    const { id, people } = await sent(ctx, half, template.id);
    for (const person of people.slice(0, 1)) await sign(ctx, id, person);
  }
  if (none !== undefined) {
    const { id, people } = await sent(ctx, none, template.id);
    const [first] = people;
    if (first) {
      await read(ctx, id, first.id);
      await change(ctx, (trx) =>
        refused(trx, ctx, first.id, 'O índice combinado na visita era o IPCA, e o contrato fala em IGP-M.', PLACE),
      );
    }
  }
}

type Person = { id: number; name: string };

/** A lease that is out. Who has no CPF in the register does not sign. */
async function sent(ctx: Context, subject_id: number, template_id: number): Promise<{ id: number; people: Person[] }> {
  const { signature } = await createSignature(ctx, {
    ...{ kind: 'LEASE', subject: 'CONTRACT', subject_id, template_id, leave_blank: true },
  });
  const { id } = signature;
  const known = signature.people.filter(({ name, cpf }) => name !== '' && cpf !== null);
  const { signature: draft } = await updateSignature(ctx, id, {
    signers: known.map(({ id: signer, client_id, role, name, capacity, cpf, email, phone, channel, turn }) => ({
      ...{ id: signer, client_id, role, name, channel, turn, capacity },
      ...{ cpf: cpf ?? undefined, email: email ?? undefined, phone: phone ?? undefined },
    })),
  });
  await change(ctx, async (trx) => {
    await move(trx, ctx, await lock(trx, id), 'send', {
      set: { sent_at: new Date(), check_code: newCheckCode() },
      ...{ action: 'send', evidence: 'SENT' },
    });
  });
  return { id, people: draft.people.map(({ id: person, name }) => ({ id: person, name })) };
}

const read = (ctx: Context, id: number, signer: number) =>
  change(ctx, async (trx) => {
    await note(trx, id, 'OPENED', { signer, ...PLACE });
    await note(trx, id, 'READ', { signer, ...PLACE });
  });

async function sign(ctx: Context, id: number, { id: signer, name }: Person) {
  await read(ctx, id, signer);
  await change(ctx, async (trx) => {
    const trace = { ...PLACE, channel: 'EMAIL' } as const;
    await note(trx, id, 'CODE_SENT', { signer, ...trace });
    await note(trx, id, 'CODE_RIGHT', { signer, ...trace });
    await signed(trx, ctx, signer, { kind: 'TYPED', data: name, consent_version: SIGNATURE_CONSENT_VERSION }, trace);
  });
}
