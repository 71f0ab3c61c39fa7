import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { staffPeople } from '#test/staff-people.ts';

const agency = await startApp();
const { db } = agency;
const { person, tokenOf, holding, statusOf } = staffPeople(agency);
afterAll(agency.stop);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
type Listed = { id: number; device: string; current: boolean };
const list = async (token: string): Promise<Listed[]> => (await holding(token).get('/user/admin/sessions')).json();

describe('own sessions', () => {
  test('lists live ones, the current one first, without tokens', async () => {
    const { email } = await person();
    const [desk, phone, old] = [
      await tokenOf(email, undefined, FIREFOX),
      await tokenOf(email, undefined, IPHONE),
      await tokenOf(email),
    ];
    await db
      .updateTable('session')
      .set({ seen_at: sql`now() - interval '13 hours'` })
      .where('token_hash', '=', hashOf(old))
      .execute();
    const answer = await holding(desk).get('/user/admin/sessions');
    expect(answer.json()).toEqual([
      {
        id: expect.any(Number),
        device: 'Firefox no Linux',
        created_at: expect.any(String),
        seen_at: expect.any(String),
        current: true,
      },
      expect.objectContaining({ device: 'Safari no iPhone', current: false }),
    ]);
    for (const secret of [phone, hashOf(phone).toString('hex'), '140.0']) expect(answer.body).not.toContain(secret);
  });

  test('ends a single one', async () => {
    const { id, email } = await person();
    const [mine, other] = [await tokenOf(email, undefined, FIREFOX), await tokenOf(email, undefined, IPHONE)];
    const there = (await list(mine)).find(({ current }) => !current);
    const url = `/user/admin/sessions/${there?.id}`;
    expect((await holding(mine).delete(url)).statusCode).toBe(204);
    expect([await statusOf(mine), await statusOf(other)]).toEqual([200, 401]);
    expect(refusal(await holding(mine).delete(url))).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(await trailOf(db, 'admin_user', id)).toEqual([
      { actor: 'Rita Lobo', action: 'end-session', changes: { device: 'Safari no iPhone' } },
    ]);
  });

  test('ends all but the current one', async () => {
    const { id, email } = await person();
    const [mine, one, two] = [await tokenOf(email), await tokenOf(email), await tokenOf(email)];
    expect((await holding(mine).delete('/user/admin/sessions')).statusCode).toBe(204);
    expect(await Promise.all([mine, one, two].map(statusOf))).toEqual([200, 401, 401]);
    expect((await trailOf(db, 'admin_user', id)).map(({ action }) => action)).toEqual(['end-sessions']);
  });

  test('refuses another person’s sessions', async () => {
    const [mine, theirs] = [await tokenOf((await person('*')).email), await tokenOf((await person()).email)];
    const [session] = await list(theirs);
    expect((await holding(mine).delete(`/user/admin/sessions/${session?.id}`)).statusCode).toBe(404);
    expect(await statusOf(theirs)).toBe(200);
  });
});

describe('another person’s sessions', () => {
  const end = (token: string, id: number) => holding(token).delete(`/user/admin/user/${id}/sessions`);

  test('end at once, with a trail', async () => {
    const [hr, clerk] = [await person('*'), await person()];
    const tokens = [await tokenOf(clerk.email), await tokenOf(clerk.email)];
    expect((await end(await tokenOf(hr.email), clerk.id)).statusCode).toBe(204);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
    expect((await trailOf(db, 'admin_user', clerk.id)).map(({ action }) => action)).toEqual(['end-sessions']);
  });

  test('are kept for higher-ranked people and oneself', async () => {
    const [boss, hr] = [await person('*'), await person('ADMIN_USER_CREATE')];
    const [theirs, mine] = [await tokenOf(boss.email), await tokenOf(hr.email)];
    expect(refusal(await end(mine, boss.id))).toEqual([403, 'ADMIN_BEYOND']);
    expect(refusal(await end(mine, hr.id))).toEqual([409, 'ADMIN_SELF_SESSIONS']);
    expect(refusal(await end(mine, 999_999))).toEqual([404, 'ADMIN_NOT_FOUND']);
    expect([await statusOf(theirs), await statusOf(mine)]).toEqual([200, 200]);
  });
});
