import { type EnvelopeState, envelopeLife } from '@morada/domain/signature/envelope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import type { HeldEnvelope } from '#test/servers/clicksign-server.ts';
import { clicksignDesk } from '#test/signing/clicksign-desk.ts';
import { workOnProvider } from './provider-work.service.ts';

// The doors of a provider: its notices, and the job that looks without one. Drafts are not there, nor what was deleted.

const app = await startApp({ today: '2026-03-10' });
const { clicksign, link, sent, round, post, show, heldOf, staff } = await clicksignDesk(app);
beforeAll(() => link());
afterAll(async () => {
  await clicksign.close();
  await app.stop();
});

type Subject = { id: number; held: HeldEnvelope };
async function out(): Promise<Subject> {
  // The file of one that all have signed is not ready, so that it is seen before it is fetched.
  clicksign.filesReady = false;
  const id = await sent();
  await round();
  return { id, held: heldOf() };
}
const after =
  (...acts: ((subject: Subject) => unknown)[]) =>
  async () => {
    const subject = await out();
    for (const act of acts) await act(subject);
    await round();
    return subject;
  };
const signBoth = ({ held }: Subject) => {
  clicksign.signAs(held, 'Ana Prado');
  clicksign.signAs(held, 'Bruno Reis');
};
const PUT: Record<Exclude<EnvelopeState, 'DRAFT'>, () => Promise<Subject>> = {
  OUT: out,
  SEALING: after(signBoth),
  SIGNED: after(signBoth, round, () => {
    clicksign.filesReady = true;
  }),
  REFUSED: after(({ held }) => clicksign.refuseAs(held, 'Ana Prado')),
  EXPIRED: after(({ held }) => clicksign.passDeadline(held)),
  WITHDRAWN: after(({ id }) => staff.post(`/signature/${id}/withdraw`, { reason: 'Valor errado' })),
};

const told = ({ held }: Subject, name: string, who = 'Bruno Reis') => {
  const signer = held.signers.find(({ attributes }) => attributes.name === who);
  const { id: key, attributes } = signer ?? { id: '', attributes: {} as HeldEnvelope['attributes'] };
  return clicksign.happened(held, name, { signer: { key, email: attributes.email, documentation: null } });
};
/** What each event is at the provider; of a paper that is over there, it is only said again. */
const EVENTS = {
  sign: (one: Subject) => (one.held.status === 'running' ? clicksign.signAs(one.held, 'Ana Prado') : told(one, 'sign')),
  signLast: (one: Subject) => {
    if (one.held.status !== 'running') return told(one, 'sign');
    signBoth(one);
    return one.held.events.at(-1) as HeldEnvelope['events'][number];
  },
  refuse: (one: Subject) => told(one, 'refusal'),
  expire: (one: Subject) => (one.held.status === 'running' ? clicksign.passDeadline(one.held) : told(one, 'deadline')),
  withdraw: (one: Subject) => (one.held.status === 'running' ? clicksign.cancelThere(one.held) : told(one, 'cancel')),
} as const;

describe.each(Object.keys(PUT) as (keyof typeof PUT)[])('%s', LONG, (from) => {
  for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[])
    for (const door of ['notice', 'job'] as const) {
      const cell = envelopeLife.cell(from, event);
      const to = 'to' in cell ? cell.to : from;
      test(`${event} by ${door}: ${to}`, async () => {
        const subject = await PUT[from]();
        const { state, people } = await show(subject.id);
        expect(state).toBe(from);
        const happened = EVENTS[event](subject);
        if (door === 'job') await round();
        else {
          expect((await post(clicksign.noticeOf(subject.held, happened))).statusCode).toBe(204);
          // An hour before it would be looked at by itself.
          await workOnProvider(app.deps);
        }
        const left = await show(subject.id);
        expect(left.state).toBe(to);
        // What is refused leaves everybody as they were.
        if (to === from && event !== 'sign') expect(left.people).toEqual(people);
        // What ended here is over there as well.
        if (to !== 'OUT' && to !== 'SEALING') expect(['closed', 'canceled']).toContain(subject.held.status);
      });
    }

  test('sealed by job', async () => {
    const subject = await PUT[from]();
    clicksign.filesReady = true;
    await round();
    expect((await show(subject.id)).state).toBe(from === 'SEALING' ? 'SIGNED' : from);
  });
});
