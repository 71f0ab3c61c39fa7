import { expect } from './expect.ts';
import { ADMIN } from './people.ts';

/** Sends a form with a file as the administrator, like the app. */
export async function upload<T>(method: 'POST' | 'PUT', path: string, body: FormData): Promise<T> {
  const session = await fetch(`${process.env.E2E_URL}/api/user/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { token } = await session.json();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${process.env.E2E_URL}/api${path}`, { method, headers, body });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return answer.json();
}
