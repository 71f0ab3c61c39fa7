import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { codeOf } from './authenticator.ts';
import type { startApp } from './harness.ts';

export const PASSWORD = 'pequena-ilha-azul';
const password_hash = await hashPassword(PASSWORD);

/** Staff members who sign in by the API, where the harness inserts sessions. */
export function staffPeople({ app, anonymous, db, signIn }: Awaited<ReturnType<typeof startApp>>) {
  let people = 0;

  async function person(...permissions: string[]) {
    people += 1;
    const { groupId } = await signIn(...(permissions.length > 0 ? permissions : ['PROPOSAL_VIEW']));
    const email = `pessoa${people}@morada.test`;
    const { id } = await db
      .insertInto('admin_user')
      .values({ name: 'Rita Lobo', email, password_hash, group_id: groupId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, email, groupId };
  }

  const login = (email: string, code?: string, agent?: string) =>
    anonymous.post('/user/admin/session', { email, password: PASSWORD, code }, agent ? { 'user-agent': agent } : {});
  const tokenOf = async (email: string, code?: string, agent?: string): Promise<string> =>
    (await login(email, code, agent)).json().token;

  function holding(token: string) {
    const call = (method: InjectOptions['method']) => (url: string, payload?: object) =>
      app.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      });
    return { get: call('GET'), post: call('POST'), put: call('PUT'), patch: call('PATCH'), delete: call('DELETE') };
  }

  /** Enables the second factor and forgets used codes, so that the current one is valid. */
  async function enrol(token: string) {
    const { secret } = (await holding(token).put('/user/admin/second-factor')).json();
    const answer = await holding(token).patch('/user/admin/second-factor', { code: codeOf(secret) });
    await forgetSteps();
    return { secret: secret as string, codes: answer.json().recovery_codes as string[] };
  }

  const forgetSteps = () => db.updateTable('second_factor').set({ last_step: 0 }).execute();

  /** Backdates the last confirmation by eleven minutes. */
  const age = (token: string) =>
    sql`update session set created_at = now() - interval '11 minutes', confirmed_at = null where token_hash = ${hashOf(token)}`.execute(
      db,
    );

  const statusOf = async (token: string) => (await holding(token).get('/dashboard/badges')).statusCode;

  return { person, login, tokenOf, holding, enrol, forgetSteps, age, statusOf };
}
